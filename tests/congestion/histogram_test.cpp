// SPDX-License-Identifier: Apache-2.0
#include "sim/congestion/histogram.h"

#include "tests/units/headers.h"

namespace superwarp::congestion {
namespace {

TEST(Histogram, statistics_are_those_of_the_sample) {
  Histogram h;  // 1 2 2 3 7
  for (const unsigned value : {2, 7, 1, 3, 2}) h.add(value);
  EXPECT_EQ(h.total(), 5u);
  EXPECT_DOUBLE_EQ(h.mean(), 3);
  EXPECT_DOUBLE_EQ(h.variance(), (4 + 1 + 1 + 0 + 16) / 4.0);
  EXPECT_DOUBLE_EQ(h.standard_error(), std::sqrt(5.5 / 5));
  EXPECT_NEAR(h.ci95().low, 3 - 1.959964 * h.standard_error(), 1e-6);
  EXPECT_NEAR(h.ci95().high, 3 + 1.959964 * h.standard_error(), 1e-6);
  EXPECT_EQ(h.min(), 1u);
  EXPECT_EQ(h.max(), 7u);
}

TEST(Histogram, quantile_is_the_smallest_value_that_covers_the_fraction) {
  const Histogram h({0, 1, 2, 1, 0, 0, 0, 1});
  EXPECT_EQ(h.quantile(0), 1u);
  EXPECT_EQ(h.quantile(0.2), 1u);
  EXPECT_EQ(h.quantile(0.21), 2u);
  EXPECT_EQ(h.quantile(0.5), 2u);
  EXPECT_EQ(h.quantile(0.8), 3u);
  EXPECT_EQ(h.quantile(0.81), 7u);
  EXPECT_EQ(h.quantile(1), 7u);
  EXPECT_THROW(h.quantile(1.01), std::invalid_argument);
  EXPECT_THROW(h.quantile(std::nan("")), std::invalid_argument);
}

TEST(Histogram, merge_is_the_union_of_the_samples_in_any_order) {
  const Histogram a({1, 2, 3});
  const Histogram b({0, 5, 0, 0, 1});
  Histogram ab = a;
  ab.merge(b);
  Histogram ba = b;
  ba.merge(a);
  EXPECT_EQ(ab, ba);
  EXPECT_EQ(ab, Histogram({1, 7, 3, 0, 1, 0, 0}));
}

TEST(Histogram, refuses_statistics_of_too_few_observations) {
  Histogram h;
  EXPECT_THROW(h.mean(), std::invalid_argument);
  EXPECT_THROW(h.max(), std::invalid_argument);
  EXPECT_THROW(h.min(), std::invalid_argument);
  EXPECT_THROW(h.quantile(0.5), std::invalid_argument);
  h.add(4);
  EXPECT_EQ(h.mean(), 4);
  EXPECT_THROW(h.variance(), std::invalid_argument);
  EXPECT_THROW(h.ci95(), std::invalid_argument);
  h.add(4);
  EXPECT_EQ(h.standard_error(), 0);
}

}  // namespace
}  // namespace superwarp::congestion
