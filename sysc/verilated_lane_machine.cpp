// SPDX-License-Identifier: Apache-2.0
// The Verilated lane_machine behind the LaneUnit interface, compiled like verilated_unit.cpp.

#include <verilated.h>

#include <array>

#include "Vlane_machine.h"
#include "sysc/rtl_unit.h"
#include "sysc/verilated_unit.h"

namespace superwarp::sysc {
namespace {

class VerilatedLaneMachine final : public VerilatedUnitOf<LaneUnit, Vlane_machine> {
 public:
  VerilatedLaneMachine() {
    outputs_.lane.resize(kLanes);
    outputs_.bank.resize(kBanks);
  }

  void reset(std::uint32_t latency) override {
    valid_ = {};
    ready_ = {};
    drive();
    model_.latency_i = latency;
    clock_reset();
  }

  void load_key(const std::vector<KeyWrite>& writes) override {
    drive();
    clock_key(writes);
  }

  void offer(std::uint32_t lane, const LaneRequest& request) override {
    set(valid_, lane, 1);
    set(write_, lane, request.op == Op::kWrite ? 1 : 0);
    address_[lane] = request.address;
    for (std::uint32_t byte = 0; byte < 4; ++byte) set(enable_, 4 * lane + byte, (request.enable >> byte) & 1U);
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

 private:
  /// Words that fill any port of one or four bits a lane.
  using Bits = std::array<std::uint32_t, 16>;

  static void set(Bits& bits, std::uint32_t place, std::uint32_t value) {
    std::uint32_t& word = bits[place / 32];
    word = (word & ~(1U << (place % 32))) | (value << (place % 32));
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
    const PortWords request_ready(model_.request_ready_o);
    const PortWords response_valid(model_.response_valid_o);
    const PortWords response_tag(model_.response_tag_o);
    const PortWords response_data(model_.response_data_o);
    const PortWords lane_valid(model_.lane_valid_o);
    const PortWords lane_bank(model_.lane_bank_o);
    const PortWords lane_tag(model_.lane_tag_o);
    const PortWords lane_data(model_.lane_data_o);
    const PortWords bank_req(model_.bank_req_o);
    const PortWords bank_write(model_.bank_write_o);
    const PortWords bank_data(model_.bank_data_o);
    const bool accesses = model_.access_valid_o != 0;
    for (std::uint32_t j = 0; j < kLanes; ++j) {
      LanePort& lane = outputs_.lane[j];
      lane = {};
      lane.request_ready = bit_at(request_ready.data(), j);
      lane.response_valid = bit_at(response_valid.data(), j);
      if (lane.response_valid) {
        lane.response_tag = response_tag.data()[j];
        lane.response_data = response_data.data()[j];
      }
      lane.served = accesses && bit_at(lane_valid.data(), j);
      if (lane.served) {
        lane.served_bank = lane_bank.data()[j] % (1U << kBankBits);
        lane.served_tag = lane_tag.data()[j];
        lane.served_data = lane_data.data()[j];
      }
    }
    for (std::uint32_t b = 0; b < kBanks; ++b) {
      const std::uint32_t location = bank_req.data()[b] & ~kValid;
      BankPort& bank = outputs_.bank[b];
      bank = {};
      bank.accesses = accesses && (bank_req.data()[b] & kValid) != 0;
      if (bank.accesses) {
        bank.writes = bit_at(bank_write.data(), b);
        bank.cell = (location >> kBankBits) * kBanks + location % (1U << kBankBits);
        bank.data = bank_data.data()[b];
      }
    }
  }

  static constexpr std::uint32_t kValid = 0x80000000U;
  /// An address lane of 32 bits each.
  static constexpr std::uint32_t kLanes = sizeof(Vlane_machine::request_addr_i) / 4;
  static constexpr std::uint32_t kBanks = sizeof(Vlane_machine::bank_req_o) / 4;
  static constexpr std::uint32_t kBankBits = bits_of(kBanks - 1);  ///< of a location

  Bits valid_{}, write_{}, enable_{}, ready_{};
  std::array<std::uint32_t, kLanes> address_{}, data_{}, tag_{};
  LaneOutputs outputs_;
};

}  // namespace
}  // namespace superwarp::sysc

extern "C" __attribute__((visibility("default"))) superwarp::sysc::LaneUnit* superwarp_make_lane_unit() {
  return new superwarp::sysc::VerilatedLaneMachine();
}
