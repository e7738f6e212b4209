// SPDX-License-Identifier: Apache-2.0
#include "sim/congestion/occupancy.h"

#include "sim/congestion/exact.h"
#include "tests/units/headers.h"

namespace superwarp::congestion {
namespace {

/// Counts the bins^balls throws by their largest load.
std::vector<double> by_enumeration(std::uint32_t balls, std::uint32_t bins) {
  std::vector<double> law(balls + 1, 0.0);
  std::uint64_t ways = 1;
  for (std::uint32_t ball = 0; ball < balls; ++ball) ways *= bins;
  for (std::uint64_t way = 0; way < ways; ++way) {
    std::vector<std::uint32_t> load(bins, 0);
    std::uint64_t rest = way;
    for (std::uint32_t ball = 0; ball < balls; ++ball, rest /= bins) ++load[rest % bins];
    law[*std::max_element(load.begin(), load.end())] += 1 / static_cast<double>(ways);
  }
  return law;
}

TEST(Occupancy, is_the_law_of_all_ways_to_throw) {
  for (const auto& [balls, bins] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
           {1, 2}, {5, 2}, {3, 4}, {8, 4}, {6, 8}}) {
    const Occupancy law = occupancy(balls, bins);
    const std::vector<double> right = by_enumeration(balls, bins);
    double mean = 0;
    double square = 0;
    for (std::size_t c = 0; c < right.size(); ++c) {
      const double found = c < law.probability.size() ? law.probability[c] : 0;
      EXPECT_NEAR(found, right[c], 1e-12) << balls << " balls, " << bins << " bins, load " << c;
      mean += static_cast<double>(c) * right[c];
      square += static_cast<double>(c * c) * right[c];
    }
    EXPECT_NEAR(law.mean, mean, 1e-11);
    EXPECT_NEAR(law.variance, square - mean * mean, 1e-11);
  }
}

// With n = 2^30 words the probability that two of sw requests are equal is below 2e-5.
TEST(Occupancy, is_table_2_for_a_large_memory) {
  for (const unsigned width : {16U, 32U, 128U}) {
    for (const unsigned super_warp : {1U, 5U}) {
      const double exact = exact_congestion({width, super_warp, std::uint64_t{1} << 30U}).mean;
      EXPECT_NEAR(occupancy(width * super_warp, width).mean, exact, 1e-4 * exact);
    }
  }
}

TEST(Occupancy, refuses_0_balls_and_numbers_of_bins_that_are_not_powers_of_two) {
  EXPECT_THROW(occupancy(0, 4), std::invalid_argument);
  EXPECT_THROW(occupancy(4, 3), std::invalid_argument);
  EXPECT_THROW(occupancy(4, 1), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::congestion
