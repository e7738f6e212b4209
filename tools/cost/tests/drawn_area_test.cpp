// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/drawn_area.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/refusal.h"

namespace superwarp::cost {
namespace {

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

}  // namespace
}  // namespace superwarp::cost
