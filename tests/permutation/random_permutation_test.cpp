// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/random_permutation.h"

#include "tests/units/headers.h"

namespace superwarp::permutation {
namespace {

TEST(RandomPermutation, is_a_bijection_and_inverse_undoes_it) {
  for (const std::uint64_t n : {1U, 2U, 3U, 4U, 5U, 7U, 16U, 17U, 100U, 1024U, 4097U}) {
    for (const std::uint64_t seed : {1U, 2U}) {
      const RandomPermutation pi(seed, n);
      std::vector<bool> hit(n);
      for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t image = pi.forward(i);
        ASSERT_LT(image, n);
        EXPECT_FALSE(hit[image]);
        hit[image] = true;
        EXPECT_EQ(pi.inverse(image), i);
      }
    }
  }
}

TEST(RandomPermutation, works_at_the_largest_size) {
  const RandomPermutation pi(1, std::uint64_t{1} << 31);
  for (const std::uint32_t i : {0U, 1U, 0x7fffffffU, 0x12345678U}) {
    EXPECT_LT(pi.forward(i), 0x80000000U);
    EXPECT_EQ(pi.inverse(pi.forward(i)), i);
  }
}

/// Over seeds, the place of one element and the order of two are uniform.
TEST(RandomPermutation, sends_pairs_everywhere_equally_often) {
  constexpr std::uint32_t kN = 6;
  constexpr int kSeeds = 30000;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> count;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const RandomPermutation pi(static_cast<std::uint64_t>(seed), kN);
    ++count[{pi.forward(1), pi.forward(4)}];
  }
  EXPECT_EQ(count.size(), kN * (kN - 1));
  const double mean = kSeeds / 30.0;
  double chi_square = 0;
  for (const auto& [pair, c] : count) chi_square += (c - mean) * (c - mean) / mean;
  EXPECT_LT(chi_square, 29 + 4 * std::sqrt(2 * 29.0));
}

}  // namespace
}  // namespace superwarp::permutation
