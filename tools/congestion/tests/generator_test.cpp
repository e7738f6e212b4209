// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/generator.h"

#include <cstring>

#include "tests/units/headers.h"

namespace superwarp::congestion {
namespace {

// The authors' C code is usually checked with state 1, 2, 3, 4. Here the state comes from a key, so
// the test has a second implementation.
TEST(Generator, is_xoshiro256_plus_plus) {
  std::array<std::uint64_t, 4> s{};
  for (unsigned i = 0; i < 4; ++i) s[i] = model::key_word(99, 5 + i);
  const auto rotl = [](std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); };
  Xoshiro256 generator(99, 5);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t expected = rotl(s[0] + s[3], 23) + s[0];
    const std::uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    ASSERT_EQ(generator(), expected);
  }
}

// SplitMix64 from state 0: the first values of the authors' splitmix64.c.
TEST(Generator, key_words_are_splitmix64) {
  EXPECT_EQ(model::key_word(0, 0), 0xe220a8397b1dcdafu);
  EXPECT_EQ(model::key_word(0, 1), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(model::key_word(0, 2), 0x06c45d188009454fu);
}

TEST(Generator, every_lane_is_the_scalar_generator) {
  WideGenerator wide(7);
  std::vector<Xoshiro256> lanes;
  for (unsigned lane = 0; lane < 4; ++lane) lanes.emplace_back(7, 4 * lane);
  for (int i = 0; i < 100; ++i) {
    RandomBytes bytes;
    wide.next(bytes);
    std::array<std::uint64_t, 4> word{};
    std::memcpy(word.data(), &bytes, sizeof word);
    for (unsigned lane = 0; lane < 4; ++lane) ASSERT_EQ(word[lane], lanes[lane]());
  }
}

// Pearson's statistic of `counts` against equal probabilities; for df degrees of freedom it exceeds
// df + 5 sqrt(2 df) + 10 with probability below 1e-5 or so.
void expect_uniform(const std::vector<std::uint64_t>& counts) {
  double total = 0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(counts.size());
  double chi2 = 0;
  for (const std::uint64_t count : counts) {
    const double deviation = static_cast<double>(count) - expected;
    chi2 += deviation * deviation / expected;
  }
  const auto df = static_cast<double>(counts.size() - 1);
  EXPECT_LT(chi2, df + 5 * std::sqrt(2 * df) + 10) << "bound " << counts.size();
}

// Without rejection the bias is largest for bounds just above half of the range.
TEST(Generator, bounded_draws_are_uniform_for_any_bound) {
  for (const std::uint32_t bound : {2u, 3u, 7u, 100u, 255u, 1000u, 33000u, 43690u, 65535u, 65536u}) {
    const std::size_t draws = 200 * std::size_t{bound} + 100000;
    std::vector<std::uint16_t> out(draws + 16);
    WideGenerator wide(bound);
    draw_below(wide, bound, draws, out.data());
    std::vector<std::uint64_t> counts(bound, 0);
    for (std::size_t i = 0; i < draws; ++i) {
      ASSERT_LT(out[i], bound);
      ++counts[out[i]];
    }
    expect_uniform(counts);
  }
}

// Without rejection, bound 3 * 2^30 would draw multiples of 3 twice as often as other numbers.
TEST(Generator, scalar_bounded_draws_are_uniform) {
  Xoshiro256 generator(1, 0);
  std::vector<std::uint64_t> remainder(3, 0), range(6, 0), small(6, 0);
  for (int i = 0; i < 600000; ++i) {
    const std::uint32_t large = generator.below(std::uint64_t{3} << 30);
    ++remainder[large % 3];
    ++range[large >> 29];
    ++small[generator.below(6)];
  }
  expect_uniform(remainder);
  expect_uniform(range);
  expect_uniform(small);
}

}  // namespace
}  // namespace superwarp::congestion
