#include "sysc/memory_unit.h"

namespace superwarp::sysc {

MemoryUnit::MemoryUnit(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
  SC_HAS_PROCESS(MemoryUnit);
  SC_METHOD(on_rising);
  sensitive << clk_i.pos();
  dont_initialize();
  SC_METHOD(on_falling);
  sensitive << clk_i.neg();
  dont_initialize();
}

void MemoryUnit::on_rising() {
  if (unit_ != nullptr) unit_->rising_edge();
}

void MemoryUnit::on_falling() {
  if (unit_ == nullptr) return;
  unit_->falling_edge();
  listener->on_cycle(*unit_);
}

}  // namespace superwarp::sysc
