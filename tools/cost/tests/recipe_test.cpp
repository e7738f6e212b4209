// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/recipe.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/refusal.h"

namespace superwarp::cost {
namespace {

const std::string kPath = R"(Startpoint: u_rsu.location_o[7].cell
   0.0000    0.0000   clock clk (rise edge)
   0.0000    0.0000 ^ u_rsu.location_o[7].cell/CLK (DFFPOSX1)
   0.2500    0.2500 v u_rsu.location_o[7].cell/Q (DFFPOSX1)
   0.1000    0.3500 ^ gen_batch.u_rpu.gen_tree.u_select.cell_3/Y (INVX1)
   0.1500    0.5000 v cell_12/Y (NAND2X1)
   0.0000    0.5000 v u_rsu.location_o[1].cell/D (DFFPOSX1)
             0.5000   data arrival time

1000.0000 1000.0000   clock clk (rise edge)
          1000.0000 ^ u_rsu.location_o[1].cell/CLK (DFFPOSX1)
  -0.2000 999.8000   library setup time
           999.3000   slack (MET)
)";

std::string report(const std::string& setup, const std::string& path) {
  return "== setup\n" + setup + "== path\n" + path + "== end\n";
}

/// The error message.
std::string refusal(const std::string& text) {
  return test::refusal<std::runtime_error>([&] { read_path(text, "mmu"); });
}

TEST(ReadPath, delays_and_setup_make_the_period_and_units_are_named) {
  const Path path = read_path(report("", kPath), "mmu");
  EXPECT_NEAR(path.period, 0.7, 1e-9);
  EXPECT_DOUBLE_EQ(path.setup, 0.2);
  ASSERT_EQ(path.steps.size(), 3U);
  EXPECT_EQ(path.steps[0].unit, "rsu");
  EXPECT_EQ(path.steps[0].name, "location_o[7]");
  EXPECT_FALSE(path.steps[0].gate);
  EXPECT_EQ(path.steps[1].unit, "rpu.select");
  EXPECT_TRUE(path.steps[1].gate);
  EXPECT_EQ(path.steps[2].unit, "mmu");
  double sum = path.setup;
  for (const PathStep& step : path.steps) sum += step.delay;
  EXPECT_NEAR(sum, path.period, 1e-9);
}

TEST(ReadPath, whatever_opensta_complains_of_is_an_error) {
  const std::string missing = "There are 2 unconstrained endpoints.\n  a/D\n";
  EXPECT_NE(refusal(report(missing, kPath)).find("not every path is constrained"), std::string::npos);
  EXPECT_NE(refusal("Error: syntax\n" + report("", kPath)).find("complains"), std::string::npos);
  EXPECT_NE(refusal("Warning: a\n" + report("", kPath)).find("complains"), std::string::npos);
  EXPECT_NE(refusal("== setup\n").find("stopped"), std::string::npos);
  EXPECT_NE(refusal("== setup\n== path\n" + kPath).find("stopped"), std::string::npos);
  EXPECT_NE(refusal(report("", "  999.3000   slack (MET)\n")).find("no path"), std::string::npos);
  EXPECT_NE(refusal(report("", "No paths found.\n")).find("no path"), std::string::npos);
}

TEST(ReadCounts, only_cells_of_the_library_count_whatever_stands_between_the_lines) {
  CellModels models;
  models.cells = {{"INVX1", {}}, {"DFFPOSX1", {}}};
  const CellCounts counts = read_counts(
      R"(
2. Printing statistics.
{
     $paramod$8c46\request_pairs      1
  "design": { "num_cells_by_type": { "INVX1": 3, "DFFPOSX1": 2, "rsu": 1 } }
}
)",
      models);
  EXPECT_EQ(counts, (CellCounts{{"DFFPOSX1", 2}, {"INVX1", 3}}));
}

std::string script_with(const Mapper& mapper) {
  Part part;
  part.module = "rsu";
  return mapping_script(part, "cells.lib", mapper);
}

TEST(Mapping, a_seed_changes_the_order_of_the_gates_and_nothing_else) {
  const std::string plain = script_with({});
  std::string seeded = script_with({0, 2});
  const std::string order = "rename -scramble-name -seed 2 t:$_*\n";
  ASSERT_NE(seeded.find(order), std::string::npos);
  EXPECT_EQ(seeded.erase(seeded.find(order), order.size()), plain);
}

TEST(Mapping, a_setting_changes_what_abc_runs_and_nothing_else) {
  EXPECT_EQ(script_with({}).find("-script"), std::string::npos);
  for (std::uint32_t setting = 1; setting < mapper_settings().size(); ++setting) {
    std::string script = script_with({setting, 0});
    const std::string option = std::string(" -script +") + mapper_settings()[setting].script;
    ASSERT_NE(script.find(option), std::string::npos);
    EXPECT_EQ(script.erase(script.find(option), option.size()), script_with({}));
  }
}

}  // namespace
}  // namespace superwarp::cost
