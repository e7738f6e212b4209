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
    if (is_taken(id & mask_)) grow(id);
    names_[id & mask_] = id;
    ++count_;
    return states_[id & mask_];
  }

  /// Null if it is not under way.
  State* find(DispatchId id) { return look().find(id); }

  void end(DispatchId id) {
    names_[id & mask_] = nobody(id & mask_);
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
    const Look look = this->look();
    const DispatchId first = all.front().dispatch;
    if (all.back().dispatch != first) {
      for (const Served& served : all) {
        if (!passes(look.find(served.dispatch), served)) return &served;
      }
      return nullptr;
    }
    State* const state = look.find(first);
    for (const Served& served : all) {
      if (!passes(served.dispatch == first ? state : look.find(served.dispatch), served))
        return &served;
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
      if (is_taken(at)) visit(names_[at], states_[at]);
    }
  }

 private:
  /// What a search needs, as a value: the compiler cannot know that what a visitor writes is none
  /// of it.
  struct Look {
    const DispatchId* names;
    State* states;
    DispatchId mask;

    State* find(DispatchId id) const {
      const DispatchId at = id & mask;
      return names[at] == id ? &states[at] : nullptr;
    }
  };
  Look look() { return {names_.data(), states_.data(), mask_}; }

  /// Of a free place: one that nobody who is looked for there has.
  static DispatchId nobody(std::size_t at) { return static_cast<DispatchId>(at) ^ 1U; }
  [[nodiscard]] bool is_taken(std::size_t at) const { return names_[at] != nobody(at); }

  static std::vector<DispatchId> free_places(std::size_t size) {
    std::vector<DispatchId> names(size);
    for (std::size_t at = 0; at < size; ++at) names[at] = nobody(at);
    return names;
  }

  /// Until `id` and all that are under way have places of their own.
  void grow(DispatchId id) {
    const std::vector<DispatchId> names = std::move(names_);
    std::vector<State> states = std::move(states_);
    std::vector<DispatchId> under_way;
    for (std::size_t at = 0; at < names.size(); ++at) {
      if (names[at] != nobody(at)) under_way.push_back(names[at]);
    }
    for (std::size_t size = 2 * names.size();; size *= 2) {
      names_ = free_places(size);
      mask_ = static_cast<DispatchId>(size - 1);
      names_[id & mask_] = id;
      bool fits = true;
      for (const DispatchId one : under_way) {
        fits = fits && !is_taken(one & mask_);
        names_[one & mask_] = one;
      }
      if (fits) break;
    }
    names_[id & mask_] = nobody(id & mask_);
    states_ = std::vector<State>(names_.size());
    const auto old_mask = static_cast<DispatchId>(names.size() - 1);
    for (const DispatchId one : under_way) states_[one & mask_] = std::move(states[one & old_mask]);
  }

  // Names by themselves, as everybody asks for every lane: a power of two, as names wrap around.
  std::vector<DispatchId> names_ = free_places(16);
  std::vector<State> states_ = std::vector<State>(16);
  DispatchId mask_ = 15;
  std::size_t count_ = 0;
};

}  // namespace superwarp::tb
