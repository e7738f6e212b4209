// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "language/bank_event.h"
#include "language/disagreement.h"
#include "language/machine.h"
#include "language/reference.h"
#include "tb/read_ahead.h"
#include "tb/under_way.h"

namespace superwarp::tb {

/// The exact law of one machine, with all its memories: every dispatch, each of its lanes and its
/// completion in the time unit that the reference foretells, with the words that it foretells.
class TimedChecker {
 public:
  /// `reference` must outlive this.
  TimedChecker(const Machine& machine, Reference& reference)
      : reference_(reference, machine.lanes()) {
    for (std::uint32_t number = 0; number < machine.memories(); ++number)
      latency_.push_back(memory_of(machine, number).latency);
  }

  /// Dispatch `id` is offered: it has to be the reference's next.
  std::optional<Disagreement> offered(DispatchId id, const Dispatch& dispatch);

  /// What a time unit's events break first, if anything. Its events are lawful.
  std::optional<Disagreement> check(const TimeUnit& unit);

  /// The run is over: is anything missing?
  std::optional<Disagreement> finish();

 private:
  struct Foretold {
    Expected expected;
    std::uint64_t first = 0;  ///< time unit in which a bank may serve any of its lanes
  };

  Disagreement explain(const TimeUnit& unit, const Served& served);

  std::vector<std::uint32_t> latency_;  ///< of each memory
  ReadAhead reference_;
  UnderWay<Foretold> under_way_;
};

}  // namespace superwarp::tb
