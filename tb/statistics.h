// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/machine/bank_event.h"
#include "tb/under_way.h"

namespace superwarp::tb {

/// Counts bank events: the source of all measurements of the RTL that a run reports.
class Statistics {
 public:
  void count(const TimeUnitView& unit);

  /// Time units until the last bank event so far.
  [[nodiscard]] std::uint64_t time_units() const { return time_units_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  /// Time units in which a bank served a lane.
  [[nodiscard]] std::uint64_t slots() const { return slots_; }
  /// Completed dispatches.
  [[nodiscard]] std::uint64_t dispatches() const { return dispatches_; }
  /// Most slots of one dispatch.
  [[nodiscard]] std::uint64_t max_congestion() const;
  /// Cycles since the last acceptance or service.
  [[nodiscard]] std::uint64_t quiet() const { return cycles_ - last_sign_; }

 private:
  struct Slots {
    std::uint64_t last = 0;  ///< time unit of its last service
    std::uint64_t count = 0;
  };

  std::uint64_t time_units_ = 0;
  std::uint64_t cycles_ = 0;
  std::uint64_t slots_ = 0;
  std::uint64_t dispatches_ = 0;
  std::uint64_t max_congestion_ = 0;  ///< of completed ones
  std::uint64_t last_sign_ = 0;
  UnderWay<Slots> under_way_;
};

}  // namespace superwarp::tb
