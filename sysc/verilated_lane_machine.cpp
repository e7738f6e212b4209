// SPDX-License-Identifier: Apache-2.0
// The Verilated lane_machine behind the LaneUnit interface, compiled like verilated_unit.cpp.

#include <verilated.h>

#include <array>
#include <type_traits>

#include "Vlane_machine.h"
#include "sysc/lane_unit.h"
#include "sysc/lanes.h"
#include "sysc/verilated_context.h"

namespace superwarp::sysc {
namespace {

class VerilatedLaneMachine final : public LaneUnit {
 public:
  VerilatedLaneMachine() {
    outputs_.lane.resize(kLanes);
    outputs_.bank.resize(kLanes);
  }
  ~VerilatedLaneMachine() override {
    context_.keep_coverage();
    context_.be_current();
    model_.final();
  }

  void reset(std::uint32_t latency) override {
    context_.be_current();
    context_.gotError(false);
    valid_ = {};
    ready_ = {};
    model_.latency_i = latency;
    model_.rst_ni = 0;
    for (int cycle = 0; cycle < 2; ++cycle) clock();
    model_.rst_ni = 1;
  }

  void load_key(const std::vector<std::uint32_t>& key) override {
    model_.key_valid_i = 1;
    for (std::size_t i = 0; i < key.size(); ++i) {
      model_.key_index_i = static_cast<std::uint32_t>(i);
      model_.key_value_i = key[i];
      clock();
    }
    model_.key_valid_i = 0;
  }

  void offer(std::uint32_t lane, const LaneRequest& request) override {
    set(valid_, lane, 1);
    set(write_, lane, request.op == Op::kWrite ? 1 : 0);
    address_[lane] = request.address;
    for (std::uint32_t byte = 0; byte < 4; ++byte)
      set(enable_, 4 * lane + byte, (request.enable >> byte) & 1U);
    data_[lane] = request.data;
    tag_[lane] = request.tag;
  }

  void idle(std::uint32_t lane) override { set(valid_, lane, 0); }

  void take(std::uint32_t lane, bool ready) override { set(ready_, lane, ready ? 1 : 0); }

  const LaneOutputs& settle() override {
    drive();
    edge(0);
    show();
    return outputs_;
  }

  void rising_edge() override { edge(1); }

  [[nodiscard]] bool assertion_failed() const override { return context_.gotError(); }

 private:
  template <class Port>
  using Words = PortWords<std::remove_reference_t<Port>>;
  /// Words that fill any port of one or four bits a lane.
  using Bits = std::array<std::uint32_t, 16>;

  static void set(Bits& bits, std::uint32_t place, std::uint32_t value) {
    std::uint32_t& word = bits[place / 32];
    word = (word & ~(1U << (place % 32))) | (value << (place % 32));
  }
  template <class View>
  static bool bit(const View& view, std::uint32_t place) {
    return ((view.data()[place / 32] >> (place % 32)) & 1U) != 0;
  }

  void edge(int level) {
    model_.clk_i = level;
    model_.eval();
    context_.timeInc(1);
  }

  void clock() {
    drive();
    edge(0);
    edge(1);
  }

  void drive() {
    write_port(model_.request_valid_i, valid_.data());
    write_port(model_.request_write_i, write_.data());
    write_port(model_.request_addr_i, address_.data());
    write_port(model_.request_enable_i, enable_.data());
    write_port(model_.request_data_i, data_.data());
    write_port(model_.request_tag_i, tag_.data());
    write_port(model_.response_ready_i, ready_.data());
  }

  void show() {
    request_ready_.update();
    response_valid_.update();
    response_tag_.update();
    response_data_.update();
    lane_valid_.update();
    lane_bank_.update();
    lane_tag_.update();
    lane_data_.update();
    bank_req_.update();
    bank_write_.update();
    bank_data_.update();
    const bool accesses = model_.access_valid_o != 0;
    for (std::uint32_t j = 0; j < kLanes; ++j) {
      LanePort& lane = outputs_.lane[j];
      lane = {};
      lane.request_ready = bit(request_ready_, j);
      lane.response_valid = bit(response_valid_, j);
      if (lane.response_valid) {
        lane.response_tag = response_tag_.data()[j];
        lane.response_data = response_data_.data()[j];
      }
      lane.served = accesses && bit(lane_valid_, j);
      if (lane.served) {
        lane.served_bank = lane_bank_.data()[j] % kLanes;
        lane.served_tag = lane_tag_.data()[j];
        lane.served_data = lane_data_.data()[j];
      }
      BankPort& bank = outputs_.bank[j];
      bank = {};
      bank.accesses = accesses && (bank_req_.data()[j] & kValid) != 0;
      if (bank.accesses) {
        bank.writes = bit(bank_write_, j);
        bank.cell = bank_req_.data()[j] & ~kValid;
        bank.data = bank_data_.data()[j];
      }
    }
  }

  static constexpr std::uint32_t kValid = 0x80000000U;
  /// An address lane of 32 bits each.
  static constexpr std::uint32_t kLanes = sizeof(Vlane_machine::bank_req_o) / 4;

  Context context_;
  Vlane_machine model_{&context_};
  Bits valid_{}, write_{}, enable_{}, ready_{};
  std::array<std::uint32_t, kLanes> address_{}, data_{}, tag_{};
  LaneOutputs outputs_;
  Words<decltype(Vlane_machine::request_ready_o)> request_ready_{model_.request_ready_o};
  Words<decltype(Vlane_machine::response_valid_o)> response_valid_{model_.response_valid_o};
  Words<decltype(Vlane_machine::response_tag_o)> response_tag_{model_.response_tag_o};
  Words<decltype(Vlane_machine::response_data_o)> response_data_{model_.response_data_o};
  Words<decltype(Vlane_machine::lane_valid_o)> lane_valid_{model_.lane_valid_o};
  Words<decltype(Vlane_machine::lane_bank_o)> lane_bank_{model_.lane_bank_o};
  Words<decltype(Vlane_machine::lane_tag_o)> lane_tag_{model_.lane_tag_o};
  Words<decltype(Vlane_machine::lane_data_o)> lane_data_{model_.lane_data_o};
  Words<decltype(Vlane_machine::bank_req_o)> bank_req_{model_.bank_req_o};
  Words<decltype(Vlane_machine::bank_write_o)> bank_write_{model_.bank_write_o};
  Words<decltype(Vlane_machine::bank_data_o)> bank_data_{model_.bank_data_o};
};

}  // namespace
}  // namespace superwarp::sysc

extern "C" __attribute__((visibility("default"))) superwarp::sysc::LaneUnit*
superwarp_make_lane_unit() {
  return new superwarp::sysc::VerilatedLaneMachine();
}
