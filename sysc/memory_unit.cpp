// SPDX-License-Identifier: Apache-2.0
#include "sysc/memory_unit.h"

namespace superwarp::sysc {

MemoryUnit::MemoryUnit(const sc_core::sc_module_name& name, const sc_core::sc_time& period)
    : sc_core::sc_module(name), period_(period) {
  SC_HAS_PROCESS(MemoryUnit);
  SC_METHOD(cycle);
}

void MemoryUnit::attach(RtlUnit* unit) {
  unit_ = unit;
  attached_.notify(sc_core::SC_ZERO_TIME);
}

void MemoryUnit::cycle() {
  if (unit_ == nullptr) {
    next_trigger(attached_);
    return;
  }
  next_trigger(period_);
  unit_->rising_edge();
  unit_->falling_edge();
  listener->on_time_unit(unit_->observe());
}

}  // namespace superwarp::sysc
