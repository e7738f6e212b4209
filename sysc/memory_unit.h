// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <vector>

#include "sysc/rtl_unit.h"

namespace superwarp::sysc {

/// What listens to the memory unit: called once a cycle in the middle of it, when what the memory
/// does in this cycle has settled and the inputs for the next rising edge may still be driven. Of
/// several with one clock, once for each, in their order.
class TimeUnitListener : public virtual sc_core::sc_interface {
 public:
  virtual void on_time_unit(const TimeUnit& now) = 0;
};

/// The memory unit as a SystemC module, the bench's fast path: it is its own clock. One process and
/// one event a cycle give the Verilated model both edges; a clock signal would cost two of each,
/// more than the model's own time for narrow units.
///
/// SystemC elaborates once a process, so the model behind the module can be exchanged between runs.
class MemoryUnit : public sc_core::sc_module {
 public:
  sc_core::sc_port<TimeUnitListener> listener{"listener"};

  /// A cycle, one time unit of the machine, lasts `period`.
  MemoryUnit(const sc_core::sc_module_name& name, const sc_core::sc_time& period);

  /// From the next cycle on `unit` is clocked; nullptr: none. It must outlive its use here.
  void attach(RtlUnit* unit);
  /// The same for several, with one clock.
  void attach(std::vector<RtlUnit*> units);

 private:
  void cycle();

  sc_core::sc_time period_;
  sc_core::sc_event attached_;
  std::vector<RtlUnit*> units_;
};

}  // namespace superwarp::sysc
