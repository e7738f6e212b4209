// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/gate_simulation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "sysc/command.h"

namespace superwarp::cost {
namespace {

namespace fs = std::filesystem;

/// What the bench prints about eight dispatches, two of them before it counts, to a unit that takes
/// one if `ready`. `late` is the tag, 7 ns of a cycle of 10 ns later.
std::string printed(const std::string& ready) {
  const fs::path folder = fs::path(testing::TempDir()) /
                          fmt::format("gate_simulation_{}", std::hash<std::string>{}(ready));
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
      "cd '{}' && iverilog -g2012 -s bench -o bench.vvp bench.v && vvp -n bench.vvp >printed",
      folder.string());
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
  EXPECT_NE(printed("late === dispatch_tag_i").find("6 cycles, 12 requests, 0 accesses"),
            std::string::npos);
}

TEST_F(EnergyBench, ends_if_no_dispatch_is_taken) {
  EXPECT_NE(printed("1'b0").find("no dispatch was taken in 4096 cycles"), std::string::npos);
}

}  // namespace
}  // namespace superwarp::cost
