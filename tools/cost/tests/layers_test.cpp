// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/layers.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/refusal.h"

namespace superwarp::cost {
namespace {

const std::string kMetal2 =
    "LAYER metal2\n  TYPE\tROUTING ;\n  PITCH 0.8 ;\n  WIDTH 0.3 ;\n  RESISTANCE RPERSQ 0.06 ;\n"
    "  CAPACITANCE CPERSQDIST 2e-05 ;\n  EDGECAPACITANCE 6e-05 ;\nEND metal2\n";

TEST(RoutingLayers, have_what_a_micrometre_of_their_least_width_has) {
  const std::vector<RoutingLayer> layers = read_routing_layers(
      "LAYER poly\n TYPE MASTERSLICE ;\nEND poly\n" + kMetal2 +
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
