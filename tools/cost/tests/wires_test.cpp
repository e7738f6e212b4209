// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/wires.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <stdexcept>

namespace superwarp::cost {
namespace {

const std::string kThreeGates =
    "module unit(clk_i, a_i, \\bank_0.row_i[0] , \\bank_10.row_i[0] , \\bank_9.row_i[0] );\n"
    "  input clk_i;\n  input a_i;\n  output \\bank_0.row_i[0] ;\n  output \\bank_10.row_i[0] ;\n"
    "  output \\bank_9.row_i[0] ;\n"
    "  NOR2X1 one (\n    .A(a_i),\n    .B(1'h0),\n    .Y(\\bank_0.row_i[0] )\n  );\n"
    "  DFFPOSX1 two (\n    .CLK(clk_i),\n    .D(\\bank_0.row_i[0] ),\n    .Q(\\bank_10.row_i[0] "
    ")\n  );\n"
    "  NOR2X1 three (\n    .A(a_i),\n    .B(a_i),\n    .Y(\\bank_9.row_i[0] )\n  );\nendmodule\n";

CellModels models() {
  CellModels models;
  for (const char* const name : {"A", "B"}) models.cells["NOR2X1"].pins[name].capacitance = 0.01;
  models.cells["NOR2X1"].pins["Y"].output = true;
  CellModel& keeps = models.cells["DFFPOSX1"];
  keeps.next_state = "D";
  keeps.pins["CLK"].clock = true;
  keeps.pins["D"].capacitance = 0.01;
  keeps.pins["Q"].output = true;
  return models;
}

const DrawnSizes kSizes = {{"NOR2X1", {2.4, 10}}, {"DFFPOSX1", {9.6, 10}}};

struct Wired {
  CellModels cells = models();
  WiredUnit unit;
  PlacementTask task;
  Wired() {
    unit = wired_unit(Gates(kThreeGates, cells, 0), read_ports(kThreeGates));
    task = task_of(unit, kSizes, 0.8);
    unit.at = {{10, 5}, {20, 15}, {30, 5}};
  }
};

TEST(WiredUnit, has_banks_above_in_their_order_and_lanes_below) {
  const Wired wired;
  ASSERT_EQ(wired.unit.ports.size(), 4U);
  const double wide = wired.task.row_width;
  const double high = wired.task.height();
  const std::vector<Point> places = {{wide / 2, 0},  // a_i
                                     {wide / 6, high},
                                     {wide / 2, high},
                                     {5 * wide / 6, high}};
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_NEAR(wired.unit.ports[i].at.x, places[i].x, 1e-9) << i;
    EXPECT_NEAR(wired.unit.ports[i].at.y, places[i].y, 1e-9) << i;
  }
  EXPECT_EQ(wired.unit.ports[2].net, 5U);  // bank_9 before bank_10
  EXPECT_EQ(wired.unit.ports[3].net, 4U);
  EXPECT_TRUE(wired.task.nets[wired.unit.clock].empty());
}

TEST(WiredUnit, with_a_cell_that_is_not_drawn_is_refused) {
  Wired wired;
  EXPECT_THROW(task_of(wired.unit, {{"NOR2X1", {2.4, 10}}}, 0.8), std::runtime_error);
}

TEST(WiredUnit, as_verilog_has_each_cell_its_constants_and_the_clock) {
  const std::string text = verilog_of(Wired().unit);
  EXPECT_NE(text.find("NOR2X1 g0 (.A(n0), .B(1'h0), .Y(n2));"), std::string::npos) << text;
  EXPECT_NE(text.find("DFFPOSX1 g1 (.CLK(clk_i), .D(n2), .Q("), std::string::npos) << text;
}

TEST(WiredUnit, as_spef_has_the_capacitance_of_its_length_and_the_resistance_of_the_way) {
  Wired wired;
  wired.unit.ports[0].at = {12, 0};  // a_i: a box of 20 by 5
  const std::string text = spef_of(wired.unit, {0.2, 0.5});
  EXPECT_NE(text.find("*D_NET n0 "), std::string::npos) << text;
  char expected[32];
  // Ends: the port, g0:A, and both inputs of g2.
  std::snprintf(expected, sizeof expected, "*D_NET n0 %.6f", 0.2e-3 * (20 + 5) * tree_by_box(4));
  EXPECT_NE(text.find(expected), std::string::npos) << text;
  EXPECT_NE(text.find(" n0 g0:A 3.500\n"), std::string::npos) << text;  // |12 - 10| + 5 um
}

TEST(WiredUnit, a_tree_of_more_ends_is_longer_on_the_same_box) {
  EXPECT_EQ(tree_by_box(1), 0);
  EXPECT_EQ(tree_by_box(3), 1);
  for (std::size_t ends = 3; ends < 40; ++ends) EXPECT_LT(tree_by_box(ends), tree_by_box(ends + 1));
  EXPECT_NEAR(tree_by_box(15), 1.69, 0.005);
}

TEST(WireReport, has_the_area_of_rows_or_of_tracks_whichever_is_larger) {
  WireSettings settings;
  settings.used = 0.8;
  settings.tracks_used = 0.5;
  WireReport report;
  report.tracks_mm_per_mm2 = 2000;
  report.runs.resize(1);
  report.runs[0].area = 1.6e6;   // um2: 2 mm2 of rows
  report.runs[0].length = 1000;  // 1 mm2 of tracks
  EXPECT_NEAR(report.area_mm2(settings), 2, 1e-12);
  report.runs[0].length = 3000;  // 3 mm2
  EXPECT_NEAR(report.area_mm2(settings), 3, 1e-12);
}

}  // namespace
}  // namespace superwarp::cost
