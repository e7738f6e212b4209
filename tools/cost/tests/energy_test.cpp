// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/energy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "sysc/command.h"
#include "tools/cost/library.h"

namespace superwarp::cost {
namespace {

namespace fs = std::filesystem;

// An inverter whose energy is 0.1 pJ + its load in pF when it rises and 0.02 pJ when it falls, and
// a flip-flop whose clock costs 0.05 pJ an edge.
const std::string kPowerLibrary = R"lib(/* two cells */
library(two) {
  nom_voltage : 2;
  cell (INVX1) {
    cell_leakage_power : 3;
    pin(A) { direction : input; capacitance : 0.01; }
    pin(Y) {
      direction : output;
      function : "(!A)";
      timing() {
        related_pin : "A";
        cell_rise(t) { index_1 ("0, 0.1"); index_2 ("0, 1"); values ("0.1, 0.2", \
          "0.3, 0.4"); }
        cell_fall(t) { index_1 ("0, 0.1"); index_2 ("0, 1"); values ("0.1, 0.1", "0.1, 0.1"); }
        rise_transition(t) { index_1 ("0, 0.1"); index_2 ("0, 1"); values ("0.2, 0.2", "0.2, 0.2"); }
        fall_transition(t) { index_1 ("0, 0.1"); index_2 ("0, 1"); values ("0.2, 0.2", "0.2, 0.2"); }
      }
      internal_power() {
        related_pin : "A";
        rise_power(e) { index_1 ("0, 0.1"); index_2 ("0, 1"); values ("0.1, 0.1", "0.2, 0.2"); }
        fall_power(e) { index_1 ("0, 0.1"); index_2 ("0, 1"); values ("0.02, 0.02", "0.02, 0.02"); }
      }
    }
  }
  cell (DFFPOSX1) {
    ff (S,N) { next_state : "D"; clocked_on : "CLK"; }
    pin(CLK) {
      direction : input; clock : true; capacitance : 0.02;
      internal_power() {
        rise_power(p) { index_1 ("0, 1"); values ("0.05, 0.05"); }
        fall_power(p) { index_1 ("0, 1"); values ("0.05, 0.05"); }
      }
    }
    pin(D) { direction : input; capacitance : 0.03; }
    pin(Q) { direction : output; function : "S"; }
  }
}
)lib";
const std::string kTwoGates =
    "module unit(clk_i, a_i, q_o);\n  input clk_i;\n  input a_i;\n  output q_o;\n"
    "  INVX1 \\u_rsu.one  (\n    .A(a_i),\n    .Y(n)\n  );\n"
    "  DFFPOSX1 two (\n    .CLK(clk_i),\n    .D(n),\n    .Q(q_o)\n  );\nendmodule\n";

Gates gates_of(const CellModels& models, double wire_pf) { return {kTwoGates, models, wire_pf}; }

/// Toggles of nets a_i, n, clk_i, q_o, in the order in which the netlist names them.
Toggles toggles_of(std::vector<std::uint64_t> rises, std::vector<std::uint64_t> falls) {
  return {std::move(rises), std::move(falls)};
}

TEST(Energy, of_an_inverter_is_what_its_table_and_its_load_give_by_hand) {
  const CellModels models = read_cell_models(kPowerLibrary, "two.lib");
  const Gates gates = gates_of(models, 0.02);
  ASSERT_EQ(gates.nets(), (std::vector<std::string>{"a_i", "n", "clk_i", "q_o"}));
  const EnergyReport report = summed_energy(gates, toggles_of({0, 3, 0, 0}, {0, 2, 0, 0}), models.volt, 5, 10);
  // The load of n: 0.03 pF of D, 0.02 pF of the wire. A rise costs 0.1 + 0.05 pJ, a fall 0.02.
  EXPECT_NEAR(report.cells, 3 * (0.1 + 0.05) + 2 * 0.02, 1e-12);
  EXPECT_NEAR(report.pins, 5 * 0.03 * 2 * 2 / 2, 1e-12);
  EXPECT_NEAR(report.wires, 5 * 0.02 * 2 * 2 / 2, 1e-12);
  EXPECT_NEAR(report.clock, 0, 1e-12);
  EXPECT_NEAR(report.leakage, 3 * 10 * 1e-6, 1e-15);  // 3 nW for 10 ns
  EXPECT_NEAR(report.by_unit.at("rsu"), report.sum() - report.leakage, 1e-12);
}

// At 0.015 pF, 0.2 of the way from 0.0125 to 0.025; a port's slew of 0.1 ns, a third from 0.06 on.
// Rise: 0.8 * (0.023165 + 0.005456 / 3) + 0.2 * (0.023574 + 0.003946 / 3) = 0.0249648 pJ.
// Fall: 0.8 * (0.009047 - 0.003370 / 3) + 0.2 * (0.008669 - 0.002337 / 3) = 0.0079169 pJ.
TEST(Energy, of_INVX1_of_osu018_is_as_interpolated_on_paper) {
  const Library& osu018 = libraries().front();
  ASSERT_EQ(osu018.name, "osu018");
  if (!fs::exists(osu018.liberty)) GTEST_SKIP() << "no " << osu018.liberty;
  const CellModels models = read_cell_models(sysc::read_file(osu018.liberty), "osu018");
  const Gates gates(
      "  INVX1 one (\n    .A(a_i),\n    .Y(n)\n  );\n"
      "  INVX1 two (\n    .A(n),\n    .Y(y_o)\n  );\n",
      models, 0.015 - 0.00932456);
  const EnergyReport report = summed_energy(gates, toggles_of({0, 3, 0}, {0, 2, 0}), models.volt, 5, 10);
  EXPECT_NEAR(report.cells, 3 * 0.0249648 + 2 * 0.0079169, 1e-6);
  EXPECT_NEAR(report.pins + report.wires, 5 * 0.015 * 1.8 * 1.8 / 2, 1e-9);
  EXPECT_NEAR(report.leakage, 2 * 0.0221741 * 10 * 1e-6, 1e-12);
}

TEST(Energy, of_the_clock_is_its_pins_its_wire_and_what_they_cost_inside) {
  const CellModels models = read_cell_models(kPowerLibrary, "two.lib");
  const EnergyReport report =
      summed_energy(gates_of(models, 0.01), toggles_of({0, 0, 7, 0}, {0, 0, 7, 0}), models.volt, 7, 10);
  EXPECT_NEAR(report.clock, 14 * (0.05 + (0.02 + 0.01) * 2 * 2 / 2), 1e-12);
  EXPECT_NEAR(report.cells + report.pins + report.wires, 0, 1e-12);
  EXPECT_NEAR(report.toggles, 0, 1e-12);
}

TEST(Energy, delays_come_from_the_tables_at_load_and_slew) {
  const CellModels models = read_cell_models(kPowerLibrary, "two.lib");
  const Gates gates = gates_of(models, 0.02);
  const Gates::Gate& inverter = gates.gates().front();
  const Gates::Delay delay = gates.delay(inverter.pins[1], inverter);
  EXPECT_NEAR(delay.rise, 0.1 + 0.2 * 0.05 / 0.1 + 0.1 * 0.1, 1e-12);  // port slew 0.1 ns
  EXPECT_NEAR(gates.slew(1), 0.2, 1e-12);
}

TEST(Energy, toggles_between_unknown_and_known_do_not_count) {
  std::istringstream vcd(
      "$var wire 1 ! a_i $end\n$var wire 1 \" \\n[3]  "
      "$end\n#0\nx!\n0\"\n#1\n1!\n1\"\n#2\n0!\n0\"\n");
  const Toggles toggles = read_toggles(vcd, {"a_i", "n[3]"});
  EXPECT_EQ(toggles.rises, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(toggles.falls, (std::vector<std::uint64_t>{1, 1}));
}

TEST(Energy, toggles_of_another_netlist_are_refused) {
  std::istringstream vcd("$var wire 1 ! a_i $end\n#0\n1!\n");
  EXPECT_THROW(read_toggles(vcd, {"a", "b", "c"}), std::runtime_error);
}

TEST(Energy, an_offer_has_its_lowest_lane_at_the_right) {
  const NetlistPorts ports{
      {{"dispatch_active_i", false, 2, true}, {"dispatch_addr_i", false, 6, true}, {"dispatch_data_i", false, 4, true}},
      {}};
  const Offer offer{true, {5, Offer::kIdleLane}, {1, 6}};  // words of 2 bits
  // {write, words, addresses, active}
  EXPECT_EQ(offers_text(ports, {offer}), "1100100010101\n");
  EXPECT_EQ(offers_text(ports, {{false, {0, 0}, {0, 0}}}), "0000000000011\n");
}

TEST(Energy, a_flip_flop_with_a_clear_is_refused) {
  CellModels models = read_cell_models(kPowerLibrary, "two.lib");
  EXPECT_NE(delayed_verilog(kTwoGates, gates_of(models, 0)).find("always @(posedge at) S <= D;"), std::string::npos);
  models.cells["DFFPOSX1"].asynchronous = true;
  const Gates gates = gates_of(models, 0);
  EXPECT_THROW(delayed_verilog(kTwoGates, gates), std::runtime_error);
}

TEST(Energy, functions_of_liberty_become_verilog) {
  EXPECT_EQ(as_verilog("(!((A B)+(C D)))"), "(!((A&B)|(C&D)))");
  EXPECT_EQ(as_verilog("(!((S A) + (!S B)))"), "(!((S&A)|(!S&B)))");
  EXPECT_EQ(as_verilog("((A^B)^C)"), "((A^B)^C)");
}

TEST(Energy, a_table_is_linear_between_the_points_around) {
  const LibertyTable table{{0, 1, 3}, {0, 2, 4}, {0, 1, 5, 10, 11, 15, 30, 31, 35}};
  EXPECT_DOUBLE_EQ(table.at(0, 3), 3);
  EXPECT_DOUBLE_EQ(table.at(2, 0), 20);
  EXPECT_DOUBLE_EQ(table.at(2, 3), 23);
  EXPECT_DOUBLE_EQ(table.at(4, 5), 47);  // beyond the last points
}

TEST(Energy, of_several_causes_is_their_mean) {
  const LibertyTable one{{}, {}, {1}};
  const LibertyTable two{{}, {}, {3}};
  CellPin pin;
  pin.rise_pj = {one, two};
  EXPECT_DOUBLE_EQ(pin.energy(true, 0, 0), 2);
  EXPECT_DOUBLE_EQ(pin.energy(false, 0, 0), 0);
}

TEST(Energy, a_library_with_other_sizes_or_without_a_voltage_is_refused) {
  const auto without = [](const std::string& what, const std::string& with) {
    std::string text = kPowerLibrary;
    return text.replace(text.find(what), what.size(), with);
  };
  EXPECT_THROW(read_cell_models(without("nom_voltage : 2;", ""), "x.lib"), std::runtime_error);
  EXPECT_THROW(read_cell_models(without("\"0.2, 0.2\", ", ""), "x.lib"), std::runtime_error);
}

TEST(Energy, a_liberty_file_that_breaks_off_is_refused) {
  const std::string broken = kPowerLibrary.substr(0, kPowerLibrary.size() / 2);
  EXPECT_THROW(read_liberty_tree(broken, "x.lib"), std::runtime_error);
  EXPECT_THROW(read_liberty_tree("library(x) { a : 1; } }", "x.lib"), std::runtime_error);
  EXPECT_THROW(read_liberty_tree("library(x) { a : 1; ", "x.lib"), std::runtime_error);
}

TEST(Energy, a_liberty_file_of_faulty_depth_is_refused) {
  std::string text;
  for (int depth = 0; depth < 100; ++depth) text += "a(x) { ";
  EXPECT_THROW(read_liberty_tree(text + std::string(100, '}'), "x.lib"), std::runtime_error);
}

TEST(Energy, a_quoted_value_may_have_any_letters) {
  const LibertyGroup file = read_liberty_tree("library(x) { a : \"1;2}\"; b : 3; }", "x.lib");
  EXPECT_EQ(file.groups.at(0).text("a"), "1;2}");
  EXPECT_EQ(file.groups.at(0).text("b"), "3");
}

TEST(Energy, of_an_sram_grows_with_the_root_of_its_size) {
  EXPECT_NEAR(sram_access_pj(1024, 64), 160, 1e-9);  // 8 KiB: 10 pJ, scaled by 16
  EXPECT_NEAR(sram_access_pj(4096, 64), 320, 1e-9);
}

/// What the bench prints about eight dispatches, two of them before it counts, to a unit that takes
/// one if `ready`. `late` is the tag, 7 ns of a cycle of 10 ns later.
std::string printed(const std::string& ready) {
  const fs::path folder =
      fs::path(testing::TempDir()) / fmt::format("gate_simulation_{}", std::hash<std::string>{}(ready));
  fs::create_directories(folder);
  const NetlistPorts ports = {{{"dispatch_active_i", false, 2, true},
                               {"dispatch_addr_i", false, 8, true},
                               {"dispatch_data_i", false, 8, true},
                               {"dispatch_tag_i", false, 4, true}},
                              {}};
  const std::vector<Offer> offers(8, Offer{false, {1, 2}, {0, 0}});
  std::ofstream(folder / "offers.txt") << offers_text(ports, offers);
  std::ofstream(folder / "bench.v")
      << "`timescale 1ns/1ps\nmodule nets; endmodule\n"
         "module memory_machine_cells(input clk_i, rst_ni, dispatch_valid_i, output "
         "dispatch_ready_o, input [1:0] dispatch_active_i, input [7:0] dispatch_addr_i, "
         "dispatch_data_i, input dispatch_write_i, input [3:0] dispatch_tag_i, input key_valid_i, "
         "input [31:0] key_index_i, key_value_i);\n  wire [3:0] late;\n"
         "  assign #7 late = dispatch_tag_i;\n  nets netlist ();\n  assign dispatch_ready_o = "
      << ready << ";\nendmodule\n"
      << bench_verilog(ports, offers, {10, 0, 2});
  const std::string command = fmt::format(
      "cd '{}' && iverilog -g2012 -s bench -o bench.vvp bench.v && vvp -n bench.vvp >printed", folder.string());
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::string text = sysc::read_file(folder / "printed");
  fs::remove_all(folder);
  return text;
}

class EnergyBench : public testing::Test {
  void SetUp() override {
    if (std::system("command -v iverilog >/dev/null") != 0) GTEST_SKIP() << "no iverilog";
  }
};

TEST_F(EnergyBench, gives_inputs_all_of_a_cycle_to_settle) {
  EXPECT_NE(printed("late === dispatch_tag_i").find("6 cycles, 12 requests, 0 accesses"), std::string::npos);
}

TEST_F(EnergyBench, ends_if_no_dispatch_is_taken) {
  EXPECT_NE(printed("1'b0").find("no dispatch was taken in 4096 cycles"), std::string::npos);
}

}  // namespace
}  // namespace superwarp::cost
