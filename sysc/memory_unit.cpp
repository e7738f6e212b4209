// SPDX-License-Identifier: Apache-2.0
#include "sysc/memory_unit.h"

#include <utility>

namespace superwarp::sysc {

MemoryUnit::MemoryUnit(const sc_core::sc_module_name& name, const sc_core::sc_time& period)
    : sc_core::sc_module(name), period_(period) {
  SC_HAS_PROCESS(MemoryUnit);
  SC_METHOD(run_cycles);
}

void MemoryUnit::attach(std::vector<RtlUnit*> units, TimeUnitListener* listener) {
  units_ = std::move(units);
  listener_ = listener;
  attached_.notify(sc_core::SC_ZERO_TIME);
}

void MemoryUnit::run_cycles() {
  if (units_.empty()) {
    next_trigger(attached_);
    return;
  }
  next_trigger(kCycles * period_);
  for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
    for (RtlUnit* const unit : units_) {
      unit->rising_edge();
      unit->falling_edge();
    }
    for (RtlUnit* const unit : units_) {
      if (listener_->on_time_unit(*unit)) continue;
      sc_core::sc_pause();
      return;
    }
  }
}

}  // namespace superwarp::sysc
