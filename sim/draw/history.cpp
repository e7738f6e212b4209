// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/history.h"

#include <algorithm>
#include <stdexcept>

#include "model/machine/machine_info.h"

namespace superwarp::draw {

std::uint64_t fullest_time_unit(const std::vector<Slot>& slots, std::uint32_t latency) {
  std::uint64_t fullest = 1;
  std::size_t most = 0;
  std::size_t oldest = 0;
  for (std::size_t newest = 0; newest < slots.size(); ++newest) {
    const std::uint64_t time = slots[newest].time_unit;
    while (slots[oldest].time_unit + latency <= time) ++oldest;
    if (newest - oldest + 1 > most) {
      most = newest - oldest + 1;
      fullest = time;
    }
  }
  return fullest;
}

History::History(const Scene& scene) : scene_(scene) {
  check();
  shown_ = scene.shown.value_or(fullest_time_unit(scene.slots, scene.machine.latency));
  group();
  for (const Dispatch& dispatch : dispatches_) {
    std::vector<Address> asked = dispatch.address;
    std::sort(asked.begin(), asked.end());
    std::uint32_t equal = 0;
    for (std::size_t i = 0; i < asked.size() && asked[i] != kInactive; ++i) {
      equal = i > 0 && asked[i] == asked[i - 1] ? equal + 1 : 1;
      max_merged_ = std::max(max_merged_, equal);
      max_address_ = std::max(max_address_, asked[i]);
    }
  }
  rows_ = std::max<std::uint64_t>(scene.machine.rows, max_address_ / scene.machine.bank_count() + 1);
  max_address_ = std::max(max_address_, static_cast<Address>(rows_ * scene.machine.bank_count() - 1));
  const auto complete = [this](std::size_t dispatch) {
    const Slot& last = scene_.slots[first_slot_[dispatch + 1] - 1];
    return last.time_unit + scene_.machine.latency <= shown_;
  };
  while (queue_begin_ < dispatches_.size() && complete(queue_begin_)) ++queue_begin_;
}

void History::check() const {
  const Machine& machine = scene_.machine;
  if (machine.width == 0 || machine.latency == 0 || machine.super_warp == 0) {
    throw std::invalid_argument("scene: a machine needs width, latency and super_warp of at least 1");
  }
  std::uint64_t time = 0;
  for (const Slot& slot : scene_.slots) {
    if (slot.time_unit <= time) throw std::invalid_argument("scene: slots out of order of time");
    time = slot.time_unit;
    for (const BankRequest& request : slot.requests) {
      if (request.bank >= machine.bank_count() || request.lane >= machine.lanes() || request.address >= kAddressLimit) {
        throw std::invalid_argument("scene: a request outside the machine");
      }
    }
  }
}

// Slots up to and including one marked `last` belong to one dispatch. Without the scene's
// dispatches, only the requests in slots are known.
void History::group() {
  const std::uint32_t lanes = scene_.machine.lanes();
  const std::vector<Slot>& slots = scene_.slots;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (i == 0 || slots[i - 1].last) {
      first_slot_.push_back(i);
      dispatches_.push_back({slots[i].super_warp, slots[i].round, slots[i].op, std::vector<Address>(lanes, kInactive),
                             std::vector<Word>{}});
    }
    dispatch_of_.push_back(dispatches_.size() - 1);
    for (const BankRequest& request : slots[i].requests) {
      dispatches_.back().address[request.lane] = request.address;
    }
  }
  first_slot_.push_back(slots.size());
  if (scene_.dispatches.empty()) return;
  if (scene_.dispatches.size() != dispatches_.size()) {
    throw std::invalid_argument("scene: the slots are not those of the dispatches");
  }
  dispatches_ = scene_.dispatches;
  for (Dispatch& dispatch : dispatches_) dispatch.address.resize(lanes, kInactive);
}

std::uint64_t History::time_units() const {
  const std::uint64_t last = scene_.slots.empty() ? 1 : scene_.slots.back().time_unit;
  return std::max({scene_.time_units, last, shown_});
}

bool History::several_rounds() const {
  return std::any_of(dispatches_.begin(), dispatches_.end(),
                     [this](const Dispatch& dispatch) { return dispatch.round != dispatches_.front().round; });
}

std::size_t History::first_after(std::uint64_t time) const {
  const auto found = std::upper_bound(scene_.slots.begin(), scene_.slots.end(), time,
                                      [](std::uint64_t t, const Slot& slot) { return t < slot.time_unit; });
  return static_cast<std::size_t>(found - scene_.slots.begin());
}

const Slot* History::slot_at(std::uint64_t time) const {
  const std::size_t after = first_after(time);
  if (after == 0 || scene_.slots[after - 1].time_unit != time) return nullptr;
  return &scene_.slots[after - 1];
}

