// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <systemc>
#include <utility>

#include "model/machine/machine.h"
#include "sysc/rtl_unit.h"

namespace superwarp::sysc {

/// A signal's value for every lane or bank. Its own type, so that sc_signal can carry it, streams
/// print it, and sc_trace() shows every element: "lane_data_o_07".
template <class T, std::size_t kSize>
struct PinVector {
  std::array<T, kSize> value{};

  [[nodiscard]] static constexpr std::size_t size() { return kSize; }
  T& operator[](std::size_t i) { return value[i]; }
  const T& operator[](std::size_t i) const { return value[i]; }
  [[nodiscard]] auto begin() const { return value.begin(); }
  [[nodiscard]] auto end() const { return value.end(); }

  bool operator==(const PinVector& other) const { return value == other.value; }
  bool operator!=(const PinVector& other) const { return !(*this == other); }
};

template <class T, std::size_t kSize>
std::ostream& operator<<(std::ostream& out, const PinVector<T, kSize>& pins) {
  for (std::size_t i = 0; i < kSize; ++i) out << (i == 0 ? "" : " ") << pins[i];
  return out;
}

template <class T, std::size_t kSize>
void sc_trace(sc_core::sc_trace_file* file, const PinVector<T, kSize>& pins, const std::string& name) {
  const std::size_t digits = std::to_string(kSize - 1).size();
  for (std::size_t i = 0; i < kSize; ++i) {
    std::string number = std::to_string(i);
    number.insert(0, digits - number.size(), '0');
    sc_core::sc_trace(file, pins[i], name + "_" + number);
  }
}

/// The memory unit with the ports of rtl/memory_machine.sv, for users who connect signals and trace
/// them. A flat vector of the RTL is a PinVector here. The RTL runs inside, one clock cycle for a
/// time unit. It takes its inputs on the rising edge of clk_i; the outputs show the cycle that
/// begins there and are 0 while they are invalid.
///
/// The latency and a random mapping's key are constant in a run. They come from the machine.
template <std::uint32_t kWidth, std::uint32_t kSuperWarp = 1, std::uint32_t kBanks = kWidth>
class MemoryPins : public sc_core::sc_module {
 public:
  static constexpr std::uint32_t kLanes = kSuperWarp * kWidth;
  template <class T>
  using OfLanes = PinVector<T, kLanes>;
  template <class T>
  using OfBanks = PinVector<T, kBanks>;

  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};  ///< synchronous, active low; keeps the memory

  sc_core::sc_in<bool> dispatch_valid_i{"dispatch_valid_i"};
  sc_core::sc_out<bool> dispatch_ready_o{"dispatch_ready_o"};
  sc_core::sc_in<bool> dispatch_write_i{"dispatch_write_i"};
  sc_core::sc_in<DispatchId> dispatch_tag_i{"dispatch_tag_i"};
  sc_core::sc_in<OfLanes<bool>> dispatch_active_i{"dispatch_active_i"};
  sc_core::sc_in<OfLanes<Address>> dispatch_addr_i{"dispatch_addr_i"};
  sc_core::sc_in<OfLanes<Word>> dispatch_data_i{"dispatch_data_i"};

  sc_core::sc_out<OfBanks<bool>> bank_valid_o{"bank_valid_o"};
  sc_core::sc_out<OfBanks<std::uint32_t>> bank_row_o{"bank_row_o"};
  sc_core::sc_out<OfBanks<bool>> bank_write_o{"bank_write_o"};
  sc_core::sc_out<OfBanks<Word>> bank_data_o{"bank_data_o"};
  sc_core::sc_out<OfLanes<bool>> lane_valid_o{"lane_valid_o"};
  sc_core::sc_out<OfLanes<std::uint32_t>> lane_bank_o{"lane_bank_o"};
  sc_core::sc_out<OfLanes<Word>> lane_data_o{"lane_data_o"};
  sc_core::sc_out<OfLanes<DispatchId>> lane_tag_o{"lane_tag_o"};
  sc_core::sc_out<OfLanes<bool>> lane_complete_o{"lane_complete_o"};

