// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/spread.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tools/cost/recipe.h"

namespace superwarp::cost {
namespace {

std::string script_with(const Mapper& mapper) {
  Part part;
  part.module = "rsu";
  return mapping_script(part, {"cells.lib", {}}, mapper);
}

TEST(Spread, is_from_the_least_to_the_most_whatever_the_order) {
  const Range odd = range_of({3, 1, 2});
  EXPECT_EQ(odd.least, 1);
  EXPECT_EQ(odd.median, 2);
  EXPECT_EQ(odd.most, 3);
  EXPECT_EQ(range_of({4, 1, 3, 2}).median, 2.5);
  EXPECT_THROW(range_of({}), std::invalid_argument);
}

TEST(Spread, a_seed_changes_the_order_of_the_gates_and_nothing_else) {
  const std::string plain = script_with({});
  std::string seeded = script_with({0, 2});
  const std::string order = "rename -scramble-name -seed 2 t:$_*\n";
  ASSERT_NE(seeded.find(order), std::string::npos);
  EXPECT_EQ(seeded.erase(seeded.find(order), order.size()), plain);
}

TEST(Spread, a_setting_changes_what_abc_runs_and_nothing_else) {
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