const Slot* History::slot_in(std::uint64_t stage) const {
  return stage > shown_ ? nullptr : slot_at(shown_ - stage + 1);
}

/// Does `slot` serve thread `lane` of its dispatch? Equal requests go with their leader. On the
/// GT200 only the word of the slot's lowest thread is broadcast.
bool History::serves(const Slot& slot, const Dispatch& dispatch, std::uint32_t lane) const {
  const auto lower = [](const BankRequest& a, const BankRequest& b) { return a.lane < b.lane; };
  const auto lowest = std::min_element(slot.requests.begin(), slot.requests.end(), lower);
  for (auto r = slot.requests.begin(); r != slot.requests.end(); ++r) {
    if (r->address != dispatch.address[lane]) continue;
    return machine_info(scene_.machine.kind).slot != SlotServes::kBroadcast || r->lane == lane ||
           (r == lowest && r->lane < lane);
  }
  return false;
}

/// The first slot of the dispatch that serves the thread, or the end of its slots.
std::size_t History::slot_serving(std::size_t dispatch, std::uint32_t lane) const {
  std::size_t slot = first_slot_[dispatch];
  while (slot < first_slot_[dispatch + 1] && !serves(scene_.slots[slot], dispatches_[dispatch], lane)) {
    ++slot;
  }
  return slot;
}

Mark History::mark(std::size_t dispatch, std::uint32_t lane, bool waiting) const {
  const Dispatch& asked = dispatches_[dispatch];
  const std::uint64_t thread = std::uint64_t{asked.super_warp} * scene_.machine.lanes() + lane;
  const Address address = asked.address[lane];
  const std::size_t slot = slot_serving(dispatch, lane);
  std::uint32_t merged = 0;
  for (std::uint32_t other = 0; other < asked.address.size(); ++other) {
    if (asked.address[other] == address && slot_serving(dispatch, other) == slot) ++merged;
  }
  return {address, thread / scene_.machine.width, thread, merged, asked.op, waiting};
}

std::optional<Mark> History::carried(const Slot* slot, std::uint32_t bank) const {
  if (slot == nullptr) return std::nullopt;
  for (const BankRequest& request : slot->requests) {
    if (request.bank != bank) continue;
    const std::size_t dispatch = dispatch_of_[static_cast<std::size_t>(slot - scene_.slots.data())];
    return mark(dispatch, request.lane, false);
  }
  return std::nullopt;
}

std::optional<Mark> History::in_pipeline(Address address) const {
  const std::uint64_t complete = std::max<std::uint64_t>(shown_, scene_.machine.latency);
  for (std::size_t i = first_after(complete - scene_.machine.latency); i < first_after(shown_); ++i) {
    for (const BankRequest& request : scene_.slots[i].requests) {
      if (request.address == address) return carried(&scene_.slots[i], request.bank);
    }
  }
  return std::nullopt;
}

std::vector<Address> History::held(std::uint32_t bank, std::uint64_t row) const {
  std::vector<Address> held;
  const std::uint32_t banks = scene_.machine.bank_count();
  for (std::uint32_t column = 0; column < banks; ++column) {
    const auto address = static_cast<Address>(row * banks + column);
    if ((scene_.bank ? scene_.bank(address) : column) == bank) held.push_back(address);
  }
  return held;
}

std::uint64_t History::queue_columns() const { return (dispatches_.size() - queue_begin_) * scene_.machine.super_warp; }

std::uint64_t History::queue_front() const {
  const std::size_t after = first_after(shown_);
  const std::size_t front = after == 0 ? 0 : dispatch_of_[after - 1];
  return (std::max(front, queue_begin_) - queue_begin_) * scene_.machine.super_warp;
}

const Dispatch& History::queued(std::uint64_t column) const {
  return dispatches_[queue_begin_ + column / scene_.machine.super_warp];
}

std::uint64_t History::queued_warp(std::uint64_t column) const {
  const std::uint64_t s = scene_.machine.super_warp;
  return queued(column).super_warp * s + column % s;
}

std::optional<Mark> History::queued_request(std::uint64_t column, std::uint32_t lane) const {
  const std::uint64_t warp = column % scene_.machine.super_warp;
  lane += static_cast<std::uint32_t>(warp) * scene_.machine.width;
  const Address address = queued(column).address[lane];
  if (address == kInactive) return std::nullopt;
  const std::size_t dispatch = queue_begin_ + column / scene_.machine.super_warp;
  const std::size_t slot = slot_serving(dispatch, lane);
  const bool waiting = slot != first_slot_[dispatch + 1] && scene_.slots[slot].time_unit > shown_;
  Mark request = mark(dispatch, lane, waiting);
  request.merged = 1;  // the queue shows every thread's own request
  return request;
}

}  // namespace superwarp::draw
