// SPDX-License-Identifier: Apache-2.0
// The Verilated coalescer behind the CoalescerUnit interface, compiled like verilated_unit.cpp.

#include <verilated.h>

#include "Vcoalescer.h"
#include "model/machine/log2.h"
#include "sysc/coalescer_unit.h"
#include "sysc/verilated_unit.h"

namespace superwarp::sysc {
namespace {

class VerilatedCoalescer final : public VerilatedUnitOf<CoalescerUnit, Vcoalescer> {
 public:
  void reset() override {
    idle();
    take(false);
    clock_reset();
  }

  void drive(const HalfWarpAccess& access) override {
    model_.request_valid_i = 1;
    model_.request_word_i = floor_log2(access.word_bytes);
    std::uint32_t active = 0;
    for (std::uint32_t i = 0; i < kHalfWarp; ++i)
      active |= static_cast<std::uint32_t>(access.address[i] != kInactive) << i;
    model_.request_active_i = active;
    write_port(model_.request_addr_i, addresses_.of(access.address.data(), kHalfWarp));
  }

  void idle() override { model_.request_valid_i = 0; }

  void take(bool ready) override { model_.transaction_ready_i = ready ? 1 : 0; }

  const CoalescerOutputs& settle() override {
    edge(0);
    outputs_.request_ready = model_.request_ready_o != 0;
    outputs_.transaction_valid = model_.transaction_valid_o != 0;
    outputs_.transaction_last = model_.transaction_last_o != 0;
    outputs_.transaction = {model_.transaction_addr_o, 1U << model_.transaction_size_o, model_.transaction_served_o};
    return outputs_;
  }

  void rising_edge() override { edge(1); }

 private:
  PortAddresses addresses_;
  CoalescerOutputs outputs_;
};

}  // namespace
}  // namespace superwarp::sysc

extern "C" __attribute__((visibility("default"))) superwarp::sysc::CoalescerUnit* superwarp_make_coalescer_unit() {
  return new superwarp::sysc::VerilatedCoalescer();
}
