#pragma once

#include <systemc>

#include "sysc/rtl_unit.h"

namespace superwarp::sysc {

/// What listens to the memory unit: called once a cycle in the middle of it, on the falling edge,
/// when the outputs of this cycle have settled and the inputs for the next rising edge may still be
/// driven.
class CycleListener : public virtual sc_core::sc_interface {
 public:
  virtual void on_cycle(RtlUnit& unit) = 0;
};

/// The memory unit as a SystemC module: turns clock edges into edges of the Verilated model.
///
/// SystemC elaborates once a process, so the model behind the module can be exchanged between runs.
class MemoryUnit : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_port<CycleListener> listener{"listener"};

  explicit MemoryUnit(const sc_core::sc_module_name& name);

  /// From the next edge on `unit` is clocked; nullptr: none. It must outlive its use here.
  void attach(RtlUnit* unit) { unit_ = unit; }

 private:
  void on_rising();
  void on_falling();

  RtlUnit* unit_ = nullptr;
};

}  // namespace superwarp::sysc