  /// `unit` must be a fresh one for `machine` without other users. Throws std::invalid_argument if
  /// the machine does not have the shape of the ports, or its banks have two ports.
  MemoryPins(const sc_core::sc_module_name& name, std::shared_ptr<RtlUnit> unit, const Machine& machine)
      : sc_core::sc_module(name), unit_(std::move(unit)), latency_(machine.latency), words_(machine.words()) {
    if (machine.hierarchy) {
      throw std::invalid_argument(std::string(this->name()) +
                                  ": a machine of several memories, expected one of them: memory_of()");
    }
    if (machine.ports != 1) {
      throw std::invalid_argument(
          std::string(this->name()) + ": banks of " + std::to_string(machine.ports) +
          " ports, expected 1: these ports show one access of a bank; TlmMemory takes such banks");
    }
    if (machine.width != kWidth || machine.super_warp != kSuperWarp || machine.bank_count() != kBanks) {
      const auto shape = [](std::uint32_t width, std::uint32_t super_warp, std::uint32_t banks) {
        return "width " + std::to_string(width) + ", super warp " + std::to_string(super_warp) + " and " +
               std::to_string(banks) + " banks";
      };
      throw std::invalid_argument(std::string(this->name()) + ": a machine of " +
                                  shape(machine.width, machine.super_warp, machine.bank_count()) + ", expected " +
                                  shape(kWidth, kSuperWarp, kBanks) + " as the ports have it");
    }
    dispatch_.address.resize(kLanes);
    dispatch_.data.resize(kLanes);
    unit_->load_key(key_writes(machine));
    unit_->reset(latency_);
    SC_HAS_PROCESS(MemoryPins);
    SC_METHOD(edge);
    sensitive << clk_i.pos();
    dont_initialize();
  }

 private:
  /// All signals that the unit drives in a cycle.
  struct Outputs {
    OfBanks<bool> bank_valid;
    OfBanks<std::uint32_t> bank_row;
    OfBanks<bool> bank_write;
    OfBanks<Word> bank_data;
    OfLanes<bool> lane_valid;
    OfLanes<std::uint32_t> lane_bank;
    OfLanes<Word> lane_data;
    OfLanes<DispatchId> lane_tag;
    OfLanes<bool> lane_complete;
  };

  void edge() {
    if (!rst_ni.read()) {
      unit_->reset(latency_);
      show({});
      return;
    }
    unit_->idle();
    if (dispatch_valid_i.read() && unit_->ready()) offer();
    unit_->rising_edge();
    unit_->falling_edge();
    show(unit_->observe());
    if (unit_->assertion_failed() && !std::exchange(failed_, true)) report("an assertion of the RTL failed");
  }

  void offer() {
    const OfLanes<bool>& active = dispatch_active_i.read();
    const OfLanes<Address>& address = dispatch_addr_i.read();
    dispatch_.op = dispatch_write_i.read() ? Op::kWrite : Op::kRead;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      dispatch_.address[lane] = active[lane] ? address[lane] : kInactive;
      if (active[lane] && address[lane] >= words_) {
        report("lane " + std::to_string(lane) + " requests address " + std::to_string(address[lane]) +
               ", expected less than " + std::to_string(words_));
      }
    }
    const OfLanes<Word>& data = dispatch_data_i.read();
    std::copy(data.begin(), data.end(), dispatch_.data.begin());
    unit_->offer(dispatch_, dispatch_tag_i.read());
  }

  void show(const TimeUnitView& now) {
    Outputs out;
    for (const BankEvent& event : now.events) {
      out.bank_valid[event.bank] = true;
      out.bank_row[event.bank] = event.row;
      out.bank_write[event.bank] = event.op == Op::kWrite;
      out.bank_data[event.bank] = event.word;
    }
    for (const Served& served : now.served) {
      const BankEvent& event = now.events[served.event];
      out.lane_valid[served.lane] = true;
      out.lane_bank[served.lane] = event.bank;
      if (event.op == Op::kRead) out.lane_data[served.lane] = served.word;
      out.lane_tag[served.lane] = served.dispatch;
      out.lane_complete[served.lane] =
          std::find(now.completed.begin(), now.completed.end(), served.dispatch) != now.completed.end();
    }
    dispatch_ready_o.write(unit_->ready());
    bank_valid_o.write(out.bank_valid);
    bank_row_o.write(out.bank_row);
    bank_write_o.write(out.bank_write);
    bank_data_o.write(out.bank_data);
    lane_valid_o.write(out.lane_valid);
    lane_bank_o.write(out.lane_bank);
    lane_data_o.write(out.lane_data);
    lane_tag_o.write(out.lane_tag);
    lane_complete_o.write(out.lane_complete);
  }

  void report(const std::string& what) const {
    SC_REPORT_ERROR("superwarp/MemoryPins", (std::string(name()) + ": " + what).c_str());
  }

  std::shared_ptr<RtlUnit> unit_;
  std::uint32_t latency_;
  std::uint64_t words_;
  Dispatch dispatch_;
  bool failed_ = false;  ///< an assertion of the RTL failed
};

}  // namespace superwarp::sysc
