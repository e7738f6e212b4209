// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>

#include "sim/evaluate/evaluation.h"
#include "sysc/memory_pins.h"
#include "tests/bench/bench_fixture.h"

/// \file
/// The module with ports, by hand: what it does is compared with the bench in equality_test.cpp.

namespace superwarp::test {
namespace {

using Pins = sysc::MemoryPins<4>;
using OfLanesBool = Pins::OfLanes<bool>;
using OfLanesWord = Pins::OfLanes<Word>;

Machine small_dmm() {
  Machine machine;
  machine.width = 4;
  machine.latency = 2;
  machine.rows = 16;
  return machine;
}

std::shared_ptr<sysc::RtlUnit> fresh_unit() {
  return cache().fresh_unit(evaluate::rtl_config(small_dmm(), rtl_under_test()));
}

struct Board : sc_core::sc_module {
  Pins pins{"memory", fresh_unit(), small_dmm()};
  sc_core::sc_clock clk{"clk", 2, sc_core::SC_NS};
  sc_core::sc_signal<bool> rst_n{"rst_n"}, valid{"valid"}, ready{"ready"}, write{"write"};
  sc_core::sc_signal<DispatchId> tag{"tag"};
  sc_core::sc_signal<OfLanesBool> active{"active"};
  sc_core::sc_signal<OfLanesWord> addr{"addr"}, data{"data"};
  sc_core::sc_signal<OfLanesBool> bank_valid{"bank_valid"}, bank_write{"bank_write"};
  sc_core::sc_signal<OfLanesWord> bank_row{"bank_row"}, bank_data{"bank_data"};
  sc_core::sc_signal<OfLanesBool> lane_valid{"lane_valid"}, lane_complete{"lane_complete"};
  sc_core::sc_signal<OfLanesWord> lane_bank{"lane_bank"}, lane_data{"lane_data"},
      lane_tag{"lane_tag"};

  explicit Board(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    pins.clk_i(clk);
    pins.rst_ni(rst_n);
    pins.dispatch_valid_i(valid);
    pins.dispatch_ready_o(ready);
    pins.dispatch_write_i(write);
    pins.dispatch_tag_i(tag);
    pins.dispatch_active_i(active);
    pins.dispatch_addr_i(addr);
    pins.dispatch_data_i(data);
    pins.bank_valid_o(bank_valid);
    pins.bank_row_o(bank_row);
    pins.bank_write_o(bank_write);
    pins.bank_data_o(bank_data);
    pins.lane_valid_o(lane_valid);
    pins.lane_bank_o(lane_bank);
    pins.lane_data_o(lane_data);
    pins.lane_tag_o(lane_tag);
    pins.lane_complete_o(lane_complete);
  }

  /// To just behind the next falling edge.
  static void cycle() { sc_core::sc_start(2, sc_core::SC_NS); }

  void reset() {
    rst_n = false;
    cycle();
    cycle();
    rst_n = true;
  }

