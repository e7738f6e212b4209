// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "language/bank_event.h"

namespace superwarp::tb {

/// A user's state for every dispatch in flight, by its id. Dispatches begin in the order of their
/// ids and may end in any order. States are reused, so their allocations persist.
template <class State>
class UnderWay {
 public:
  /// Begins dispatch `id`, the successor of the last one. Its state is an earlier dispatch's.
  State& begin(DispatchId id) {
    if (is_taken(id & mask_)) grow(id);
    ids_[id & mask_] = id;
    ++count_;
    return states_[id & mask_];
  }

  /// Null if the dispatch is not in flight.
  State* find(DispatchId id) { return look().find(id); }

  void end(DispatchId id) {
    ids_[id & mask_] = free_mark(id & mask_);
    --count_;
  }

  [[nodiscard]] std::size_t count() const { return count_; }

  /// The first lane of `unit` that fails judge(state)(served); null if there is none. `state` is
  /// null for dispatches not in flight. The judge of a dispatch's lanes is made once if all belong
  /// to it, and has in registers what it needs of the state.
  template <class JudgeOf>
  const Served* first_failing(const TimeUnit& unit, JudgeOf judge_of) {
    if (unit.served.empty()) return nullptr;
    const Look look = this->look();
    if (unit.one_dispatch) {
      const auto passes = judge_of(look.find(unit.served.front().dispatch));
      for (const Served& served : unit.served) {
        if (!passes(served)) return &served;
      }
      return nullptr;
    }
    for (const Served& served : unit.served) {
      if (!judge_of(look.find(served.dispatch))(served)) return &served;
    }
    return nullptr;
  }

  /// Calls visit(state) once if all lanes of `unit` belong to one dispatch, else for each lane.
  template <class Visit>
  void for_each_served(const TimeUnit& unit, Visit visit) {
    if (unit.served.empty()) return;
    const Look look = this->look();
    if (unit.one_dispatch) return visit(look.find(unit.served.front().dispatch));
    for (const Served& served : unit.served) visit(look.find(served.dispatch));
  }

  /// Calls visit(id, state) for all dispatches in flight, in no particular order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t at = 0; at < ids_.size(); ++at) {
      if (is_taken(at)) visit(ids_[at], states_[at]);
    }
  }

 private:
  /// A copy for searches: the compiler cannot rule out that a visitor's stores change the members.
  struct Look {
    const DispatchId* ids;
    State* states;
    DispatchId mask;

    State* find(DispatchId id) const {
      const DispatchId at = id & mask;
      return ids[at] == id ? &states[at] : nullptr;
    }
  };
  Look look() { return {ids_.data(), states_.data(), mask_}; }

  /// Marks a free place: an id that is never stored there.
  static DispatchId free_mark(std::size_t at) { return static_cast<DispatchId>(at) ^ 1U; }
  [[nodiscard]] bool is_taken(std::size_t at) const { return ids_[at] != free_mark(at); }

  static std::vector<DispatchId> free_places(std::size_t size) {
    std::vector<DispatchId> ids(size);
    for (std::size_t at = 0; at < size; ++at) ids[at] = free_mark(at);
    return ids;
  }

  /// Doubles the table until `id` and all dispatches in flight have different places.
  void grow(DispatchId id) {
    const std::vector<DispatchId> ids = std::move(ids_);
    std::vector<State> states = std::move(states_);
    std::vector<DispatchId> in_flight;
    for (std::size_t at = 0; at < ids.size(); ++at) {
      if (ids[at] != free_mark(at)) in_flight.push_back(ids[at]);
    }
    for (std::size_t size = 2 * ids.size();; size *= 2) {
      ids_ = free_places(size);
      mask_ = static_cast<DispatchId>(size - 1);
      ids_[id & mask_] = id;
      bool fits = true;
      for (const DispatchId one : in_flight) {
        fits = fits && !is_taken(one & mask_);
        ids_[one & mask_] = one;
      }
      if (fits) break;
    }
    ids_[id & mask_] = free_mark(id & mask_);
    states_ = std::vector<State>(ids_.size());
    const auto old_mask = static_cast<DispatchId>(ids.size() - 1);
    for (const DispatchId one : in_flight) states_[one & mask_] = std::move(states[one & old_mask]);
  }

  // Apart from the states, because every lane searches them. The size is a power of two because ids
  // wrap around.
  std::vector<DispatchId> ids_ = free_places(16);
  std::vector<State> states_ = std::vector<State>(16);
  DispatchId mask_ = 15;
  std::size_t count_ = 0;
};

}  // namespace superwarp::tb
