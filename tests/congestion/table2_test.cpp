// SPDX-License-Identifier: Apache-2.0
#include "sim/congestion/table2.h"

#include "sim/congestion/exact.h"
#include "tests/units/headers.h"

namespace superwarp::congestion {
namespace {

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
      EXPECT_NEAR(printed_column(width, super_warp).value(),
                  printed_column_formula(width, super_warp), 0.00051);
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
