#pragma once

#include <cstdint>

#include "sysc/rtl_unit.h"

namespace superwarp::tb {

/// Counts what the memory unit's event outputs show. Everything a run reports as measured on the
/// RTL comes from here.
class Monitor {
 public:
  /// Called once a cycle, before anyone else looks: now() then is the time unit of this cycle.
  void sample(const sysc::RtlOutputs& outputs);

  /// Time unit of the cycle under way: 1 in the cycle of the run's first slot, 0 before.
  [[nodiscard]] std::uint64_t now() const { return now_; }
  /// Time units until the last slot so far was complete.
  [[nodiscard]] std::uint64_t time_units() const { return complete_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  [[nodiscard]] std::uint64_t slots() const { return slots_; }
  [[nodiscard]] std::uint64_t dispatches() const { return dispatches_; }
  /// Most slots of one dispatch.
  [[nodiscard]] std::uint64_t max_congestion() const { return max_congestion_; }
  /// Slots that came back.
  [[nodiscard]] std::uint64_t responses() const { return responses_; }

 private:
  std::uint64_t now_ = 0;
  std::uint64_t complete_ = 0;
  std::uint64_t cycles_ = 0;
  std::uint64_t slots_ = 0;
  std::uint64_t dispatches_ = 0;
  std::uint64_t congestion_ = 0;  ///< slots so far of the dispatch under way
  std::uint64_t max_congestion_ = 0;
  std::uint64_t responses_ = 0;
};

}  // namespace superwarp::tb
