// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <vector>

#include "sysc/rtl_unit.h"

namespace superwarp::sysc {

/// Listens to the memory unit. Called once in the middle of every cycle, when the outputs have
/// settled and the inputs for the next rising edge may still change. Several units with one clock
/// call it once each, in their order. Returning false pauses the simulation.
class TimeUnitListener : public virtual sc_core::sc_interface {
 public:
  virtual bool on_time_unit(RtlUnit& unit) = 0;
};

/// The memory unit as a SystemC module that is its own clock, for the bench. One process and one
/// event give the Verilated model both edges of kCycles cycles; SystemC's time moves on after them,
/// so no other process should wait for the unit. A clock signal would cost two events a cycle, more
/// than the time of a narrow model.
///
/// SystemC elaborates once in a process, so runs exchange the model behind the module.
class MemoryUnit : public sc_core::sc_module {
 public:
  sc_core::sc_port<TimeUnitListener> listener{"listener"};

  /// Cycles of an event.
  static constexpr unsigned kCycles = 64;

  /// `period` is the length of a cycle, one time unit of the machine.
  MemoryUnit(const sc_core::sc_module_name& name, const sc_core::sc_time& period);

  /// Clocks `units` from the next cycle on; each must outlive its use.
  void attach(std::vector<RtlUnit*> units);

 private:
  void run_cycles();

  sc_core::sc_time period_;
  sc_core::sc_event attached_;
  std::vector<RtlUnit*> units_;
};

}  // namespace superwarp::sysc
