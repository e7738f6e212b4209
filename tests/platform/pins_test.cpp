// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <regex>

#include "sim/run/evaluation.h"
#include "tests/bench/bench_fixture.h"
#include "tests/platform/pin_signals.h"

/// \file
/// The module with ports in small runs by hand; equality_test.cpp compares it with the bench.

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

struct Board : sc_core::sc_module, PinSignals<Pins> {
  Pins pins{"memory", fresh_unit(), small_dmm()};
  sc_core::sc_clock clk{"clk", 2, sc_core::SC_NS};

  explicit Board(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    pins.clk_i(clk);
    bind(pins);
  }

  /// Runs until just after the next falling edge.
  static void cycle() { sc_core::sc_start(2, sc_core::SC_NS); }

  void reset() {
    rst_n = false;
    cycle();
    cycle();
    rst_n = true;
  }

  /// Offers a dispatch for one edge and runs through the cycle after it.
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

/// The clock's first edge is at 0, and cycle() ends 1 ns after an edge.
TEST(MemoryPins, show_a_dispatch_cycle_by_cycle) {
  Board board("board");
  board.valid = true;  // an offer during reset is lost
  sc_core::sc_start(1, sc_core::SC_NS);
  board.valid = false;
  board.reset();
  EXPECT_TRUE(board.ready.read());
  // Lanes 0 and 1 request bank 1, rows 1 and 2; lane 3 requests lane 0's word.
  board.offer(true, 0xabcd0001, {{true, true, false, true}}, {{5, 9, 0, 5}}, {{50, 90, 0, 55}});
  EXPECT_FALSE(board.ready.read());  // it needs a second slot
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
  board.reset();  // drops what is under way, keeps what is written
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
    EXPECT_NE(std::string(report.get_msg()).find("board.memory: lane 1 requests address 64, expected less than 64"),
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
  Machine two_ports = small_dmm();
  two_ports.ports = 2;
  EXPECT_THROW(Pins("two_ports", fresh_unit(), two_ports), std::invalid_argument);
}

/// Units of one configuration share code, but each knows its own failed assertions.
TEST(FreshUnits, know_their_own_assertions) {
  const auto one = fresh_unit();
  const auto other = fresh_unit();
  one->reset(0);  // no latency of this unit
  other->reset(1);
  for (const auto& unit : {one, other}) unit->rising_edge();
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
