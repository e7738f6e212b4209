// The Verilated memory_machine behind the RtlUnit interface. Compiled once for every configuration,
// together with the code that Verilator generated for it, into a library that is loaded at run time
// (rtl_cache.h).

#include <verilated.h>
#include <verilated_fst_c.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "Vmemory_machine.h"
#include "sysc/lanes.h"
#include "sysc/rtl_unit.h"
#include "sysc/verilated_context.h"

namespace superwarp::sysc {
namespace {

class VerilatedUnit final : public RtlUnit {
 public:
  VerilatedUnit() {
    outputs_.slot_served = slot_served_.data();
    outputs_.slot_addr = slot_addr_.data();
    outputs_.slot_bank_req = slot_bank_req_.data();
    outputs_.response_served = response_served_.data();
    outputs_.response_data = response_data_.data();
  }
  ~VerilatedUnit() override {
    context_.be_current();
    close_waves();
    model_.final();
  }
  VerilatedUnit(const VerilatedUnit&) = delete;
  VerilatedUnit& operator=(const VerilatedUnit&) = delete;

  void reset(std::uint32_t latency) override {
    context_.be_current();
    context_.gotError(false);  // a failed assertion belongs to the run it failed in
    idle();
    model_.latency_i = latency;
    model_.rst_ni = 0;
    for (int cycle = 0; cycle < 2; ++cycle) {
      falling_edge();
      rising_edge();
    }
    model_.rst_ni = 1;
    falling_edge();
  }

  void load_key(const std::vector<std::uint32_t>& key) override {
    idle();
    model_.key_valid_i = 1;
    for (std::size_t i = 0; i < key.size(); ++i) {
      model_.key_index_i = static_cast<std::uint32_t>(i);
      model_.key_value_i = key[i];
      falling_edge();
      edge(1);
    }
    model_.key_valid_i = 0;
    falling_edge();
  }

  void drive(const Dispatch& dispatch) override {
    model_.dispatch_valid_i = 1;
    model_.dispatch_write_i = dispatch.op == Op::kWrite ? 1 : 0;
    model_.dispatch_tag_i = dispatch.super_warp;
    const std::size_t lanes = dispatch.address.size();
    active_.assign((lanes + 31) / 32 + 1, 0);
    for (std::size_t i = 0; i < lanes; ++i) {
      active_[i / 32] |= static_cast<std::uint32_t>(dispatch.address[i] != kInactive) << (i % 32);
    }
    write_port(model_.dispatch_active_i, active_.data());
    write_port(model_.dispatch_addr_i, dispatch.address.data());
    if (dispatch.op == Op::kWrite) write_port(model_.dispatch_data_i, dispatch.data.data());
  }

  void idle() override { model_.dispatch_valid_i = 0; }

  void rising_edge() override {
    edge(1);
    slot_served_.update();
    slot_addr_.update();
    slot_bank_req_.update();
    response_served_.update();
    response_data_.update();
    outputs_.dispatch_ready = model_.dispatch_ready_o != 0;
    outputs_.slot_valid = model_.slot_valid_o != 0;
    outputs_.slot_last = model_.slot_last_o != 0;
    outputs_.slot_tag = model_.slot_tag_o;
    outputs_.response_valid = model_.response_valid_o != 0;
    outputs_.response_last = model_.response_last_o != 0;
    outputs_.response_write = model_.response_write_o != 0;
    outputs_.response_tag = model_.response_tag_o;
  }

  void falling_edge() override { edge(0); }

  [[nodiscard]] const RtlOutputs& outputs() const override { return outputs_; }

  [[nodiscard]] bool assertion_failed() const override { return context_.gotError(); }

  void open_waves(const std::string& file) override {
    close_waves();
    waves_ = std::make_unique<VerilatedFstC>();
    model_.trace(waves_.get(), 99);
    waves_->open(file.c_str());
    if (!waves_->isOpen()) {
      waves_.reset();
      throw std::runtime_error(file + ": cannot write a waveform here");
    }
  }

  void close_waves() override {
    if (waves_) waves_->close();
    waves_.reset();
  }

 private:
  template <class Port>
  using Words = PortWords<std::remove_reference_t<Port>>;

  void edge(int level) {
    model_.clk_i = level;
    model_.eval();
    if (waves_) waves_->dump(context_.time());
    context_.timeInc(1);
  }

  Context context_;
  Vmemory_machine model_{&context_};
  std::unique_ptr<VerilatedFstC> waves_;
  std::vector<std::uint32_t> active_;
  Words<decltype(Vmemory_machine::slot_served_o)> slot_served_{model_.slot_served_o};
  Words<decltype(Vmemory_machine::slot_addr_o)> slot_addr_{model_.slot_addr_o};
  Words<decltype(Vmemory_machine::slot_bank_req_o)> slot_bank_req_{model_.slot_bank_req_o};
  Words<decltype(Vmemory_machine::response_served_o)> response_served_{model_.response_served_o};
  Words<decltype(Vmemory_machine::response_data_o)> response_data_{model_.response_data_o};
  RtlOutputs outputs_;
};

}  // namespace
}  // namespace superwarp::sysc

extern "C" __attribute__((visibility("default"))) superwarp::sysc::RtlUnit*
superwarp_make_rtl_unit() {
  return new superwarp::sysc::VerilatedUnit();
}
