#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "language/machine.h"
#include "language/reference.h"
#include "sysc/rtl_unit.h"

namespace superwarp::tb {

/// Compares every slot and every response of the memory unit with the reference as it happens:
/// order, time unit, who is served, and the word each thread reads.
class Scoreboard {
 public:
  /// `reference` must outlive this.
  Scoreboard(const Machine& machine, Reference& reference);

  /// One cycle of the unit, `now` in time units. Says what disagrees, if anything does.
  std::optional<std::string> check(std::uint64_t now, const sysc::RtlOutputs& outputs);

  /// The run is over: is anything missing?
  std::optional<std::string> finish();

 private:
  std::optional<std::string> check_slot(std::uint64_t now, const sysc::RtlOutputs& outputs);
  std::optional<std::string> check_response(std::uint64_t now, const sysc::RtlOutputs& outputs);
  Expected& in_flight(std::uint64_t dispatch) { return in_flight_[dispatch % in_flight_.size()]; }

  std::uint32_t lanes_;
  std::uint32_t latency_;
  Reference& reference_;
  std::vector<Expected> in_flight_;  ///< a ring: dispatches entered and not yet complete
  std::uint64_t entered_ = 0;        ///< dispatches whose first slot has come
  std::uint64_t completed_ = 0;      ///< dispatches whose last response has come
  std::uint32_t slot_ = 0;      ///< next slot of dispatch entered_ - 1; 0: the next is a first slot
  std::uint32_t response_ = 0;  ///< next response of dispatch completed_
  std::uint32_t served_ = 0;    ///< lanes of dispatch completed_ served so far
};

}  // namespace superwarp::tb
