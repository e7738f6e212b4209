// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/reference/mapping/family.h"
#include "tests/mapping/mapped.h"

namespace superwarp::test {
namespace {

constexpr std::uint64_t kRows = 64;

void expect_equal(const std::string& one, const std::string& other, std::uint32_t width) {
  const auto mapping = test::mapped(one, width, kRows);
  const auto expected = test::mapped(other, width, kRows);
  for (Address a = 0; a < kRows * width; ++a)
    ASSERT_EQ(mapping->bank(a), expected->bank(a)) << one << ", width " << width << ", word " << a;
}

/// Banks worked out by hand: chunks of 16 bytes are 4 banks, rows of 128 bytes are rows of the
/// memory.
TEST(Swizzle, of_128_bytes_flips_chunk_c_of_row_r_to_c_xor_r) {
  const auto mapping = test::mapped("swizzle:3,4,3", 32, kRows);
  for (const auto& [row, chunk, bank] : std::vector<std::array<std::uint32_t, 3>>{{0, 0, 0},
                                                                                  {0, 7, 28},
                                                                                  {1, 0, 4},
                                                                                  {1, 1, 0},
                                                                                  {5, 2, 28},
                                                                                  {7, 7, 0},
                                                                                  {8, 0, 0},
                                                                                  {9, 0, 4}}) {
    for (std::uint32_t word = 0; word < 4; ++word)
      EXPECT_EQ(mapping->bank(32 * row + 4 * chunk + word), bank + word) << row << " " << chunk;
  }
}

TEST(Swizzle, has_the_numbers_of_tma_and_cutlass_as_names) {
  for (const std::uint32_t width : {8U, 16U, 32U, 64U}) {
    expect_equal("tma-32", "swizzle:1,4,3", width);
    expect_equal("tma-64", "swizzle:2,4,3", width);
    expect_equal("tma-128", "swizzle:3,4,3", width);
    expect_equal("swizzle", "swizzle:3,4,3", width);
    expect_equal("swizzle:0,2,0", "identity", width);
  }
  expect_equal("swizzle:4,2,4", "xor-swizzle", 16);
  expect_equal("swizzle:5,2,5", "xor-swizzle", 32);
  expect_equal("swizzle:6,2,6", "xor-swizzle", 64);
}

/// Bit by bit, for every swizzle of small numbers: a permutation in every row, and what CuTe
/// defines.
TEST(Swizzle, permutes_every_row_as_cute_defines) {
  for (int b = 0; b <= 5; ++b) {
    for (int m = 2; m <= 9; ++m) {
      for (int s = -6; s <= 6; ++s) {
        if (std::abs(s) < b) continue;
        const std::string name = fmt::format("swizzle:{},{},{}", b, m, s);
        for (const std::uint32_t width : {2U, 32U}) {
          const auto mapping = test::mapped(name, width, kRows);
          for (std::uint32_t row = 0; row < kRows; ++row) {
            std::set<std::uint32_t> banks;
            for (std::uint32_t k = 0; k < width; ++k) {
              const std::uint32_t byte = 4 * (row * width + k);
              std::uint32_t swizzled = byte;
              for (int bit = 0; bit < b; ++bit) {
                const int from = s >= 0 ? m + s + bit : m + bit;
                if ((byte >> from & 1U) != 0) swizzled ^= 1U << (from - s);
              }
              ASSERT_EQ(mapping->bank(byte / 4), swizzled / 4 % width) << name;
              banks.insert(mapping->bank(byte / 4));
            }
            ASSERT_EQ(banks.size(), width) << name << ", row " << row;
          }
        }
      }
    }
  }
}

TEST(Swizzle, of_bad_numbers_is_refused) {
  for (const char* numbers :
       {"", "3", "3,4", "3,4,3,", "3,4,3,1", "3,4,x", "03,4,3", "+3,4,3", "3, 4,3", "3,4,2",
        "3,4,-2", "3,1,3", "-1,4,3", "3,4,28", "99999999999,4,3", "3,4,-2147483648", "17,4,17"}) {
    EXPECT_THROW(model::mapping_info(std::string("swizzle:") + numbers), std::invalid_argument)
        << numbers;
  }
  EXPECT_NO_THROW(model::mapping_info("swizzle:3,4,26"));
}

}  // namespace
}  // namespace superwarp::test
