// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/view.h"

#include <algorithm>
#include <array>
#include <set>

namespace superwarp::draw {

namespace {

// The chosen places and the gaps between them. A gap of one place is filled, which takes no more
// room.
Window with_gaps(const std::set<std::uint64_t>& chosen, std::uint64_t count) {
  Window window;
  std::uint64_t next = 0;
  const auto skip_to = [&](std::uint64_t place) {
    if (place == next + 1) {
      window.emplace_back(next);
    } else if (place > next) {
      window.emplace_back(std::nullopt);
    }
    next = place + 1;
  };
  for (const std::uint64_t place : chosen) {
    skip_to(place);
    window.emplace_back(place);
  }
  skip_to(count);
  return window;
}

// Splits `room` among the parts of the pipeline picture. The stages get twice as much as either
// other part. A part that needs less leaves the rest to the others.
std::array<std::uint64_t, 3> share(std::uint64_t room, const std::array<std::uint64_t, 3>& needs) {
  constexpr std::array<std::uint64_t, 3> kWeights = {1, 2, 1};
  std::array<std::size_t, 3> order = {0, 1, 2};
  std::sort(order.begin(), order.end(),
            [&](auto a, auto b) { return needs[a] * kWeights[b] < needs[b] * kWeights[a]; });
  std::array<std::uint64_t, 3> shares = {};
  std::uint64_t weights = 4;
  for (const std::size_t part : order) {
    shares[part] = std::min(needs[part], room * kWeights[part] / weights);
    room -= shares[part];
    weights -= kWeights[part];
  }
  return shares;
}

}  // namespace

Window window(std::uint64_t count, std::uint64_t limit, const std::vector<std::uint64_t>& wanted) {
  if (limit == 0) return {};
  std::set<std::uint64_t> chosen;
  const auto choose = [&](std::uint64_t place) {
    if (!chosen.insert(place).second || with_gaps(chosen, count).size() <= limit) return true;
    chosen.erase(place);
    return false;
  };
  for (const std::uint64_t place : wanted) {
    if (place < count && !choose(place)) break;
  }
  for (std::uint64_t place = 0; place < count && choose(place);) ++place;
  return with_gaps(chosen, count);
}

View view(const History& history, const Room& room) {
  const Machine& machine = history.scene().machine;
  const auto [queue_room, stage_room, row_room] =
      share(room.columns, {history.queue_columns(), machine.latency, history.rows()});

  std::vector<std::uint64_t> queue;
  for (std::uint64_t step = 0; step < queue_room; ++step) {
    queue.push_back(history.queue_front() + step);
    // Wraps to a column beyond the last if there is none before the front.
    queue.push_back(history.queue_front() - 1 - step);
  }
  std::vector<std::uint64_t> stages = {0, machine.latency - 1U};
  std::vector<std::uint64_t> rows = {0, history.rows() - 1};
  std::vector<std::uint64_t> banks = {0, machine.bank_count() - 1U};
  std::vector<std::uint64_t> times = {0, history.time_units() - 1, history.shown() - 1};
  for (std::uint64_t stage = machine.latency; stage >= 1; --stage) {
    const Slot* slot = history.slot_in(stage);
    if (slot == nullptr) continue;
    stages.push_back(stage - 1);
    for (const BankRequest& request : slot->requests) {
      rows.push_back(request.address / machine.bank_count());
      banks.push_back(request.bank);
    }
  }
  for (std::uint64_t stage = 1; stage <= machine.latency; ++stage) {
    if (const Slot* slot = history.slot_in(stage)) times.push_back(slot->time_unit - 1);
  }
  Window warps = window(history.queue_columns(), queue_room, queue);
  std::reverse(warps.begin(), warps.end());  // the oldest is next to the pipeline
  const auto slots = [&](const Window& columns, const Slot* (History::*slot_of)(std::uint64_t) const) {
    return Panel{columns, [](std::uint64_t place) { return place + 1; },
                 [&history, slot_of](std::uint64_t place, std::uint32_t bank) {
                   return history.carried((history.*slot_of)(place + 1), bank);
                 },
                 [&history, slot_of](std::uint64_t place) {
                   const Slot* const slot = (history.*slot_of)(place + 1);
                   return slot == nullptr ? std::nullopt : std::make_optional<Tag>({slot->op, slot->round});
                 }};
  };
  return {{warps, [&](std::uint64_t q) { return history.queued_warp(q); },
           [&](std::uint64_t q, std::uint32_t lane) { return history.queued_request(q, lane); },
           [&](std::uint64_t q) {
             return Tag{history.queued(q).op, history.queued(q).round};
           }},
          slots(window(machine.latency, stage_room, stages), &History::slot_in),
          slots(window(history.time_units(), room.times, times), &History::slot_at),
          window(history.rows(), row_room, rows),
          window(machine.bank_count(), room.banks, banks)};
}

}  // namespace superwarp::draw
