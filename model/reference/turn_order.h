// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "model/machine/threads.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

class ReadyWarps;

/// One super warp's turn at the memory.
struct Turn {
  std::uint32_t super_warp = 0;
  std::uint64_t goes_in = 0;     ///< time unit of its first warp; 1 is the first of the run
  std::uint64_t first_slot = 0;  ///< time unit
  bool posted = false;           ///< a write for which nothing waits
};

/// The order of accesses to the memory (docs/spec/machines.md, "Two schedules"). The caller repeats
/// next(), serves the turn, calls Threads::complete(), and calls served().
class TurnOrder {
 public:
  virtual ~TurnOrder() = default;

  /// The next turn, its access prepared in Threads; false at the end of the run.
  virtual bool next(Turn& turn) = 0;

  /// The access of `turn`, the last one, took its slots up to time unit `last_slot`.
  virtual void served(const Turn& turn, std::uint64_t last_slot) = 0;

  /// The super warps of the async schedule; null in the rounds schedule.
  [[nodiscard]] virtual const ReadyWarps* warps() const { return nullptr; }
};

/// The order of machine.schedule; `threads` must outlive it.
std::unique_ptr<TurnOrder> make_turn_order(Threads& threads, const Machine& machine);

}  // namespace superwarp::model
