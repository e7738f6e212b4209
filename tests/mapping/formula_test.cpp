// SPDX-License-Identifier: Apache-2.0
#include "model/machine/machine.h"
#include "model/reference/mapping/family.h"
#include "tests/mapping/mapped.h"
#include "tests/units/headers.h"

namespace superwarp::test {
namespace {

std::vector<std::uint32_t> banks_of_row(const Mapping& mapping, std::uint32_t row, std::uint32_t width) {
  std::vector<std::uint32_t> banks;
  for (std::uint32_t k = 0; k < width; ++k) banks.push_back(mapping.bank(row * width + k));
  return banks;
}

using Banks = std::vector<std::uint32_t>;

TEST(Pad, rotates_a_row_by_its_number) {
  const auto mapping = mapped("pad", 4, 8);
  EXPECT_EQ(banks_of_row(*mapping, 0, 4), (Banks{0, 1, 2, 3}));
  EXPECT_EQ(banks_of_row(*mapping, 1, 4), (Banks{1, 2, 3, 0}));
  EXPECT_EQ(banks_of_row(*mapping, 7, 4), (Banks{3, 0, 1, 2}));
}

TEST(Pad, rotates_among_any_number_of_banks) {
  const auto mapping = mapped("pad", 3, 8);
  EXPECT_EQ(banks_of_row(*mapping, 1, 3), (Banks{1, 2, 0}));
  EXPECT_EQ(banks_of_row(*mapping, 5, 3), (Banks{2, 0, 1}));
}

TEST(XorSwizzle, flips_by_the_low_bits_of_the_row) {
  const auto mapping = mapped("xor-swizzle", 4, 8);
  EXPECT_EQ(banks_of_row(*mapping, 0, 4), (Banks{0, 1, 2, 3}));
  EXPECT_EQ(banks_of_row(*mapping, 3, 4), (Banks{3, 2, 1, 0}));
  EXPECT_EQ(banks_of_row(*mapping, 6, 4), (Banks{2, 3, 0, 1}));
}

TEST(XorFold, flips_by_two_digits_of_the_row) {
  const auto mapping = mapped("xor-fold", 4, 64);
  EXPECT_EQ(banks_of_row(*mapping, 4 * 3 + 2, 4), (Banks{1, 0, 3, 2}));
  EXPECT_EQ(banks_of_row(*mapping, 16 + 4 * 1 + 1, 4), (Banks{0, 1, 2, 3}));
}

TEST(Ipoly, has_the_polynomials_of_gpgpu_sim) {
  EXPECT_EQ(model::smallest_primitive_polynomial(4), 0b10011U);    // x^4 + x + 1
  EXPECT_EQ(model::smallest_primitive_polynomial(5), 0b100101U);   // x^5 + x^2 + 1
  EXPECT_EQ(model::smallest_primitive_polynomial(6), 0b1000011U);  // x^6 + x + 1
}

TEST(Ipoly, divides_polynomials) {
  // x^5 = (x^2 + x + 1)(x^3 + x^2 + 1) + x + 1
  EXPECT_EQ(model::polynomial_remainder(0b100000, 0b111), 0b11U);
  EXPECT_EQ(model::polynomial_remainder(0b10, 0b111), 0b10U);
  EXPECT_EQ(model::polynomial_remainder(0, 0b11), 0U);
}

TEST(Ipoly, hashes_by_powers_of_x) {
  const auto mapping = mapped("ipoly", 32, 1024);
  EXPECT_EQ(mapping->bank(1 * 32), 0b00101U);       // x^5 = x^2 + 1
  EXPECT_EQ(mapping->bank(2 * 32 + 1), 0b01011U);   // x^6 = x^3 + x
  EXPECT_EQ(mapping->bank(8 * 32), 0b01101U);       // x^8 = x^5 + x^3 = x^3 + x^2 + 1
  EXPECT_EQ(mapping->bank(9 * 32 + 31), 0b10111U);  // x^8 + x^5 = x^3, all bits of k
}

Machine keyed(const std::string& name, std::uint64_t rows, std::vector<std::uint32_t> key) {
  Machine machine;
  machine.width = 4;
  machine.rows = rows;
  machine.mapping = name;
  machine.key = std::move(key);
  return machine;
}

TEST(RandomShift, rotates_a_row_by_its_shift) {
  const auto mapping = model::make_mapping(keyed("random-shift", 2, {0, 3}));
  EXPECT_EQ(banks_of_row(*mapping, 0, 4), (Banks{0, 1, 2, 3}));
  EXPECT_EQ(banks_of_row(*mapping, 1, 4), (Banks{3, 0, 1, 2}));
}

TEST(RandomXor, flips_a_row_by_its_number) {
  const auto mapping = model::make_mapping(keyed("random-xor", 2, {1, 3}));
  EXPECT_EQ(banks_of_row(*mapping, 0, 4), (Banks{1, 0, 3, 2}));
  EXPECT_EQ(banks_of_row(*mapping, 1, 4), (Banks{3, 2, 1, 0}));
}

TEST(Rap, is_a_random_shift_by_permutations) {
  const auto mapping = model::make_mapping(keyed("rap", 5, {3, 0, 2, 1, 2}));
  EXPECT_EQ(banks_of_row(*mapping, 0, 4), (Banks{3, 0, 1, 2}));
  EXPECT_EQ(banks_of_row(*mapping, 4, 4), (Banks{2, 3, 0, 1}));
  EXPECT_THROW(model::make_mapping(keyed("rap", 4, {3, 0, 2, 0})), std::invalid_argument);
  EXPECT_THROW(model::make_mapping(keyed("rap", 6, {3, 0, 2, 1, 2, 2})), std::invalid_argument);
}

TEST(H3, adds_the_columns_of_the_rows_bits) {
  const auto mapping = model::make_mapping(keyed("h3", 8, {1, 3, 2}));
  EXPECT_EQ(mapping->bank(0 * 4), 0U);
  EXPECT_EQ(mapping->bank(1 * 4), 1U);
  EXPECT_EQ(mapping->bank(3 * 4), 1U ^ 3U);
  EXPECT_EQ(mapping->bank(7 * 4 + 1), 1U ^ 3U ^ 2U ^ 1U);
}

TEST(Tabulation, flips_by_both_tables) {
  std::vector<std::uint32_t> key(66);
  key[5] = 1;       // row 5 of every 64
  key[64 + 1] = 3;  // rows 64 to 127
  const auto mapping = model::make_mapping(keyed("tabulation", 128, key));
  EXPECT_EQ(mapping->bank(4 * 4 + 2), 2U);
  EXPECT_EQ(mapping->bank(5 * 4 + 2), 2U ^ 1U);
  EXPECT_EQ(mapping->bank((64 + 4) * 4), 3U);
  EXPECT_EQ(mapping->bank((64 + 5) * 4), 3U ^ 1U);
}

Machine in_regions(const std::string& regions, std::uint64_t region_rows = 0) {
  Machine machine = keyed("xor-swizzle", 8, {});
  machine.regions = regions_named(regions);
  machine.regions.rows = region_rows;
  return machine;
}

TEST(Regions, are_equal_parts_of_the_memory) {
  const auto mapping = model::make_mapping(in_regions("2:01"));
  EXPECT_EQ(banks_of_row(*mapping, 3, 4), (Banks{0, 1, 2, 3}));
  EXPECT_EQ(banks_of_row(*mapping, 4, 4), (Banks{0, 1, 2, 3}));  // 4 mod 4 flips nothing
  EXPECT_EQ(banks_of_row(*mapping, 5, 4), (Banks{1, 0, 3, 2}));
}

TEST(Regions, repeat_if_they_are_smaller_than_the_memory) {
  const auto mapping = model::make_mapping(in_regions("2:01", 1));
  for (const std::uint32_t row : {1U, 5U}) EXPECT_EQ(banks_of_row(*mapping, row, 4), (Banks{1, 0, 3, 2}));
  for (const std::uint32_t row : {2U, 6U}) EXPECT_EQ(banks_of_row(*mapping, row, 4), (Banks{0, 1, 2, 3}));
}

TEST(Regions, have_a_row_each_where_there_are_fewer_rows_than_regions) {
  const auto mapping = model::make_mapping(in_regions("16:0000011000000000"));
  EXPECT_EQ(banks_of_row(*mapping, 5, 4), (Banks{1, 0, 3, 2}));
  EXPECT_EQ(banks_of_row(*mapping, 6, 4), (Banks{2, 3, 0, 1}));
  EXPECT_EQ(banks_of_row(*mapping, 7, 4), (Banks{0, 1, 2, 3}));
}

TEST(Regions, of_a_table_are_the_rows_that_it_names) {
  const auto mapping = model::make_mapping(in_regions("4:2+2,3+3"));
  for (const std::uint32_t row : {1U, 6U, 7U}) EXPECT_EQ(banks_of_row(*mapping, row, 4), (Banks{0, 1, 2, 3}));
  EXPECT_EQ(banks_of_row(*mapping, 2, 4), (Banks{2, 3, 0, 1}));
  EXPECT_EQ(banks_of_row(*mapping, 3, 4), (Banks{3, 2, 1, 0}));
  EXPECT_EQ(banks_of_row(*mapping, 5, 4), (Banks{1, 0, 3, 2}));
  EXPECT_THROW(model::make_mapping(in_regions("1:5+4")), std::invalid_argument);
  EXPECT_THROW(model::make_mapping(in_regions("1:5+3", 4)), std::invalid_argument);
}

TEST(Regions, that_are_off_have_another_mapping) {
  for (const char* const regions : {"2:01:pad", "1:4+4:pad"}) {
    const auto mapping = model::make_mapping(in_regions(regions));
    EXPECT_EQ(banks_of_row(*mapping, 3, 4), (Banks{3, 0, 1, 2})) << regions;
    EXPECT_EQ(banks_of_row(*mapping, 5, 4), (Banks{1, 0, 3, 2})) << regions;
  }
  EXPECT_EQ(banks_of_row(*model::make_mapping(in_regions("2:01:swizzle:1,2,2")), 3, 4), (Banks{1, 0, 3, 2}));
  for (const char* const bad : {"2::prime", "2::h3", "2::xor-swizzle", "2::x"})
    EXPECT_THROW(model::make_mapping(in_regions(bad)), std::invalid_argument) << bad;
}

TEST(Regions, are_read_as_they_are_written) {
  for (const char* const same : {"8:10110000", "8:0,2-3", "8:3,2,0-0"})
    EXPECT_EQ(text_of(regions_named(same)), "8:10110000") << same;
  EXPECT_EQ(text_of(regions_named("4")), "4:1111");
  EXPECT_EQ(text_of(regions_named("4::pad")), "4:1111:pad");
  EXPECT_EQ(text_of(regions_named("4:0:identity")), "4:1000");
  EXPECT_EQ(text_of(regions_named("4:none:swizzle:1,2,1")), "4:0000:swizzle:1,2,1");
  EXPECT_EQ(text_of(regions_named("4:3+0:pad")), "4:0+0:pad");
  EXPECT_EQ(text_of(regions_named("4:none")), "4:0000");
  EXPECT_EQ(text_of(regions_named("1:0")), "1:0");
  EXPECT_EQ(text_of(regions_named("4:8+1,0+16")), "4:8+1,0+16");
  EXPECT_EQ(text_of(regions_named("4:0+0,40+8,1+0")), "4:40+8");
  EXPECT_EQ(text_of(regions_named("4:3+0")), "4:0+0");
  for (const char* const bad : {"2:0+1,2", "2:0+1,", "2:+1", "2:1+", "2:1+x", "1:0+1,2+1",  "3:0+1",       "",
                                ":",       "0",      "3",    "2048", "8:",    "8:1011000",  "8:8",         "8:3-2",
                                "8:-1",    "8:1,",   "8:x",  "8 ",   "-8",    "4294967304", "8:10110000:", "8::"})
    EXPECT_THROW(regions_named(bad), std::invalid_argument) << bad;
}

TEST(Regions, of_a_mapping_that_moves_words_to_other_rows_are_refused) {
  Machine machine = in_regions("2");
  machine.mapping = "prime";
  EXPECT_THROW(model::make_mapping(machine), std::invalid_argument);
}

constexpr std::uint64_t kRows = 64;

void expect_equal(const std::string& one, const std::string& other, std::uint32_t width) {
  const auto mapping = mapped(one, width, kRows);
  const auto expected = mapped(other, width, kRows);
  for (Address a = 0; a < kRows * width; ++a)
    ASSERT_EQ(mapping->bank(a), expected->bank(a)) << one << ", width " << width << ", word " << a;
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
          const auto mapping = mapped(name, width, kRows);
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
  for (const char* numbers : {"", "3", "3,4", "3,4,3,", "3,4,3,1", "3,4,x", "03,4,3", "+3,4,3", "3, 4,3", "3,4,2",
                              "3,4,-2", "3,1,3", "-1,4,3", "3,4,28", "99999999999,4,3", "3,4,-2147483648", "17,4,17"}) {
    EXPECT_THROW(model::mapping_info(std::string("swizzle:") + numbers), std::invalid_argument) << numbers;
  }
  EXPECT_NO_THROW(model::mapping_info("swizzle:3,4,26"));
}

TEST(MappingKey, depends_on_the_seed_only_and_grows_with_the_rows) {
  for (const model::MappingInfo& info : model::mappings()) {
    for (const std::uint32_t width : {2U, 32U, 128U}) {
      const auto key = model::mapping_key(info.name, 7, 5000, width);
      EXPECT_EQ(key, model::mapping_key(info.name, 7, 5000, width)) << info.name;
      EXPECT_EQ(key.empty(), info.key == model::KeyKind::kNone) << info.name;
      if (key.empty()) continue;
      EXPECT_NE(key, model::mapping_key(info.name, 8, 5000, width)) << info.name;
      EXPECT_LT(*std::max_element(key.begin(), key.end()), width) << info.name;
      for (const std::uint64_t rows : {1U, 2U, 64U, 65U, 100U, 4999U}) {
        const auto fewer = model::mapping_key(info.name, 7, rows, width);
        EXPECT_TRUE(info.key != model::KeyKind::kRows || fewer.size() == rows) << info.name;
        ASSERT_LE(fewer.size(), key.size());
        EXPECT_TRUE(std::equal(fewer.begin(), fewer.end(), key.begin())) << info.name << " " << rows;
      }
    }
  }
}

TEST(MappingKey, of_rap_permutes_every_block_of_rows_differently) {
  constexpr std::uint32_t kWidth = 16;
  constexpr std::uint64_t kRows = 1024;
  const auto key = model::mapping_key("rap", 3, kRows, kWidth);
  std::vector<std::vector<std::uint32_t>> blocks;
  for (auto block = key.begin(); block != key.end(); block += kWidth) {
    blocks.emplace_back(block, block + kWidth);
    std::vector<std::uint32_t> sorted = blocks.back();
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t i = 0; i < kWidth; ++i) EXPECT_EQ(sorted[i], i);
  }
  std::sort(blocks.begin(), blocks.end());
  EXPECT_EQ(std::adjacent_find(blocks.begin(), blocks.end()), blocks.end());
}

TEST(MappingKey, that_does_not_fit_is_refused) {
  for (const model::MappingInfo& info : model::mappings()) {
    if (info.key == model::KeyKind::kNone) continue;
    Machine machine;
    machine.width = 8;
    machine.rows = 200;
    machine.mapping = info.name;
    machine.key = model::mapping_key(info.name, 1, machine.rows, machine.width);
    EXPECT_NO_THROW(model::make_mapping(machine)) << info.name;
    Machine too_large = machine;
    too_large.key.back() = 8;
    EXPECT_THROW(model::make_mapping(too_large), std::invalid_argument) << info.name;
    machine.key.pop_back();
    EXPECT_THROW(model::make_mapping(machine), std::invalid_argument) << info.name;
  }
  EXPECT_THROW(model::mapping_key("no-such", 1, 1, 2), std::invalid_argument);
  EXPECT_THROW(model::mapping_info("no-such"), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::test
