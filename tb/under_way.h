// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/bank_event.h"

namespace superwarp {

/// The rule that a memory unit broke.
enum class Clause : std::uint8_t {
  // Lawful: rules for every memory unit.
  kNotUnderWay,   ///< serves or completes a dispatch that is not under way
  kNotRequested,  ///< serves a lane that requested nothing
  kServedTwice,   ///< serves a request again
  kWrongBank,     ///< not the bank that the mapping prescribes
  kWrongRow,      ///< not the row of the address
  kWrongOp,       ///< reads for a write, or writes for a read
  kOneAddress,    ///< a bank makes two accesses in a time unit
  kServesNobody,  ///< a bank makes an access that no lane requested
  kWrongWord,     ///< a lane reads another word than the events stored there
  kWrongWinner,   ///< the wrong one of several merged writes stays
  kEarly,         ///< a dispatch is complete with requests left
  kLeftOver,      ///< a dispatch is not complete at the end of the run
  // Timed: the exact law of one machine.
  kOrder,          ///< another dispatch than the reference's next
  kSlot,           ///< a lane is served in another time unit
  kCompletion,     ///< a dispatch is complete in another time unit
  kReferenceWord,  ///< a lane reads another word
  kMissing,        ///< the reference has more dispatches
  // The unit itself.
  kAssertion,  ///< an assertion of the RTL failed
  kSilent,     ///< the unit does nothing any more
};

/// One broken rule: time, place and message.
struct Disagreement {
  Clause clause = Clause::kNotUnderWay;
  std::uint64_t time = 0;  ///< time unit
  DispatchId dispatch = 0;
  std::string text;        ///< the message
  std::uint32_t lane = 0;  ///< if the rule is about a lane
  std::uint32_t bank = 0;  ///< if the rule is about a bank
};

}  // namespace superwarp

namespace superwarp::tb {

/// Of users that keep nothing for a lane.
struct NoLane {};

/// A user's state for every dispatch in flight, by its id, and for each of its `lanes`. Dispatches
/// begin in the order of their ids and may end in any order. States are reused, so their
/// allocations persist.
template <class State, class Lane = NoLane>
class UnderWay {
 public:
  explicit UnderWay(std::size_t lanes = 0) : lanes_(lanes), of_lane_(16 * lanes) {}

  /// Begins dispatch `id`, the successor of the last one. Its state is an earlier dispatch's.
  State& begin(DispatchId id) {
    if (is_taken(id & mask_)) grow(id);
    ids_[id & mask_] = id;
    ++count_;
    return states_[id & mask_];
  }

  /// Null if the dispatch is not in flight.
  State* find(DispatchId id) { return Look(*this).find(id); }
  /// What is kept for its lanes.
  Lane* lanes(DispatchId id) { return Look(*this).lanes(id); }

  void end(DispatchId id) {
    ids_[id & mask_] = free_mark(id & mask_);
    --count_;
  }

  /// Ends all; the next dispatch has any id.
  void clear() { *this = UnderWay(lanes_); }

  [[nodiscard]] std::size_t count() const { return count_; }

  /// A copy for searches: the compiler cannot rule out that a visitor's stores change the members.
  class Look {
   public:
    explicit Look(UnderWay& all)
        : ids_(all.ids_.data()),
          states_(all.states_.data()),
          of_lane_(all.of_lane_.data()),
          lanes_(all.lanes_),
          mask_(all.mask_) {}

    /// Null if the dispatch is not in flight.
    State* find(DispatchId id) const { return has(id) ? &known(id) : nullptr; }
    /// Is the dispatch in flight?
    [[nodiscard]] bool has(DispatchId id) const { return ids_[id & mask_] == id; }
    /// Of a dispatch that is in flight.
    State& known(DispatchId id) const { return states_[id & mask_]; }
    Lane* lanes(DispatchId id) const { return of_lane_ + (id & mask_) * lanes_; }

   private:
    const DispatchId* ids_;
    State* states_;
    Lane* of_lane_;
    std::size_t lanes_;
    DispatchId mask_;
  };

  Look look() { return Look(*this); }

  /// The first lane of `unit` that fails judge_of(look, dispatch)(served); null if there is none.
  /// The judge of a dispatch's lanes is made once if all belong to it, and has in registers what it
  /// needs of the state.
  template <class JudgeOf>
  const Served* first_failing(const TimeUnitView& unit, JudgeOf judge_of) {
    if (unit.served.empty()) return nullptr;
    const Look look(*this);
    if (unit.one_dispatch) {
      const auto passes = judge_of(look, unit.served.front().dispatch);
      for (const Served& served : unit.served) {
        if (!passes(served)) return &served;
      }
      return nullptr;
    }
    for (const Served& served : unit.served) {
      if (!judge_of(look, served.dispatch)(served)) return &served;
    }
    return nullptr;
  }

  /// Calls visit(state) once if all lanes of `unit` belong to one dispatch, else for each lane;
  /// only of dispatches in flight.
  template <class Visit>
  void for_each_served(const TimeUnitView& unit, Visit visit) {
    if (unit.served.empty()) return;
    const Look look(*this);
    const auto visit_if_known = [&](DispatchId id) {
      if (look.has(id)) visit(look.known(id));
    };
    if (unit.one_dispatch) return visit_if_known(unit.served.front().dispatch);
    for (const Served& served : unit.served) visit_if_known(served.dispatch);
  }

  /// Calls visit(id, state) for all dispatches in flight, in no particular order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t at = 0; at < ids_.size(); ++at) {
      if (is_taken(at)) visit(ids_[at], states_[at]);
    }
  }

 private:
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
    const std::vector<Lane> of_lane = std::move(of_lane_);
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
    of_lane_.resize(ids_.size() * lanes_);
    const auto old_mask = static_cast<DispatchId>(ids.size() - 1);
    for (const DispatchId one : in_flight) {
      states_[one & mask_] = std::move(states[one & old_mask]);
      std::copy_n(of_lane.data() + (one & old_mask) * lanes_, lanes_, lanes(one));
    }
  }

  // Apart from the states, because every lane searches them. The size is a power of two because ids
  // wrap around.
  std::vector<DispatchId> ids_ = free_places(16);
  std::vector<State> states_ = std::vector<State>(16);
  std::size_t lanes_;  ///< of a dispatch
  std::vector<Lane> of_lane_;
  DispatchId mask_ = 15;
  std::size_t count_ = 0;
};

}  // namespace superwarp::tb
