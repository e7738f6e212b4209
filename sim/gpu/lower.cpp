// SPDX-License-Identifier: Apache-2.0
#include "sim/gpu/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "model/reference/congestion_counter.h"
#include "model/reference/slot_rule.h"

namespace superwarp::gpu {
namespace {

using Lanes = std::vector<std::uint32_t>;

constexpr std::uint32_t kMostBytes = 16;  // of a lane

/// In a list of lanes: a place whose lane requests nothing.
constexpr std::uint32_t kNone = ~0U;

/// Can the parts of the access be joined?
bool joined(const Access& access, const PhaseRule& rule) {
  const std::vector<std::uint64_t>& address = access.address;
  return std::any_of(rule.joins.begin(), rule.joins.end(), [&](const Join& join) {
    for (std::uint32_t lane = 0; lane < address.size(); ++lane) {
      const std::uint32_t other = lane ^ join.lanes;
      if (address[lane] == kIdle || other >= address.size() || address[other] == kIdle) continue;
      if (address[lane] != address[other]) return false;
    }
    return true;
  });
}

bool active(const Lanes& lanes) {
  return std::any_of(lanes.begin(), lanes.end(), [](std::uint32_t lane) { return lane != kNone; });
}

/// The lanes of each phase, before lanes of one address take turns.
std::vector<Lanes> groups_of(const Access& access, const PhaseRule& rule) {
  std::vector<Lanes> groups = rule.groups;
  for (Lanes& group : groups) {
    for (std::uint32_t& lane : group) {
      if (lane >= access.address.size() || access.address[lane] == kIdle) lane = kNone;
    }
  }
  if (groups.size() < 2 || rule.joins.empty() || !joined(access, rule)) return groups;
  for (std::size_t i = 0; i + 1 < groups.size(); i += 2) {
    Lanes together = groups[i];
    together.insert(together.end(), groups[i + 1].begin(), groups[i + 1].end());
    groups[i / 2] = std::move(together);
  }
  groups.resize(groups.size() / 2);
  return groups;
}

/// Splits `lanes` so that no part has an address twice: a lane is in part k if k lower ones have
/// its address.
std::vector<Lanes> turns_of(const Access& access, const Lanes& lanes) {
  std::vector<Lanes> turns(1, Lanes(lanes.size(), kNone));
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (lanes[i] == kNone) continue;
    const auto same = std::count_if(
        lanes.begin(), lanes.begin() + static_cast<std::ptrdiff_t>(i),
        [&](std::uint32_t lower) { return lower != kNone && access.address[lower] == access.address[lanes[i]]; });
    const auto turn = static_cast<std::size_t>(same);
    if (turn == turns.size()) turns.emplace_back(lanes.size(), kNone);
    turns[turn][i] = lanes[i];
  }
  return turns;
}

void check(const Access& access, const Description& description) {
  if (const auto why = not_described(description, access.operation, access.bytes * 8))
    throw std::invalid_argument(*why);
  if (access.address.size() > description.wave) {
    throw std::invalid_argument(
        fmt::format("{} lanes, but a wave of {} has {}", access.address.size(), description.name, description.wave));
  }
  const std::uint32_t unit = std::min(access.bytes, description.interleave);
  for (const std::uint64_t address : access.address) {
    if (address == kIdle) continue;
    if (address % unit != 0) {
      throw std::invalid_argument(fmt::format("byte address {}, expected a multiple of {}", address, unit));
    }
    const std::uint64_t limit = std::uint64_t{kAddressLimit} * description.bank_bytes;
    if (address > limit - access.bytes) {
      throw std::invalid_argument(
          fmt::format("byte address {}, expected less than {}", address, limit - access.bytes + 1));
    }
  }
}

}  // namespace

/// Counts the slots of phases of one kind.
struct Lowering::Counters {
  Counters(std::uint32_t lanes, std::uint32_t banks, bool every_word) : banks(banks) {
    if (every_word) {
      distinct.emplace(lanes, banks);
    } else {
      broadcast.emplace(lanes, banks);
    }
  }

  std::uint32_t slots(const std::vector<Address>& request) {
    bank.resize(request.size());
    for (std::size_t i = 0; i < request.size(); ++i) bank[i] = request[i] % banks;
    const auto lanes = static_cast<std::uint32_t>(request.size());
    return distinct ? distinct->count(request.data(), bank.data(), lanes)
                    : broadcast->serve(request.data(), bank.data(), lanes, nullptr);
  }

  std::uint32_t banks;
  std::optional<model::CongestionCounter> distinct;  ///< one of the two
  std::optional<model::BroadcastRule> broadcast;
  std::vector<std::uint32_t> bank;
};

