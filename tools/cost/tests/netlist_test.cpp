// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/netlist.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/refusal.h"

namespace superwarp::cost {
namespace {

CellModels cells() {
  CellModels models;
  for (const char* const cell : {"INVX1", "BUFX2"}) models.cells[cell].pins["Y"].output = true;
  return models;
}

/// A module of RTLIL.
std::string module(const std::string& name, const std::string& body) {
  return "attribute \\src \"x.sv:1\"\nmodule " + name + "\n  parameter \\Width 2\n" + body + "end\n";
}

std::string inverter(const std::string& name, const std::string& from, const std::string& to) {
  return fmt::format("  cell \\INVX1 {}\n    connect \\A {}\n    connect \\Y {}\n  end\n", name, from, to);
}

/// Two inputs, two outputs, each inverted by an instance of one part.
const std::string kPart =
    module("\\part", "  wire input 1 \\a\n  wire output 2 \\y\n" + inverter("\\cell_0", "\\a", "\\y"));
const std::string kTwoParts =
    module("\\unit",
           "  wire width 2 input 1 \\in\n  wire width 2 output 2 \\out\n  wire \\high\n"
           "  cell \\part \\u_low\n    connect \\a \\in [0]\n    connect \\y \\out [0]\n  end\n"
           "  cell \\part \\u_high\n    connect \\a \\in [1]\n    connect \\y \\high\n  end\n"
           "  connect \\out [1] \\high\n");

struct Linked {
  CellCounts counts;
  std::string text;
};

Linked linked(const std::vector<std::string>& parts) {
  const CellModels library = cells();
  Netlist netlist(library);
  for (const std::string& part : parts) {
    std::istringstream text(part);
    netlist.add(text);
  }
  std::ostringstream out;
  CellCounts counts = netlist.write_flat("unit", out);
  return {counts, out.str()};
}

std::string refusal(const std::vector<std::string>& parts) {
  return test::refusal<std::runtime_error>([&] { linked(parts); });
}

TEST(Netlist, a_part_is_there_as_often_as_it_is_instantiated) {
  const Linked result = linked({kTwoParts, kPart});
  EXPECT_EQ(result.counts, (CellCounts{{"INVX1", 2}}));
  EXPECT_EQ(result.text,
            "module unit(\\in[0] , \\in[1] , \\out[0] , \\out[1] );\n"
            "  input \\in[0] ;\n  input \\in[1] ;\n  output \\out[0] ;\n  output \\out[1] ;\n"
            "  INVX1 \\u_low.cell_0  (\n    .A(\\in[0] ),\n    .Y(\\out[0] )\n  );\n"
            "  INVX1 \\u_high.cell_0  (\n    .A(\\in[1] ),\n    .Y(\\out[1] )\n  );\nendmodule\n");
}

TEST(Netlist, a_module_of_which_only_the_ports_are_known_is_the_part_that_comes_later) {
  const std::string ports = "attribute \\blackbox 1\n" + module("\\part", "  wire width 0 input 1 \\a\n");
  EXPECT_EQ(linked({ports + kTwoParts, kPart}).text, linked({kTwoParts, kPart}).text);
}

TEST(Netlist, a_port_that_was_a_cells_pin_in_a_part_is_one_of_the_whole) {
  const std::string part =
      module("\\part",
             "  wire input 1 \\a\n  wire output 2 \\y\n  wire input 3 \\table.data_o\n"
             "  wire output 4 \\table.row_i\n" +
                 inverter("\\cell_0", "\\table.data_o", "\\y") + inverter("\\cell_1", "\\a", "\\table.row_i"));
  const Linked result = linked({kTwoParts, part});
  EXPECT_EQ(result.counts, (CellCounts{{"INVX1", 4}}));
  for (const std::string half : {"low", "high"}) {
    EXPECT_NE(result.text.find("input \\u_" + half + ".table.data_o "), std::string::npos) << result.text;
    EXPECT_NE(result.text.find("output \\u_" + half + ".table.row_i "), std::string::npos);
  }
}

TEST(Netlist, cells_that_no_output_depends_on_are_left_out) {
  const std::string text =
      module("\\unit", "  wire input 1 \\a\n  wire output 2 \\y\n  wire \\loop\n  wire \\idle\n" +
                           inverter("\\cell_0", "\\a", "\\y") + inverter("\\cell_1", "\\idle", "\\loop") +
                           inverter("\\cell_2", "\\loop", "\\idle"));
  EXPECT_EQ(linked({text}).counts, (CellCounts{{"INVX1", 1}}));
}

TEST(Netlist, signals_put_together_have_their_highest_bit_first_and_constants_stay) {
  const std::string text =
      module("\\unit",
             "  wire input 1 \\a\n  wire width 3 output 2 \\y\n  wire width 2 \\both\n"
             "  connect { \\both } { \\a 1'1 }\n" +
                 inverter("\\cell_0", "\\both [0]", "\\y [0]") + inverter("\\cell_1", "\\both [1]", "\\y [1]") +
                 inverter("\\cell_2", "1'0", "\\y [2]"));
  const std::string out = linked({text}).text;
  EXPECT_NE(out.find("cell_0 (\n    .A(1'h1)"), std::string::npos);
  EXPECT_NE(out.find("cell_1 (\n    .A(a)"), std::string::npos);
  EXPECT_NE(out.find("cell_2 (\n    .A(1'h0)"), std::string::npos);
}

TEST(Netlist, a_constant_without_a_width_has_32_bits) {
  const std::string text = module(
      "\\unit", "  wire width 32 output 1 \\y\n  wire width 32 \\five\n  connect \\five 5\n" +
                    inverter("\\cell_0", "\\five [2]", "\\y [0]") + inverter("\\cell_1", "\\five [3]", "\\y [1]") +
                    "  connect \\y [31:2] 30'" + std::string(30, '0') + "\n");
  const std::string out = linked({text}).text;
  EXPECT_NE(out.find("cell_0 (\n    .A(1'h1)"), std::string::npos);
  EXPECT_NE(out.find("cell_1 (\n    .A(1'h0)"), std::string::npos);
}

// A net between ports only, and one with two outputs, gets a cell in between.
TEST(Netlist, an_output_whose_net_has_another_name_gets_a_buffer) {
  const std::string text =
      module("\\unit", "  wire input 1 \\a\n  wire output 2 \\y\n  wire output 3 \\z\n  wire output 4 \\w\n" +
                           inverter("\\cell_0", "\\a", "\\y") + "  connect \\z \\y\n  connect \\w \\a\n");
  const Linked result = linked({text});
  EXPECT_EQ(result.counts, (CellCounts{{"BUFX2", 2}, {"INVX1", 1}}));
  EXPECT_NE(result.text.find("    .A(y),\n    .Y(z)"), std::string::npos);
  EXPECT_NE(result.text.find("    .A(a),\n    .Y(w)"), std::string::npos);
}

TEST(Netlist, a_net_without_a_driver_or_with_two_is_refused) {
  const std::string ports = "  wire input 1 \\a\n  wire output 2 \\y\n  wire \\b\n";
  EXPECT_EQ(refusal({module("\\unit", ports + inverter("\\cell_0", "\\b", "\\y"))}), "cell_0: an input has no driver");
  EXPECT_EQ(
      refusal({module("\\unit", ports + inverter("\\cell_0", "\\a", "\\y") + inverter("\\cell_1", "\\a", "\\y"))}),
      "a net has two drivers: cell_0 and cell_1");
  EXPECT_EQ(refusal({kTwoParts}), "u_low: no module part");
  EXPECT_EQ(refusal({module("\\unit", "  process $proc\n")}), "no netlist of cells: process $proc ");
}

}  // namespace
}  // namespace superwarp::cost
