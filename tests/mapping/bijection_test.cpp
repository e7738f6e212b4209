// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "model/machine/log2.h"
#include "model/machine/machine.h"
#include "model/reference/random.h"
#include "tests/mapping/mapped.h"
#include "tests/mapping/off_mappings.h"

namespace superwarp::test {
namespace {

constexpr std::array<std::uint32_t, 17> kWidths = {1,  2,  3,  4,   5,   7,   12,  16, 31,
                                                   32, 33, 64, 127, 128, 200, 256, 257};

/// Is every row of the memory a permutation of the banks?
void expect_permutations(const Mapping& mapping, std::uint32_t width, std::uint64_t rows,
                         const std::string& name) {
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
        EXPECT_THROW(test::mapped(info.name, width, 8), std::invalid_argument) << info.name;
        continue;
      }
      for (const std::uint64_t rows : {1U, 2U, 67U, 300U}) {
        for (std::uint64_t seed = 1; seed <= (info.key == model::KeyKind::kNone ? 1U : 4U);
             ++seed) {
          expect_permutations(*test::mapped(info.name, width, rows, seed), width, rows, info.name);
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
        expect_permutations(*model::make_mapping(machine), machine.width, kRows,
                            text_of(machine.regions));
        machine.regions.on.clear();
        machine.regions.rows = 0;
        for (std::uint32_t region = 0; region < regions; ++region) {
          const std::uint64_t first = model::uniform_at(drawn, 2 * region, kRows);
          const auto most = static_cast<std::uint32_t>(kRows - first) + 1;
          machine.regions.table.push_back({first, model::uniform_at(drawn, 2 * region + 1, most)});
        }
        expect_permutations(*model::make_mapping(machine), machine.width, kRows,
                            text_of(machine.regions));
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
    const auto mapping = test::mapped("prime", width, 100);
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (Address a = 0; a < 100 * width; ++a) {
      EXPECT_EQ(mapping->bank(a), a % prime);
      EXPECT_TRUE(seen.emplace(mapping->bank(a), a / prime).second);
    }
  }
}

}  // namespace
}  // namespace superwarp::test
