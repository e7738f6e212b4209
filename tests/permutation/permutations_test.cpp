// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/named_permutations.h"
#include "sim/permutation/random_permutation.h"
#include "tests/refusal.h"
#include "tests/units/headers.h"

namespace superwarp::permutation {
namespace {

Permutation named(const std::string& name, const PermutationOptions& options) {
  for (const NamedPermutation& permutation : named_permutations()) {
    if (permutation.name == name) return permutation.make(options);
  }
  throw std::logic_error("no permutation " + name);
}

std::string refusal(const std::string& name, std::uint64_t size, std::uint32_t width) {
  return test::refusal<std::invalid_argument>([&] { named(name, {size, width, 1}); });
}

TEST(Permutation, refuses_other_tables) {
  EXPECT_NO_THROW(Permutation({2, 0, 1}));
  EXPECT_THROW(Permutation({2, 0, 2}), std::invalid_argument);
  EXPECT_THROW(Permutation({3, 0, 1}), std::invalid_argument);
}

TEST(Permutation, is_undone_by_its_inverse) {
  const Permutation p({2, 0, 3, 1});
  const Permutation q = p.inverse();
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(q(p(i)), i);
}

TEST(NamedPermutations, follow_their_definitions) {
  EXPECT_EQ(named("identity", {3, 4, 1}).targets(), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(named("bit-reversal", {8, 4, 1}).targets(), (std::vector<std::uint32_t>{0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(named("bit-reversal", {1, 4, 1}).targets(), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(named("transpose", {9, 4, 1}).targets(), (std::vector<std::uint32_t>{0, 3, 6, 1, 4, 7, 2, 5, 8}));
  EXPECT_NE(named("random", {100, 4, 1}).targets(), named("random", {100, 4, 2}).targets());
  EXPECT_EQ(named("random", {100, 4, 1}).targets(), named("random", {100, 4, 1}).targets());
}

/// Largest and smallest number of different `kind(target)` over all warps.
template <class Kind>
std::pair<std::size_t, std::size_t> spread(const Permutation& p, std::uint32_t w, Kind kind) {
  std::size_t least = w;
  std::size_t most = 0;
  for (std::uint64_t first = 0; first < p.size(); first += w) {
    std::set<std::uint32_t> seen;
    for (std::uint32_t lane = 0; lane < w; ++lane) seen.insert(kind(p(first + lane)));
    least = std::min(least, seen.size());
    most = std::max(most, seen.size());
  }
  return {least, most};
}

TEST(NamedPermutations, are_the_worst_cases_for_every_warp) {
  using Spread = std::pair<std::size_t, std::size_t>;
  for (const std::uint32_t w : {2U, 4U, 8U, 32U}) {
    const auto bank = [w](std::uint32_t target) { return target % w; };
    const auto group = [w](std::uint32_t target) { return target / w; };
    for (const std::uint64_t size : {std::uint64_t{w} * w, std::uint64_t{w} * w * 3}) {
      const Permutation banks = named("worst-banks", {size, w, 1});
      EXPECT_EQ(spread(banks, w, bank), (Spread{1, 1}));
      EXPECT_EQ(spread(banks, w, group), (Spread{w, w}));
    }
    for (const std::uint64_t rows : {w, w + 1, 3 * w + 2}) {
      const Permutation groups = named("worst-groups", {rows * w, w, 1});
      EXPECT_EQ(spread(groups, w, bank), (Spread{w, w}));
      EXPECT_EQ(spread(groups, w, group), (Spread{w, w}));
    }
  }
}

TEST(NamedPermutations, refuse_sizes_and_name_the_nearest_valid_ones) {
  EXPECT_EQ(refusal("bit-reversal", 100, 4), "size 100 is not a power of two; the nearest are 64 and 128");
  EXPECT_EQ(refusal("transpose", 10, 4), "size 10 is not a square; the nearest are 9 and 16");
  EXPECT_NE(refusal("worst-banks", 15, 4).find("not a multiple of w^2 = 16"), std::string::npos);
  EXPECT_NE(refusal("worst-banks", 15, 4).find("the nearest is 16"), std::string::npos);
  EXPECT_NE(refusal("worst-banks", 40, 4).find("the nearest are 32 and 48"), std::string::npos);
  EXPECT_NE(refusal("worst-groups", 12, 4).find("the nearest is 16"), std::string::npos);
  EXPECT_NE(refusal("worst-groups", 18, 4).find("the nearest are 16 and 20"), std::string::npos);
}

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
