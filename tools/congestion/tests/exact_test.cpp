// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/exact.h"

#include <numeric>

#include "tests/units/headers.h"
#include "tools/congestion/table2.h"

namespace superwarp::congestion {
namespace {

/// The largest number of distinct addresses in one bank, by the definition.
unsigned congestion_of(const std::vector<std::uint64_t>& addresses, unsigned width) {
  const std::set<std::uint64_t> distinct(addresses.begin(), addresses.end());
  std::vector<unsigned> of_bank(width, 0);
  for (const std::uint64_t address : distinct) ++of_bank[address % width];
  return *std::max_element(of_bank.begin(), of_bank.end());
}

/// counts[c] of the n^(s w) equally likely rounds have congestion c. Tiny cells only.
std::vector<double> enumerate_rounds(const CongestionCell& cell) {
  std::vector<double> counts(cell.requests() + 1, 0);
  std::vector<std::uint64_t> addresses(cell.requests(), 0);
  for (;;) {
    counts[congestion_of(addresses, cell.width)] += 1;
    std::size_t digit = 0;  // the addresses as the digits of a number to base n: add one
    while (digit < addresses.size() && ++addresses[digit] == cell.size) addresses[digit++] = 0;
    if (digit == addresses.size()) return counts;
  }
}

TEST(ExactCongestion, equals_brute_force_for_tiny_memories) {
  const std::vector<CongestionCell> cells = {{2, 1, 2}, {2, 1, 6},  {2, 2, 4},  {2, 2, 10}, {2, 3, 6},
                                             {2, 4, 4}, {3, 1, 3},  {3, 1, 15}, {3, 2, 6},  {4, 1, 16},
                                             {4, 2, 4}, {5, 1, 10}, {6, 1, 6},  {7, 1, 7}};
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

TEST(TableII, exact_is_within_0_003_of_print_in_all_cells) {
  for (const PrintedCell& printed : printed_cells()) {
    const CongestionCell& cell = printed.cell;
    EXPECT_NEAR(exact_congestion(cell).mean / cell.super_warp, printed.ratio, 0.003)
        << "w=" << cell.width << " s=" << cell.super_warp << " n=" << cell.size;
  }
}

TEST(TableII, has_the_worked_examples) {
  EXPECT_NEAR(exact_congestion({32, 5, 1024}).mean / 5, 1.8186, 5e-5);
  EXPECT_NEAR(exact_congestion({32, 5, 1 << 20}).mean / 5, 2.0289, 5e-5);
  EXPECT_EQ(printed_ratio({32, 5, 1024}), 1.819);
  EXPECT_EQ(printed_ratio({32, 5, 1 << 20}), 2.029);
  EXPECT_EQ(printed_ratio({32, 5, 2048}), std::nullopt);
  EXPECT_EQ(printed_ratio({32, 11, 1024}), std::nullopt);
}

TEST(TableII, printed_column_is_the_formula_divided_by_s) {
  for (const unsigned width : {16u, 32u, 64u, 128u, 256u}) {
    for (unsigned super_warp = 1; super_warp <= 10; ++super_warp) {
      EXPECT_NEAR(printed_column(width, super_warp).value(), printed_column_formula(width, super_warp), 0.00051);
    }
  }
  EXPECT_EQ(printed_column(48, 1), std::nullopt);
  EXPECT_EQ(printed_column(32, 0), std::nullopt);
}

TEST(TableII, column_is_not_a_bound_at_w_32_s_5) {
  EXPECT_GT(exact_congestion({32, 5, 1 << 20}).mean / 5, printed_column(32, 5).value());
}

TEST(TableII, proven_bound_exists_just_where_it_is_proven) {
  EXPECT_FALSE(proven_bound(2, 2));
  EXPECT_FALSE(proven_bound(3, 2));
  EXPECT_TRUE(proven_bound(4, 2));
  EXPECT_FALSE(proven_bound(4, 3));
  EXPECT_FALSE(proven_bound(32, 1));
  EXPECT_TRUE(proven_bound(32, 5));
  EXPECT_FALSE(proven_bound(32, 6));
  EXPECT_FALSE(proven_bound(63, 6));
  EXPECT_TRUE(proven_bound(64, 6));
  EXPECT_FALSE(proven_bound(64, 100));
  // f_w(log w) / log w = 2e.
  EXPECT_NEAR(proven_bound(32, 5).value(), 2 * std::exp(1.0), 1e-4);
}

TEST(TableII, proven_bound_holds_for_the_exact_ratio) {
  for (unsigned width = 4; width <= 256; width *= 2) {
    for (unsigned super_warp = 2; proven_bound(width, super_warp); ++super_warp) {
      EXPECT_LT(exact_congestion({width, super_warp, std::uint64_t{1} << 30}).mean / super_warp,
                proven_bound(width, super_warp).value());
    }
  }
}

TEST(TableII, f_refuses_numbers_without_a_logarithm) {
  EXPECT_THROW(f_w(1, 1), std::invalid_argument);
  EXPECT_THROW(f_w(32, 0), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::congestion
