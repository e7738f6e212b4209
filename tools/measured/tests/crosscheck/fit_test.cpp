// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/fit.h"

#include <gtest/gtest.h>

#include <cmath>

namespace superwarp::crosscheck {
namespace {

TEST(Fit, leaves_out_a_constant_that_nothing_depends_on) {
  const auto slots = fit({{1, 0, 2}, {2, 0, 4}});
  ASSERT_TRUE(slots);
  EXPECT_DOUBLE_EQ(*slots->per_slot, 2);
  EXPECT_FALSE(slots->latency);
  EXPECT_FALSE(slots->predict(1, 1));
  EXPECT_DOUBLE_EQ(*slots->predict(3, 0), 6);
  const auto waits = fit({{0, 1, 23}});
  ASSERT_TRUE(waits);
  EXPECT_FALSE(waits->per_slot);
  EXPECT_DOUBLE_EQ(*waits->predict(0, 2), 46);
}

TEST(Fit, gives_nothing_if_the_points_do_not_determine_the_constants) {
  EXPECT_FALSE(fit({}));
  EXPECT_FALSE(fit({{0, 0, 5}}));
  EXPECT_FALSE(fit({{3, 1, 10}}));
  EXPECT_FALSE(fit({{3, 1, 10}, {6, 2, 20}, {9, 3, 31}}));
}

TEST(Fit, minimizes_relative_errors) {
  // No constant fits both points; any other has a larger sum of squared relative errors.
  const std::vector<FitPoint> points = {{1, 0, 1}, {100, 0, 200}};
  const double best = *fit(points)->per_slot;
  const auto loss = [&](double c) {
    double sum = 0;
    for (const FitPoint& p : points) sum += std::pow(c * p.slots / p.measured - 1, 2);
    return sum;
  };
  EXPECT_LT(loss(best), loss(best * 1.01));
  EXPECT_LT(loss(best), loss(best * 0.99));
}

TEST(RSquared, is_one_for_truth_and_zero_for_the_mean) {
  EXPECT_DOUBLE_EQ(*r_squared({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}), 1);
  EXPECT_DOUBLE_EQ(*r_squared({1, 2, 3, 4, 5}, {3, 3, 3, 3, 3}), 0);
  EXPECT_LT(*r_squared({1, 2, 3, 4, 5}, {5, 4, 3, 2, 1}), 0);
  EXPECT_FALSE(r_squared({1, 2, 3, 4}, {1, 2, 3, 4}));
  EXPECT_FALSE(r_squared({2, 2, 2, 2, 2}, {1, 3, 2, 2, 2}));
}

}  // namespace
}  // namespace superwarp::crosscheck
