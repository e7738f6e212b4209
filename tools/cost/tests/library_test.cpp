// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/library.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/refusal.h"

namespace superwarp::cost {
namespace {

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

TEST(Library, areas_outputs_and_the_inverters_input_are_read) {
  const Cells cells = read_liberty("library(x) {\n" + kInverterCell + kOthers + "}\n", "x.lib");
  EXPECT_EQ(cells.area.size(), 4U);
  EXPECT_EQ(cells.outputs, (std::set<std::pair<std::string, std::string>>{{"INVX1", "Y"}}));
  EXPECT_DOUBLE_EQ(cells.area.at("INVX1"), 16);
  EXPECT_DOUBLE_EQ(cells.gate(), 24);
  EXPECT_DOUBLE_EQ(cells.inverter_load, 0.0093);
}

TEST(Library, the_inverters_load_is_none_of_another_cell) {
  const std::string other = "cell (AND2X1) {\n  pin(A) {\n    capacitance : 0.5;\n  }\n}\n";
  EXPECT_DOUBLE_EQ(read_liberty(other + kInverterCell + kOthers, "x.lib").inverter_load, 0.0093);
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
  EXPECT_EQ(test::refusal<std::runtime_error>([] { read_liberty(kInverterCell, "x.lib"); }),
            "x.lib: no cell NAND2X1, which the flow needs");
  EXPECT_THROW(read_liberty(kOthers + "cell (INVX1) {\n area : 16;\n}\n", "x.lib"),
               std::runtime_error);
}

}  // namespace
}  // namespace superwarp::cost
