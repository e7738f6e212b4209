// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/machine/machine.h"
#include "model/reference/mapping/family.h"
#include "tests/mapping/mapped.h"

namespace superwarp::test {
namespace {

std::vector<std::uint32_t> banks_of_row(const Mapping& mapping, std::uint32_t row,
                                        std::uint32_t width) {
  std::vector<std::uint32_t> banks;
  for (std::uint32_t k = 0; k < width; ++k) banks.push_back(mapping.bank(row * width + k));
  return banks;
}

using Banks = std::vector<std::uint32_t>;

TEST(Pad, rotates_a_row_by_its_number) {
  const auto mapping = test::mapped("pad", 4, 8);
  EXPECT_EQ(banks_of_row(*mapping, 0, 4), (Banks{0, 1, 2, 3}));
  EXPECT_EQ(banks_of_row(*mapping, 1, 4), (Banks{1, 2, 3, 0}));
  EXPECT_EQ(banks_of_row(*mapping, 7, 4), (Banks{3, 0, 1, 2}));
}

TEST(Pad, rotates_among_any_number_of_banks) {
  const auto mapping = test::mapped("pad", 3, 8);
  EXPECT_EQ(banks_of_row(*mapping, 1, 3), (Banks{1, 2, 0}));
  EXPECT_EQ(banks_of_row(*mapping, 5, 3), (Banks{2, 0, 1}));
}

TEST(XorSwizzle, flips_by_the_low_bits_of_the_row) {
  const auto mapping = test::mapped("xor-swizzle", 4, 8);
  EXPECT_EQ(banks_of_row(*mapping, 0, 4), (Banks{0, 1, 2, 3}));
  EXPECT_EQ(banks_of_row(*mapping, 3, 4), (Banks{3, 2, 1, 0}));
  EXPECT_EQ(banks_of_row(*mapping, 6, 4), (Banks{2, 3, 0, 1}));
}

TEST(XorFold, flips_by_two_digits_of_the_row) {
  const auto mapping = test::mapped("xor-fold", 4, 64);
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
  const auto mapping = test::mapped("ipoly", 32, 1024);
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
  for (const std::uint32_t row : {1U, 5U})
    EXPECT_EQ(banks_of_row(*mapping, row, 4), (Banks{1, 0, 3, 2}));
  for (const std::uint32_t row : {2U, 6U})
    EXPECT_EQ(banks_of_row(*mapping, row, 4), (Banks{0, 1, 2, 3}));
}

TEST(Regions, have_a_row_each_where_there_are_fewer_rows_than_regions) {
  const auto mapping = model::make_mapping(in_regions("16:0000011000000000"));
  EXPECT_EQ(banks_of_row(*mapping, 5, 4), (Banks{1, 0, 3, 2}));
  EXPECT_EQ(banks_of_row(*mapping, 6, 4), (Banks{2, 3, 0, 1}));
  EXPECT_EQ(banks_of_row(*mapping, 7, 4), (Banks{0, 1, 2, 3}));
}

TEST(Regions, of_a_table_are_the_rows_that_it_names) {
  const auto mapping = model::make_mapping(in_regions("4:2+2,3+3"));
  for (const std::uint32_t row : {1U, 6U, 7U})
    EXPECT_EQ(banks_of_row(*mapping, row, 4), (Banks{0, 1, 2, 3}));
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
  EXPECT_EQ(banks_of_row(*model::make_mapping(in_regions("2:01:swizzle:1,2,2")), 3, 4),
            (Banks{1, 0, 3, 2}));
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
  for (const char* const bad :
       {"2:0+1,2", "2:0+1,", "2:+1", "2:1+", "2:1+x", "1:0+1,2+1",  "3:0+1",       "",
        ":",       "0",      "3",    "2048", "8:",    "8:1011000",  "8:8",         "8:3-2",
        "8:-1",    "8:1,",   "8:x",  "8 ",   "-8",    "4294967304", "8:10110000:", "8::"})
    EXPECT_THROW(regions_named(bad), std::invalid_argument) << bad;
}

TEST(Regions, of_a_mapping_that_moves_words_to_other_rows_are_refused) {
  Machine machine = in_regions("2");
  machine.mapping = "prime";
  EXPECT_THROW(model::make_mapping(machine), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::test
