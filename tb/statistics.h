// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "language/bank_event.h"
#include "tb/under_way.h"

namespace superwarp::tb {

/// Counts what the banks do. Everything a run reports as measured on the RTL comes from here.
class Statistics {
 public:
  void count(const TimeUnit& unit);

  /// Time units until the last bank event so far.
  [[nodiscard]] std::uint64_t time_units() const { return time_units_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  /// Slots filled: time units in which the banks served anybody.
  [[nodiscard]] std::uint64_t slots() const { return slots_; }
  /// Dispatches that are complete.
  [[nodiscard]] std::uint64_t dispatches() const { return dispatches_; }
  /// Most slots of one dispatch.
  [[nodiscard]] std::uint64_t max_congestion() const { return max_congestion_; }
  /// Cycles since anything was accepted or served.
  [[nodiscard]] std::uint64_t quiet() const { return cycles_ - last_sign_; }

 private:
  struct Slots {
    std::uint64_t last = 0;   ///< time unit in which it was served last
    std::uint64_t count = 0;  ///< slots so far
  };

  std::uint64_t time_units_ = 0;
  std::uint64_t cycles_ = 0;
  std::uint64_t slots_ = 0;
  std::uint64_t dispatches_ = 0;
  std::uint64_t max_congestion_ = 0;
  std::uint64_t last_sign_ = 0;
  UnderWay<Slots> under_way_;
};

}  // namespace superwarp::tb
