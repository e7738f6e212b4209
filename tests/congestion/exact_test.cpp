// SPDX-License-Identifier: Apache-2.0
#include "sim/congestion/exact.h"

#include <numeric>

#include "tests/congestion/reference_simulation.h"

namespace superwarp::congestion {
namespace {

TEST(ExactCongestion, equals_brute_force_for_tiny_memories) {
  const std::vector<CongestionCell> cells = {
      {2, 1, 2},  {2, 1, 6}, {2, 2, 4},  {2, 2, 10}, {2, 3, 6},  {2, 4, 4}, {3, 1, 3},
      {3, 1, 15}, {3, 2, 6}, {4, 1, 16}, {4, 2, 4},  {5, 1, 10}, {6, 1, 6}, {7, 1, 7}};
  for (const CongestionCell& cell : cells) {
    const std::vector<double> counts = enumerate_rounds(cell);
    const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
    const ExactCongestion exact = exact_congestion(cell);
    double mean = 0;
    for (std::size_t c = 0; c < counts.size(); ++c) {
      const double expected = counts[c] / all;
      const double actual = c < exact.probability.size() ? exact.probability[c] : 0;
      EXPECT_NEAR(actual, expected, 1e-12 * expected)
          << "w=" << cell.width << " s=" << cell.super_warp << " n=" << cell.size << " c=" << c;
      mean += static_cast<double>(c) * expected;
    }
    EXPECT_NEAR(exact.mean, mean, 1e-12 * mean);
  }
}

// 1 - sum of the probabilities shows all rounding, window and cut-off errors.
TEST(ExactCongestion, probabilities_sum_to_one_up_to_the_largest_cells) {
  for (const unsigned width : {2u, 3u, 31u, 100u, 255u, 256u}) {
    for (const unsigned super_warp : {1u, 7u, 16u}) {
      for (const std::uint64_t rows : {1u, 2u, 5u, 64u, 4000000u}) {
        const ExactCongestion exact = exact_congestion({width, super_warp, rows * width});
        const double sum = std::accumulate(exact.probability.begin(), exact.probability.end(), 0.0);
        EXPECT_NEAR(sum, 1, 2e-12) << width << " " << super_warp << " " << rows;
      }
    }
  }
}

// With m = 1 row a bank has at most one address, so the congestion is 1.
TEST(ExactCongestion, is_one_with_a_single_row) {
  EXPECT_NEAR(exact_congestion({32, 5, 32}).mean, 1, 1e-12);
  EXPECT_NEAR(exact_congestion({32, 5, 32}).variance, 0, 1e-12);
}

// P(all K requests fall on one and the same of n addresses' banks ...): with w = 2, s = 1 both
// requests meet in one bank at two rows with probability 1/2 * (1 - 1/m).
TEST(ExactCongestion, has_the_closed_form_of_two_requests) {
  for (const std::uint64_t rows : {1u, 2u, 3u, 1000u, 1u << 29}) {
    const double two = 0.5 * (1 - 1 / static_cast<double>(rows));
    EXPECT_NEAR(exact_congestion({2, 1, 2 * rows}).mean, 1 + two, 1e-13);
  }
}

// The upper tail keeps relative precision: congestion K needs all K requests in one bank and in K
// rows.
TEST(ExactCongestion, keeps_relative_precision_in_the_tail) {
  const ExactCongestion exact = exact_congestion({8, 1, 1024});
  double tail = 8;
  for (int i = 0; i < 8; ++i) tail *= (128.0 - i) / 1024;
  ASSERT_EQ(exact.probability.size(), 9u);
  EXPECT_NEAR(exact.probability[8], tail, 1e-12 * tail);
}

TEST(ExactCongestion, refuses_cells_out_of_range) {
  EXPECT_THROW(exact_congestion({1, 1, 32}), std::invalid_argument);
  EXPECT_THROW(exact_congestion({257, 1, 257}), std::invalid_argument);
  EXPECT_THROW(exact_congestion({32, 0, 32}), std::invalid_argument);
  EXPECT_THROW(exact_congestion({32, 17, 32}), std::invalid_argument);
  EXPECT_THROW(exact_congestion({32, 1, 0}), std::invalid_argument);
  EXPECT_THROW(exact_congestion({32, 1, 33}), std::invalid_argument);
  EXPECT_THROW(exact_congestion({32, 1, std::uint64_t{1} << 31}), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::congestion
