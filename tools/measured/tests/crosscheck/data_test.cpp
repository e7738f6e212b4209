// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/description/data_files.h"
#include "tools/measured/crosscheck.h"
#include "tools/measured/error_table.h"

namespace superwarp::crosscheck {
namespace {

TEST(Data, every_measurement_loads_and_crosschecks_on_the_machine_and_its_gpu) {
  const std::vector<std::string> names = description::measurement_names();
  const std::vector<std::string> gpus = description::gpu_names();
  ASSERT_GE(names.size(), 7U);
  for (const std::string& name : names) {
    const Measurement m = read_measurement(description::measurement_file(name));
    EXPECT_EQ(m.name, name);
    std::vector<gpu::Description> rules = {gpu::Description()};
    if (!m.gpu.empty()) {
      ASSERT_NE(std::find(gpus.begin(), gpus.end(), m.gpu), gpus.end()) << name << " " << m.gpu;
      rules.push_back(gpu::read_description(description::gpu_file(m.gpu)));
    }
    for (const gpu::Description& one : rules) {
      const Crosscheck result = crosscheck(m, one);
      ASSERT_EQ(result.patterns.size(), m.patterns.size());
      for (const PatternCheck& check : result.patterns) {
        EXPECT_EQ(check.slots.has_value(), check.role != PatternRole::kNotDescribed);
        if (check.predicted) {
          const double least = check.role == PatternRole::kCounted ? 0 : 1e-9;
          EXPECT_TRUE(std::isfinite(*check.predicted) && *check.predicted >= least) << name;
        }
      }
    }
  }
}

TEST(Data, every_public_figure_is_met_bound_or_explained) {
  ErrorTable table;
  for (const std::string& name : description::measurement_names()) {
    const Measurement m = read_measurement(description::measurement_file(name));
    const gpu::Description gpu =
        m.gpu.empty() ? gpu::Description() : gpu::read_description(description::gpu_file(m.gpu));
    const Crosscheck result = crosscheck(m, gpu);
    table.add(m, gpu.name, result);
    for (const PatternCheck& check : result.patterns) {
      if (check.role != PatternRole::kBound) continue;
      EXPECT_LE(*check.predicted, m.patterns[check.pattern].value) << name;
    }
  }
  EXPECT_GE(table.total().figures, 190U);
  EXPECT_EQ(table.total().unexplained(), 0U);
}

TEST(Data, one_more_conflict_free_access_explains_the_permutations_of_a_gtx_680) {
  const Measurement m = read_measurement(description::measurement_file("gtx-680"));
  const Crosscheck result = crosscheck(m, gpu::Description());
  const auto slots = [&](std::size_t i) { return static_cast<double>(result.patterns[i].slots->slots); };
  const auto measured = [&](std::size_t i) { return m.patterns[i].value; };
  const double conflict_free = slots(0) + 1024.0 / 32;
  const double ns_a_slot = (measured(2) - measured(0)) / (slots(2) - conflict_free);
  const double random = measured(0) + ns_a_slot * (slots(1) - conflict_free);
  EXPECT_NEAR(random / measured(1), 1, 0.08);
  EXPECT_GT(std::abs(*result.patterns[1].error()), 0.1);
}

TEST(Data, two_conversions_in_the_timed_code_explain_the_128_bit_stores_of_an_rtx_3060) {
  constexpr double kStores = 32 * 64;        // of 32 warps
  constexpr double kWait = 32 * 2 * 32 / 2;  // cycles: two of each lane, 2 lanes a cycle
  const Measurement m = read_measurement(description::measurement_file("rtx-3060"));
  const Crosscheck result = crosscheck(m, gpu::read_description(description::gpu_file("ampere")));
  const PatternCheck& sts128 = result.patterns.at(2);
  EXPECT_NEAR((*sts128.predicted * kStores + kWait) / (m.patterns[2].value * kStores), 1, 0.01);
}

TEST(Data, without_joining_a_v100_would_take_twice_as_long_for_shared_wide_words) {
  const Measurement m = read_measurement(description::measurement_file("v100"));
  gpu::Description apart = gpu::read_description(description::gpu_file("volta"));
  for (gpu::PhaseRule& rule : apart.phases) rule.joins.clear();
  const Crosscheck result = crosscheck(m, apart);
  for (const PatternCheck& check : result.patterns) {
    if (check.role == PatternRole::kBound && check.predicted)
      EXPECT_GT(*check.predicted, 1.5 * check.point.measured) << m.patterns[check.pattern].id;
  }
}

TEST(Data, the_rules_of_hopper_predict_the_sub_cores_that_the_machine_cannot) {
  const Measurement m = read_measurement(description::measurement_file("h800-h20"));
  const auto worst = [&](const gpu::Description& rules) {
    return std::abs(crosscheck(m, rules).groups.at(0).held_out->worst);
  };
  EXPECT_LT(worst(gpu::read_description(description::gpu_file("hopper"))), 0.01);
  EXPECT_GT(worst(gpu::Description()), 0.9);
}

TEST(Data, the_rule_of_gt200_slows_random_words_threefold_against_1_7_in_its_table) {
  // A finding: Table 2 has 86.6 / 51 = 1.70.
  const Measurement m = read_measurement(description::measurement_file("gtx-280"));
  const Crosscheck result = crosscheck(m, gpu::read_description(description::gpu_file("gt200")));
  EXPECT_NEAR(result.patterns[1].slots->per_access() / result.patterns[0].slots->per_access(), 3.06, 0.05);
}

TEST(Data, unknown_names_get_the_nearest_one) {
  EXPECT_THROW(description::measurement_file("rtx-4070"), std::invalid_argument);
  EXPECT_EQ(description::measurement_file("some/file.json"), "some/file.json");
  EXPECT_THROW(description::gpu_file("hoper"), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::crosscheck
