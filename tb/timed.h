// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/machine/bank_event.h"
#include "model/machine/disagreement.h"
#include "model/machine/machine.h"
#include "model/machine/reference.h"
#include "tb/read_ahead.h"
#include "tb/under_way.h"

namespace superwarp::tb {

/// The exact law of one machine with all its memories: every dispatch, every lane and every
/// completion has the time unit and the words that the reference predicts.
class TimedChecker {
 public:
  /// `reference` must outlive this.
  TimedChecker(const Machine& machine, Reference& reference)
      : reference_(reference, machine.lanes()) {
    for (std::uint32_t number = 0; number < machine.memories(); ++number)
      latency_.push_back(memory_of(machine, number).latency);
  }

  /// Announces dispatch `id`, which must be the reference's next.
  std::optional<Disagreement> offered(DispatchId id, const Dispatch& dispatch);

  /// The first rule that a time unit of lawful events breaks, if any.
  std::optional<Disagreement> check(const TimeUnitView& unit);

  /// See ReadAhead.
  bool predict() { return reference_.predict(); }

  /// Ends the run: is a dispatch missing?
  std::optional<Disagreement> finish();

 private:
  struct Predicted {
    Expected expected;
    std::uint64_t first = 0;  ///< the first time unit in which a bank may serve a lane
  };

  Disagreement explain(const TimeUnitView& unit, const Served& served);

  std::vector<std::uint32_t> latency_;  ///< of each memory
  ReadAhead reference_;
  UnderWay<Predicted> under_way_;
};

}  // namespace superwarp::tb
