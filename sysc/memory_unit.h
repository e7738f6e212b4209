// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <vector>

#include "sysc/simulation.h"

namespace superwarp::sysc {

/// The memory unit as a SystemC module that is its own clock, for the bench. One process and one
/// event give the Verilated model both edges of kCycles cycles; SystemC's time moves on after them,
/// so no other process should wait for the unit. A clock signal would cost two events a cycle, more
/// than the time of a narrow model.
class MemoryUnit : public sc_core::sc_module {
 public:
  /// Cycles of an event.
  static constexpr unsigned kCycles = 64;

  /// `period` is the length of a cycle, one time unit of the machine.
  MemoryUnit(const sc_core::sc_module_name& name, const sc_core::sc_time& period);

  /// Clocks `units` from the next cycle on and calls the listener; all must outlive their use.
  void attach(std::vector<RtlUnit*> units, TimeUnitListener* listener);

 private:
  void run_cycles();

  sc_core::sc_time period_;
  sc_core::sc_event attached_;
  std::vector<RtlUnit*> units_;
  TimeUnitListener* listener_ = nullptr;
};

}  // namespace superwarp::sysc
