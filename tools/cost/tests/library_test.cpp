// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/library.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/refusal.h"
#include "tools/cost/cell_model.h"

namespace superwarp::cost {
namespace {

/// Cells of the library, an inverter and `others`.
const std::string kInverterCell = R"(cell (INVX1) {
  cell_footprint : inv;
  area_of_another : 7;
  area : 16;
  pin(A)  {
    direction : input;
    capacitance : 0.0093;
    rise_capacitance : 0.5;
  }
  pin(Y) {
    direction : output;
    capacitance : 0;
  }
}
)";
const std::string kOthers =
    "cell (NAND2X1) {\narea : 24;\n}\ncell (BUFX2) {\n  area : 24;\n}\ncell (BUFX4) {\n  area : "
    "32;\n}\n";

CellModels read_cells(const std::string& cells) {
  CellModels models = read_cell_models("library(x) {\n nom_voltage : 2;\n" + cells + "}\n", "x.lib");
  require_cells(models, "x.lib");
  return models;
}

TEST(Library, areas_outputs_and_the_inverters_input_are_read) {
  const std::string other = "cell (AND2X1) {\n  pin(A) {\n    capacitance : 0.5;\n  }\n}\n";
  const CellModels models = read_cells(other + kInverterCell + kOthers);
  EXPECT_EQ(models.cells.size(), 5U);
  EXPECT_TRUE(models.is_output("INVX1", "Y"));
  EXPECT_FALSE(models.is_output("INVX1", "A") || models.is_output("INVX1", "B") || models.is_output("NONE", "Y"));
  EXPECT_DOUBLE_EQ(models.cells.at("INVX1").area, 16);
  EXPECT_DOUBLE_EQ(models.cells.at("NAND2X1").area, 24);
  EXPECT_DOUBLE_EQ(models.output_load(), 4 * 0.0093);
}

TEST(Library, flip_flops_are_no_latches) {
  EXPECT_TRUE(is_flip_flop("DFFSR"));
  EXPECT_FALSE(is_flip_flop("LATCH"));
  EXPECT_FALSE(is_flip_flop("BUFFER"));
}

TEST(Library, pads_are_no_cells_to_map_to) {
  const std::string pad = "cell (PADOUT) {\n  area : 9;\n  pin(A) { capacitance : 1; }\n}";
  const std::string text = "library(x) {\n" + kInverterCell + pad + kOthers + "}\n";
  EXPECT_EQ(without_pads(text), "library(x) {\n" + kInverterCell + kOthers + "}\n");
  EXPECT_EQ(without_pads(kOthers), kOthers);
}

TEST(Library, one_that_lacks_a_cell_is_refused_by_name) {
  const auto refusal = [](const std::string& cells) {
    return test::refusal<std::runtime_error>([&] { read_cells(cells); });
  };
  EXPECT_EQ(refusal(kInverterCell), "x.lib: no cell NAND2X1, which the flow needs");
  EXPECT_EQ(refusal(kOthers + "cell (INVX1) {\n area : 16;\n}\n"), "x.lib: no capacitance of the input of INVX1");
}

const std::string kDrawn =
    "MACRO OAI21X1\n  CLASS  CORE ;\n  SIZE 3.200 BY 10.000 ;\n  PIN A\n  END A\nEND OAI21X1\n"
    "MACRO INVX1\n  SIZE 1.600 BY 10.000 ;\nEND INVX1\n";
const std::string kStated = "cell (OAI21X1) {\narea : 23;\n}\ncell (INVX1) {\n  area : 16;\n}\n";

TEST(DrawnArea, is_width_times_height_of_each_cell) {
  const DrawnSizes sizes = read_drawn_sizes(kDrawn, "x.lef");
  ASSERT_EQ(sizes.size(), 2U);
  EXPECT_EQ(sizes.at("INVX1").area(), 16);
  EXPECT_EQ(sizes.at("OAI21X1").area(), 32);
}

TEST(DrawnArea, replaces_another_one_in_the_liberty_file_and_is_told) {
  std::string liberty = kStated;
  const std::vector<MendedArea> mended = mend_areas(liberty, read_drawn_sizes(kDrawn, "x.lef"));
  EXPECT_EQ(liberty, "cell (OAI21X1) {\n  area : 32;\n}\ncell (INVX1) {\n  area : 16;\n}\n");
  EXPECT_EQ(said(mended), "OAI21X1 32 for 23");
}

TEST(DrawnArea, leaves_a_liberty_file_that_agrees_as_it_is) {
  std::string liberty = kStated;
  EXPECT_TRUE(mend_areas(liberty, {{"OAI21X1", {2.3, 10}}, {"INVX1", {1.62, 10}}}).empty());
  EXPECT_EQ(liberty, kStated);
}

TEST(DrawnArea, a_lef_without_cells_is_refused_by_name) {
  EXPECT_EQ(test::refusal<std::runtime_error>([] { read_drawn_sizes("VERSION 5.4 ;\n", "x.lef"); }),
            "x.lef: expected cells, MACRO with SIZE; has none");
}

const std::string kMetal2 =
    "LAYER metal2\n  TYPE\tROUTING ;\n  PITCH 0.8 ;\n  WIDTH 0.3 ;\n  RESISTANCE RPERSQ 0.06 ;\n"
    "  CAPACITANCE CPERSQDIST 2e-05 ;\n  EDGECAPACITANCE 6e-05 ;\nEND metal2\n";

TEST(RoutingLayers, have_what_a_micrometre_of_their_least_width_has) {
  const std::vector<RoutingLayer> layers =
      read_routing_layers("LAYER poly\n TYPE MASTERSLICE ;\nEND poly\n" + kMetal2 +
                              "VIA M2_M1 DEFAULT\n  LAYER metal1 ;\n    RECT 0 0 1 1 ;\nEND M2_M1\n",
                          "x.lef");
  ASSERT_EQ(layers.size(), 1U);
  EXPECT_EQ(layers[0].name, "metal2");
  EXPECT_DOUBLE_EQ(layers[0].pitch, 0.8);
  EXPECT_NEAR(layers[0].ohm_per_um, 0.2, 1e-12);
  EXPECT_NEAR(layers[0].ff_per_um, 0.006 + 0.12, 1e-12);
}

TEST(RoutingLayers, that_lack_a_figure_are_refused_by_name) {
  std::string text = kMetal2;
  text.erase(text.find("  PITCH"), std::string("  PITCH 0.8 ;\n").size());
  EXPECT_EQ(test::refusal<std::runtime_error>([&] { read_routing_layers(text, "x.lef"); }),
            "x.lef: layer metal2: expected PITCH with a number above 0");
  EXPECT_EQ(test::refusal<std::runtime_error>([] { read_routing_layers("", "x.lef"); }),
            "x.lef: expected layers of TYPE ROUTING; has none");
}

}  // namespace
}  // namespace superwarp::cost