  /// Offers it for one edge, and shows the cycle behind it.
  void offer(bool writes, DispatchId its_tag, const OfLanesBool& lanes, const OfLanesWord& address,
             const OfLanesWord& words = {}) {
    valid = true;
    write = writes;
    tag = its_tag;
    active = lanes;
    addr = address;
    data = words;
    cycle();
    valid = false;
  }
};

/// The first edge of the clock is at 0, and cycle() ends 1 ns behind an edge.
TEST(MemoryPins, show_a_dispatch_cycle_by_cycle) {
  Board board("board");
  board.valid = true;  // offered while in reset: lost
  sc_core::sc_start(1, sc_core::SC_NS);
  board.valid = false;
  board.reset();
  EXPECT_TRUE(board.ready.read());
  // Lanes 0 and 1 want bank 1, rows 1 and 2; lane 3 wants lane 0's word.
  board.offer(true, 0xabcd0001, {{true, true, false, true}}, {{5, 9, 0, 5}}, {{50, 90, 0, 55}});
  EXPECT_FALSE(board.ready.read());  // the second slot is to come
  EXPECT_EQ(board.lane_valid.read(), (OfLanesBool{}));
  board.cycle();
  EXPECT_TRUE(board.ready.read());
  EXPECT_EQ(board.lane_valid.read(), (OfLanesBool{{true, false, false, true}}));
  EXPECT_EQ(board.lane_complete.read(), (OfLanesBool{}));
  EXPECT_EQ(board.bank_valid.read(), (OfLanesBool{{false, true, false, false}}));
  EXPECT_EQ(board.bank_write.read(), (OfLanesBool{{false, true, false, false}}));
  EXPECT_EQ(board.bank_row.read(), (OfLanesWord{{0, 1, 0, 0}}));
  EXPECT_EQ(board.bank_data.read(), (OfLanesWord{{0, 50, 0, 0}}));
  EXPECT_EQ(board.lane_bank.read(), (OfLanesWord{{1, 0, 0, 1}}));
  EXPECT_EQ(board.lane_tag.read(), (OfLanesWord{{0xabcd0001, 0, 0, 0xabcd0001}}));
  board.offer(false, 7, {{true, true, true, true}}, {{5, 9, 6, 7}});
  EXPECT_EQ(board.lane_complete.read(), (OfLanesBool{{false, true, false, false}}));
  EXPECT_EQ(board.bank_data.read(), (OfLanesWord{{0, 90, 0, 0}}));
  board.reset();  // what was under way is lost, what was written stays
  board.offer(false, 8, {{true, true, true, true}}, {{5, 9, 6, 7}});
  board.cycle();
  EXPECT_EQ(board.lane_tag.read()[0], 8U);
  EXPECT_EQ(board.lane_data.read()[0], 50U);
  board.cycle();
  EXPECT_EQ(board.lane_data.read()[1], 90U);
  EXPECT_TRUE(board.lane_complete.read()[1]);
  board.cycle();
  EXPECT_EQ(board.lane_valid.read(), (OfLanesBool{}));
  EXPECT_EQ(board.lane_data.read(), (OfLanesWord{}));
}

TEST(MemoryPins, report_an_address_outside_of_the_memory) {
  Board board("board");
  sc_core::sc_start(1, sc_core::SC_NS);
  board.reset();
  try {
    board.offer(false, 0, {{false, true, false, false}}, {{99, 64, 99, 99}});
    ADD_FAILURE() << "not reported";
  } catch (const sc_core::sc_report& report) {
    EXPECT_NE(std::string(report.get_msg())
                  .find("board.memory: lane 1 requests address 64, expected less than 64"),
              std::string::npos)
        << report.get_msg();
  }
}

TEST(MemoryPins, refuse_a_machine_of_another_shape) {
  Machine machine = small_dmm();
  machine.super_warp = 2;
  EXPECT_THROW(Pins("memory", fresh_unit(), machine), std::invalid_argument);
  Machine several = small_dmm();
  several.hierarchy = Hierarchy{2};
  EXPECT_THROW(Pins("several", fresh_unit(), several), std::invalid_argument);
}

/// Units of one configuration share their code, and keep apart whose assertion fails.
TEST(FreshUnits, know_their_own_assertions) {
  const auto one = fresh_unit();
  const auto other = fresh_unit();
  Dispatch outside;
  outside.address = {1U << 30U, 0, 0, 0};
  outside.data.resize(4);
  for (const auto& unit : {one, other}) unit->reset(1);
  one->offer(outside, 0);
  one->rising_edge();
  EXPECT_TRUE(one->assertion_failed());
  EXPECT_FALSE(other->assertion_failed());
}

/// A trace has a variable for every lane.
TEST(PinVector, is_traced_and_printed_element_by_element) {
  const std::string file = ::testing::TempDir() + "/superwarp_pins";
  {
    sc_core::sc_signal<sysc::PinVector<Word, 12>> signal("signal");
    sc_core::sc_trace_file* const trace = sc_core::sc_create_vcd_trace_file(file.c_str());
    sc_core::sc_trace(trace, signal, "word");
    sc_core::sc_start(1, sc_core::SC_NS);
    sysc::PinVector<Word, 12> value;
    value[3] = 5;
    signal = value;
    sc_core::sc_start(1, sc_core::SC_NS);
    sc_core::sc_close_vcd_trace_file(trace);
    std::ostringstream printed;
    printed << signal.read();
    EXPECT_EQ(printed.str(), "0 0 0 5 0 0 0 0 0 0 0 0");
  }
  std::ifstream in(file + ".vcd");
  const std::string vcd((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::smatch found;
  ASSERT_TRUE(std::regex_search(vcd, found, std::regex(R"( (\w+) +word_03 )"))) << vcd;
  EXPECT_NE(vcd.find("b101 " + found.str(1)), std::string::npos) << vcd;
  EXPECT_NE(vcd.find(" word_11 "), std::string::npos) << vcd;
  std::remove((file + ".vcd").c_str());
}

}  // namespace
}  // namespace superwarp::test
