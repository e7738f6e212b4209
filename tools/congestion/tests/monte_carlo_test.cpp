// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/monte_carlo.h"

#include <thread>

#include "tests/units/headers.h"
#include "tools/congestion/exact.h"
#include "tools/congestion/histogram.h"
#include "tools/congestion/table2.h"

namespace superwarp::congestion {
namespace {

std::string name(const CongestionCell& cell) {
  return "w=" + std::to_string(cell.width) + " s=" + std::to_string(cell.super_warp) +
         " n=" + std::to_string(cell.size);
}

// Every regime: powers of two and not, one row, few rows, many, the extremes.
const std::vector<CongestionCell>& varied_cells() {
  static const std::vector<CongestionCell> cells = {
      {2, 1, 2},         {2, 16, 6},      {3, 2, 3},      {5, 3, 25},        {16, 1, 1024},      {16, 4, 1024},
      {17, 5, 1020},     {32, 5, 1024},   {48, 3, 3072},  {63, 7, 6300},     {65, 8, 6500},      {100, 5, 1000},
      {100, 5, 1700},    {100, 5, 17000}, {127, 2, 127},  {128, 7, 4096},    {256, 16, 65536},   {256, 3, 1280},
      {256, 16, 131072}, {256, 1, 8448},  {16, 16, 8192}, {255, 16, 255000}, {2, 16, 64},        {64, 6, 1 << 20},
      {2, 1, 1 << 30},   {6, 9, 6000},    {33, 4, 2145},  {16, 10, 4096},    {256, 16, 1 << 30}, {200, 16, 51200},
      {32, 4, 992},      {32, 2, 1 << 29}};
  return cells;
}

void expect_mean_is_exact(const CongestionCell& cell, const Histogram& sample) {
  const ExactCongestion exact = exact_congestion(cell);
  const double error = std::sqrt(exact.variance / static_cast<double>(sample.total()));
  EXPECT_NEAR(sample.mean(), exact.mean, 4 * error + 1e-6) << name(cell);
}

// Pearson's statistic over the classes with at least ten expected rounds, the others pooled;
// exceeds df + 5 sqrt(2 df) + 10 with probability below 1e-5 or so.
void expect_distribution_is_exact(const CongestionCell& cell, const std::vector<std::uint64_t>& counts, double total) {
  const ExactCongestion exact = exact_congestion(cell);
  double chi2 = 0, df = -1, pooled_expected = 0, pooled_seen = 0;
  const auto add = [&](double seen, double expected) {
    chi2 += (seen - expected) * (seen - expected) / expected;
    df += 1;
  };
  for (std::size_t c = 0; c < std::max(counts.size(), exact.probability.size()); ++c) {
    const double seen = c < counts.size() ? static_cast<double>(counts[c]) : 0;
    const double expected = c < exact.probability.size() ? total * exact.probability[c] : 0;
    if (expected >= 10) {
      add(seen, expected);
    } else {
      pooled_seen += seen;
      pooled_expected += expected;
    }
  }
  if (pooled_expected >= 1) {
    add(pooled_seen, pooled_expected);
  } else {
    EXPECT_LE(pooled_seen, 12) << name(cell);  // Poisson of a mean below 1
  }
  EXPECT_LT(chi2, df + 5 * std::sqrt(2 * df) + 10) << name(cell);
}

TEST(MonteCarlo, mean_is_exact_in_all_100_cells_of_table_ii) {
  for (const PrintedCell& printed : printed_cells()) {
    expect_mean_is_exact(printed.cell, simulate_congestion(printed.cell, {50000, 1, 2}));
  }
}

TEST(MonteCarlo, distribution_is_exact_in_every_regime) {
  for (const CongestionCell& cell : varied_cells()) {
    const std::uint64_t rounds = cell.requests() < 200 ? 1000000 : 100000;
    const Histogram sample = simulate_congestion(cell, {rounds, 2, 2});
    ASSERT_EQ(sample.total(), rounds);
    expect_mean_is_exact(cell, sample);
    expect_distribution_is_exact(cell, sample.counts(), static_cast<double>(rounds));
  }
}

TEST(MonteCarlo, is_identical_for_any_number_of_jobs) {
  for (const CongestionCell& cell : varied_cells()) {
    // Not a multiple of a block: the last one is partial.
    const Histogram one = simulate_congestion(cell, {5000, 9, 1});
    for (const unsigned jobs : {2u, 3u, 8u, 100u}) {
      EXPECT_EQ(simulate_congestion(cell, {5000, 9, jobs}), one) << name(cell);
    }
  }
}

TEST(MonteCarlo, portable_and_simd_paths_agree_bit_for_bit) {
  if (!simd_path_available(SimdPath::kAvx2)) GTEST_SKIP() << "no AVX2 here";
  for (const CongestionCell& cell : varied_cells()) {
    const BlockPlan plan(cell);
    for (std::uint64_t block = 0; block < 4; ++block) {
      BlockWorkspace portable(plan), avx2(plan);
      simulate_block(plan, 3, block, 300, SimdPath::kPortable, portable);
      simulate_block(plan, 3, block, 300, SimdPath::kAvx2, avx2);
      EXPECT_EQ(portable.counts, avx2.counts) << name(cell);
    }
  }
}

// Fixed numbers of one seed detect an accidental change of generator or keying.
const std::vector<std::uint64_t> kKeptFewRows = {0, 0, 0, 0, 0, 0, 0, 68, 567, 721, 430, 148, 49, 15, 2};
const std::vector<std::uint64_t> kKeptManyRows = {0, 0, 0, 0, 0, 0, 0, 2, 136, 566, 640, 392, 172, 65, 21, 4, 2};

TEST(MonteCarlo, keeps_its_draws_from_version_to_version) {
  EXPECT_EQ(simulate_congestion({32, 5, 1024}, {2000, 42, 2}).counts(), kKeptFewRows);
  EXPECT_EQ(simulate_congestion({32, 5, 1 << 20}, {2000, 42, 2}).counts(), kKeptManyRows);
}

TEST(MonteCarlo, seeds_blocks_and_cells_have_independent_draws) {
  const BlockPlan plan({32, 5, 1 << 20});
  BlockWorkspace first(plan), second(plan), other_seed(plan);
  simulate_block(plan, 1, 0, 1024, best_simd_path(), first);
  simulate_block(plan, 1, 1, 1024, best_simd_path(), second);
  simulate_block(plan, 2, 0, 1024, best_simd_path(), other_seed);
  EXPECT_NE(first.counts, second.counts);
  EXPECT_NE(first.counts, other_seed.counts);
  // The same banks with another size: equal draws would give nearly equal counts.
  EXPECT_NE(simulate_congestion({32, 5, 1 << 20}, {1024, 1, 2}), simulate_congestion({32, 5, 1 << 29}, {1024, 1, 2}));
}

TEST(MonteCarlo, reports_progress_from_the_calling_thread_up_to_all_rounds) {
  MonteCarloOptions options = {100000, 1, 2};
  std::vector<std::uint64_t> reports;
  options.progress = [&reports, caller = std::this_thread::get_id()](std::uint64_t done) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    reports.push_back(done);
  };
  simulate_congestion({32, 5, 1024}, options);
  ASSERT_FALSE(reports.empty());
  EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
  EXPECT_EQ(reports.back(), 100000u);
}

TEST(MonteCarlo, stops_when_progress_throws) {
  MonteCarloOptions options = {std::uint64_t{1} << 40, 1, 3};
  options.progress = [](std::uint64_t) { throw std::runtime_error("interrupted"); };
  EXPECT_THROW(simulate_congestion({32, 5, 1024}, options), std::runtime_error);
}

TEST(MonteCarlo, refuses_bad_options) {
  EXPECT_THROW(simulate_congestion({32, 5, 1000}, {10, 1, 2}), std::invalid_argument);
  EXPECT_THROW(simulate_congestion({32, 5, 1024}, {0, 1, 2}), std::invalid_argument);
  EXPECT_THROW(simulate_congestion({32, 5, 1024}, {10, 1, 0}), std::invalid_argument);
  EXPECT_THROW(simulate_congestion({32, 5, 1024}, {10, 1, 1025}), std::invalid_argument);
}

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
