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
    if (slot(id).live) grow(id);
    Slot& fresh = slot(id);
    fresh.live = true;
    fresh.id = id;
    ++count_;
    return fresh.state;
  }

  /// Null if it is not under way.
  State* find(DispatchId id) {
    Slot& found = slot(id);
    return found.live && found.id == id ? &found.state : nullptr;
  }

  void end(DispatchId id) {
    slot(id).live = false;
    --count_;
  }

  [[nodiscard]] std::size_t count() const { return count_; }

  /// Calls visit(id, state) for all of them, in no order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Slot& one : slots_) {
      if (one.live) visit(one.id, one.state);
    }
  }

 private:
  struct Slot {
    DispatchId id = 0;
    bool live = false;
    State state;
  };

  Slot& slot(DispatchId id) { return slots_[id & mask_]; }

  /// Until `id` and all that are under way have places of their own.
  void grow(DispatchId id) {
    std::vector<Slot> old = std::move(slots_);
    for (std::size_t size = 2 * old.size();; size *= 2) {
      slots_ = std::vector<Slot>(size);
      mask_ = static_cast<DispatchId>(size - 1);
      bool fits = true;
      slot(id).live = true;
      for (const Slot& one : old) {
        if (!one.live) continue;
        fits = fits && !slot(one.id).live;
        slot(one.id).live = true;
      }
      if (fits) break;
    }
    slot(id).live = false;
    for (Slot& one : old) {
      if (one.live) slot(one.id) = std::move(one);
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(16);  ///< a power of two, as names wrap around
  DispatchId mask_ = 15;
  std::size_t count_ = 0;
};

}  // namespace superwarp::tb
