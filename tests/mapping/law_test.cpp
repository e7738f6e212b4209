// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "model/machine/log2.h"
#include "model/machine/machine.h"
#include "model/reference/random.h"
#include "tests/mapping/mapped.h"
#include "tests/units/headers.h"

namespace superwarp::test {
namespace {

constexpr std::array<std::uint32_t, 17> kWidths = {1, 2, 3, 4, 5, 7, 12, 16, 31, 32, 33, 64, 127, 128, 200, 256, 257};

/// Is every row of the memory a permutation of the banks?
void expect_permutations(const Mapping& mapping, std::uint32_t width, std::uint64_t rows, const std::string& name) {
  std::vector<Address> address(width);
  std::vector<std::uint32_t> bank(width);
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::iota(address.begin(), address.end(), static_cast<Address>(row * width));
    mapping.banks(address.data(), width, bank.data());
    std::vector<bool> seen(width);
    for (const std::uint32_t b : bank) {
      ASSERT_LT(b, width) << name << ", row " << row;
      ASSERT_FALSE(seen[b]) << name << ", width " << width << ", row " << row << ", bank " << b;
      seen[b] = true;
    }
  }
}

TEST(Mapping, permutes_the_banks_of_every_row) {
  for (const model::MappingInfo& info : model::mappings()) {
    if (info.name == "prime") continue;
    for (const std::uint32_t width : kWidths) {
      const bool binary = width > 1 && is_power_of_two(width);
      if (info.banks == model::kPowerOfTwo && !binary) {
        EXPECT_THROW(mapped(info.name, width, 8), std::invalid_argument) << info.name;
        continue;
      }
      for (const std::uint64_t rows : {1U, 2U, 67U, 300U}) {
        for (std::uint64_t seed = 1; seed <= (info.key == model::KeyKind::kNone ? 1U : 4U); ++seed) {
          expect_permutations(*mapped(info.name, width, rows, seed), width, rows, info.name);
        }
      }
    }
  }
}

/// Tables drawn at random, regions of one row and of many.
TEST(Regions, permute_the_banks_of_every_row) {
  constexpr std::uint64_t kRows = 67;
  std::uint64_t drawn = 0;
  for (const model::MappingInfo& info : model::mappings()) {
    if (info.name == "prime") continue;
    for (const std::uint32_t regions : {1U, 2U, 8U, 32U, 128U}) {
      for (const std::uint64_t rows : {0U, 1U, 4U}) {
        Machine machine;
        machine.width = 8;
        machine.rows = kRows;
        machine.mapping = info.name;
        machine.key = model::mapping_key(info.name, ++drawn, kRows, machine.width);
        machine.regions.rows = rows;
        const std::vector<std::string> others = off_mappings(info.name);
        machine.regions.off = others[drawn % others.size()];
        for (std::uint32_t region = 0; region < regions; ++region)
          machine.regions.on.push_back(model::uniform_at(drawn, region, 2) == 1);
        expect_permutations(*model::make_mapping(machine), machine.width, kRows, text_of(machine.regions));
        machine.regions.on.clear();
        machine.regions.rows = 0;
        for (std::uint32_t region = 0; region < regions; ++region) {
          const std::uint64_t first = model::uniform_at(drawn, 2 * region, kRows);
          const auto most = static_cast<std::uint32_t>(kRows - first) + 1;
          machine.regions.table.push_back({first, model::uniform_at(drawn, 2 * region + 1, most)});
        }
        expect_permutations(*model::make_mapping(machine), machine.width, kRows, text_of(machine.regions));
      }
    }
  }
}

/// Its words do not stay in their rows: address a is word a div p of bank a mod p.
TEST(Prime, gives_every_address_its_own_bank_and_word) {
  for (const auto& [width, prime] : {std::pair{2U, 2U},
                                     {1U, 1U},
                                     {12U, 11U},
                                     {4U, 3U},
                                     {8U, 7U},
                                     {16U, 13U},
                                     {32U, 31U},
                                     {64U, 61U},
                                     {128U, 127U}}) {
    const auto mapping = mapped("prime", width, 100);
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (Address a = 0; a < 100 * width; ++a) {
      EXPECT_EQ(mapping->bank(a), a % prime);
      EXPECT_TRUE(seen.emplace(mapping->bank(a), a / prime).second);
    }
  }
}

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
    const auto mapping = mapped(name, kWidth, rows, key);
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
  const auto mapping = mapped("ipoly", kWidth, 2048);
  for (Address base = 0; base < 1024; ++base) {
    std::array<std::uint32_t, kWidth> count{};
    for (std::uint32_t t = 0; t < kWidth; ++t) ++count[mapping->bank(base + t * 1024)];
    EXPECT_EQ(*std::max_element(count.begin(), count.end()), 1U) << base;
  }
}

}  // namespace
}  // namespace superwarp::test
