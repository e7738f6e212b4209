// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "language/threads.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// One super warp's turn at the memory.
struct Turn {
  std::uint32_t super_warp = 0;
  std::uint64_t first_slot = 0;  ///< time unit; 1 is the first of the run
};

/// Decides who accesses the memory next, and when (docs/spec/machines.md, "Two schedules").
/// next(), then the caller serves the turn and has Threads complete it, then served(), and again.
class TurnOrder {
 public:
  TurnOrder() = default;
  virtual ~TurnOrder() = default;
  TurnOrder(const TurnOrder&) = delete;
  TurnOrder& operator=(const TurnOrder&) = delete;

  /// The next turn, its access prepared in Threads; false when every super warp has finished.
  virtual bool next(Turn& turn) = 0;

  /// The access of the last turn filled the slots up to time unit `last_slot`.
  virtual void served(std::uint64_t last_slot) = 0;
};

/// The order of machine.schedule among the super warps of `threads`, which must outlive it.
std::unique_ptr<TurnOrder> make_turn_order(Threads& threads, const Machine& machine);

}  // namespace superwarp::model
