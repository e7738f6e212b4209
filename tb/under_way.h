// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "language/bank_event.h"

namespace superwarp::tb {

/// What somebody keeps of every dispatch that is under way, found by its name. Dispatches begin in
/// the order of their names and may end in any order. State is reused: what it allocates is
/// allocated once.
template <class State>
class UnderWay {
 public:
  /// Dispatch `id`, the one after the last begun, begins. Its state is what an earlier one left.
  State& begin(DispatchId id) {
    if (names_[id & mask_] != kNobody) grow(id);
    names_[id & mask_] = name(id);
    ++count_;
    return states_[id & mask_];
  }

  /// Null if it is not under way.
  State* find(DispatchId id) {
    const DispatchId at = id & mask_;
    return names_[at] == name(id) ? &states_[at] : nullptr;
  }

  void end(DispatchId id) {
    names_[id & mask_] = kNobody;
    --count_;
  }

  [[nodiscard]] std::size_t count() const { return count_; }

  /// The first in `unit` for which passes(state, served) is false, null where it is true for all;
  /// `state` is null for what is not under way. Where the first and the last are of one dispatch,
  /// those between most likely are as well, and it is looked up once.
  template <class Passes>
  const Served* first_failing(const TimeUnit& unit, Passes passes) {
    const std::vector<Served>& all = unit.served;
    if (all.empty()) return nullptr;
    const DispatchId first = all.front().dispatch;
    if (all.back().dispatch != first) {
      for (const Served& served : all) {
        if (!passes(find(served.dispatch), served)) return &served;
      }
      return nullptr;
    }
    State* const state = find(first);
    for (const Served& served : all) {
      if (!passes(served.dispatch == first ? state : find(served.dispatch), served)) return &served;
    }
    return nullptr;
  }

  /// Calls visit(state, served) for all in `unit`.
  template <class Visit>
  void for_each_served(const TimeUnit& unit, Visit visit) {
    first_failing(unit, [&visit](State* state, const Served& served) {
      visit(state, served);
      return true;
    });
  }

  /// Calls visit(id, state) for all of them, in no order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t at = 0; at < names_.size(); ++at) {
      if (names_[at] != kNobody) visit(static_cast<DispatchId>(names_[at]), states_[at]);
    }
  }

 private:
  /// Who has a place: a dispatch, or nobody.
  using Name = std::uint64_t;
  static constexpr Name kNobody = 0;
  static Name name(DispatchId id) { return Name{1} << 32U | id; }

  /// Until `id` and all that are under way have places of their own.
  void grow(DispatchId id) {
    const std::vector<Name> names = std::move(names_);
    std::vector<State> states = std::move(states_);
    for (std::size_t size = 2 * names.size();; size *= 2) {
      names_.assign(size, kNobody);
      mask_ = static_cast<DispatchId>(size - 1);
      bool fits = true;
      names_[id & mask_] = name(id);
      for (const Name one : names) {
        if (one == kNobody) continue;
        fits = fits && names_[one & mask_] == kNobody;
        names_[one & mask_] = one;
      }
      if (fits) break;
    }
    names_[id & mask_] = kNobody;
    states_ = std::vector<State>(names_.size());
    for (std::size_t at = 0; at < names.size(); ++at) {
      if (names[at] != kNobody) states_[names[at] & mask_] = std::move(states[at]);
    }
  }

  // Names by themselves, as everybody asks for every lane: a power of two, as names wrap around.
  std::vector<Name> names_ = std::vector<Name>(16, kNobody);
  std::vector<State> states_ = std::vector<State>(16);
  DispatchId mask_ = 15;
  std::size_t count_ = 0;
};

}  // namespace superwarp::tb