Lowering::Lowering(const Description& description) : description_(&description), counters_(description.phases.size()) {}
Lowering::~Lowering() = default;
Lowering::Lowering(Lowering&&) noexcept = default;
Lowering& Lowering::operator=(Lowering&&) noexcept = default;

Lowered Lowering::lower(const Access& access) {
  check(access, *description_);
  const PhaseRule& rule = *description_->rule(access.operation, access.bytes * 8);
  const std::vector<Op> one_step = {is_store(access.operation) ? Op::kWrite : Op::kRead};
  Lowered lowered;
  for (const Lanes& lanes : groups_of(access, rule)) {
    add_phases(access, rule, lanes, rule.steps.empty() ? one_step : rule.steps, lowered);
  }
  return lowered;
}

void Lowering::add_phases(const Access& access, const PhaseRule& rule, const Lanes& lanes, const std::vector<Op>& steps,
                          Lowered& lowered) {
  const std::uint32_t all = std::max(1U, access.bytes / description_->interleave);
  const std::uint32_t words = rule.words_apart ? 1 : all;
  const std::uint32_t before = lowered.ideal;
  for (const Lanes& turn : rule.one_by_one ? turns_of(access, lanes) : std::vector<Lanes>{lanes}) {
    lowered.ideal = before;  // without conflicts there is one turn
    for (std::uint32_t word = 0; word < all; word += words) {
      for (const Op step : steps) add_phase({step, cells(access, rule, turn, word, words), turn}, rule, lowered);
    }
  }
  if (!active(lanes) && rule.idle_costs) {
    lowered.phases.back().slots = 1;
    ++lowered.slots;
    ++lowered.ideal;
  }
}

void Lowering::add_phase(Phase phase, const PhaseRule& rule, Lowered& lowered) {
  const auto index = static_cast<std::size_t>(&rule - description_->phases.data());
  std::optional<Counters>& counters = counters_[index];
  if (!counters) {
    counters.emplace(description_->wave * (kMostBytes / description_->interleave), rule.banks,
                     description_->merges_every_word);
  }
  phase.slots = counters->slots(phase.request);
  lowered.slots += phase.slots;
  lowered.ideal += phase.slots > 0 ? 1 : 0;
  lowered.phases.push_back(std::move(phase));
}

/// The cells of `words` words of every lane, from `word` on.
std::vector<Address> Lowering::cells(const Access& access, const PhaseRule& rule, const Lanes& lanes,
                                     std::uint32_t word, std::uint32_t words) const {
  const std::uint32_t interleave = description_->interleave;
  const std::uint64_t row_bytes = std::uint64_t{rule.banks} * description_->bank_bytes;
  std::vector<Address> all;
  all.reserve(lanes.size() * words);
  for (const std::uint32_t lane : lanes) {
    for (std::uint32_t i = word; i < word + words; ++i) {
      if (lane == kNone) {
        all.push_back(kInactive);
        continue;
      }
      const std::uint64_t byte = access.address[lane] + std::uint64_t{i} * interleave;
      const std::uint64_t bank = byte / interleave % rule.banks;
      all.push_back(static_cast<Address>(byte / row_bytes * rule.banks + bank));
    }
  }
  return all;
}

bool Phase::idle() const {
  return std::all_of(request.begin(), request.end(), [](Address a) { return a == kInactive; });
}

std::vector<std::vector<Address>> dispatches(const Phase& phase, std::uint32_t width) {
  std::vector<Address> request = phase.request;
  if (request.size() > width) {
    std::vector<Address> distinct;
    for (const Address one : request) {
      if (one == kInactive) continue;
      if (std::find(distinct.begin(), distinct.end(), one) == distinct.end()) distinct.push_back(one);
    }
    request = std::move(distinct);
  }
  std::vector<std::vector<Address>> all;
  if (phase.idle()) return all;
  for (std::size_t first = 0; first < request.size(); first += width) {
    std::vector<Address> dispatch(width, kInactive);
    const std::size_t count = std::min<std::size_t>(width, request.size() - first);
    std::copy_n(request.begin() + static_cast<std::ptrdiff_t>(first), count, dispatch.begin());
    all.push_back(std::move(dispatch));
  }
  return all;
}

std::vector<Part> parts_of(const Lowered& lowered, std::uint32_t width) {
  std::vector<Part> parts;
  for (const Phase& phase : lowered.phases) {
    if (phase.idle()) parts.push_back({phase.op, false, std::vector<Address>(width, kInactive)});
    for (std::vector<Address>& dispatch : dispatches(phase, width))
      parts.push_back({phase.op, true, std::move(dispatch)});
  }
  return parts;
}

}  // namespace superwarp::gpu
