// SPDX-License-Identifier: Apache-2.0
#include "model/reference/random.h"
#include "tests/mapping/mapped.h"

namespace superwarp::test {
namespace {

constexpr std::uint32_t kWidth = 32;

/// Mean congestion of one warp at address base, base + stride, ..., over random bases below 2^17
/// and, for random mappings, keys.
double mean_congestion(const std::string& name, Address stride) {
  constexpr Address kBases = 1U << 17;
  const std::uint64_t rows = (kBases + kWidth * stride) / kWidth + 1;
  const bool random = model::mapping_info(name).key != model::KeyKind::kNone;
  const std::uint64_t keys = random ? 500 : 1;
  const std::uint64_t bases = random ? 40 : 20000;
  std::uint64_t sum = 0;
  for (std::uint64_t key = 0; key < keys; ++key) {
    const auto mapping = test::mapped(name, kWidth, rows, key);
    for (std::uint64_t i = 0; i < bases; ++i) {
      const Address base = model::uniform_at(model::extend_key(99, key), i, kBases);
      std::array<std::uint32_t, kWidth> count{};
      for (std::uint32_t t = 0; t < kWidth; ++t) ++count[mapping->bank(base + t * stride)];
      sum += *std::max_element(count.begin(), count.end());
    }
  }
  return static_cast<double>(sum) / static_cast<double>(keys * bases);
}

struct Row {
  std::string mapping;
  std::array<double, 4> mean;  ///< contiguous, stride 32, stride 33, stride 1024
  double within;               ///< half a unit of the last printed digit, and a standard error
};

/// The table "Bank mappings an architect compares" of the facts, to the precision it prints.
TEST(MeanCongestionOfAWarp, is_what_the_table_of_facts_says) {
  const std::vector<Row> rows = {
      {"identity", {1, 32, 1, 32}, 0},
      {"pad", {1.97, 1, 1.97, 32}, 0.006},
      // Stride 33 is "up to 32": its mean is 10.4.
      {"xor-swizzle", {1.66, 1, 10.4, 32}, 0.1},
      {"prime", {2, 2, 2, 2}, 0},
      // The table says 1.87 for stride 32, which is right for bases below 1024 (1.878), not for
      // all.
      {"ipoly", {1.91, 1.91, 2.76, 1.91}, 0.01},
      {"random-shift", {1.9, 3.5, 3.5, 3.5}, 0.06},
      {"random-xor", {1.9, 3.5, 3.5, 3.5}, 0.06},
      // Stride 32 is "1-2": 1 within a block of rows, else mostly 2.
      {"rap", {1.97, 1.97, 3.6, 3.5}, 0.06},
      {"h3", {1.9, 2.5, 3.2, 2.5}, 0.06},
      // With 6 low bits; "3.5 (5)" is another split.
      {"tabulation", {1.9, 3.5, 3.5, 3.2}, 0.06},
  };
  constexpr std::array<Address, 4> kStrides = {1, 32, 33, 1024};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < kStrides.size(); ++i) {
      EXPECT_NEAR(mean_congestion(row.mapping, kStrides[i]), row.mean[i], row.within)
          << row.mapping << ", stride " << kStrides[i];
    }
  }
}

/// "1 if base < 1024": within the first w rows the hash of the row's upper bits is a permutation.
TEST(Ipoly, has_no_conflict_at_stride_1024_from_a_base_in_the_first_1024_words) {
  const auto mapping = test::mapped("ipoly", kWidth, 2048);
  for (Address base = 0; base < 1024; ++base) {
    std::array<std::uint32_t, kWidth> count{};
    for (std::uint32_t t = 0; t < kWidth; ++t) ++count[mapping->bank(base + t * 1024)];
    EXPECT_EQ(*std::max_element(count.begin(), count.end()), 1U) << base;
  }
}

}  // namespace
}  // namespace superwarp::test
