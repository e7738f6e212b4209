// SPDX-License-Identifier: Apache-2.0
#include "tools/attack/prediction.h"

#include <gtest/gtest.h>

#include <numeric>

#include "model/machine/machine.h"
#include "model/reference/mapping.h"
#include "model/reference/random.h"
#include "model/reference/slot_rule.h"

namespace superwarp::attack {
namespace {

Machine machine_with(const std::string& mapping, std::uint32_t super_warp, std::uint64_t seed) {
  Machine machine;
  machine.kind = MachineKind::kRsdmm;
  machine.super_warp = super_warp;
  machine.mapping = mapping;
  machine.seed = seed;
  model::fit(machine, aes::kTable);
  return machine;
}

std::vector<std::uint8_t> random_entries_of(std::uint64_t draw, std::uint32_t count) {
  std::vector<std::uint8_t> entries;
  for (std::uint32_t i = 0; i < count; ++i)
    entries.push_back(static_cast<std::uint8_t>(model::key_word(draw, i) >> 56U));
  return entries;
}

Banks banks_of(const Machine& machine) {
  const auto mapping = model::make_mapping(machine);
  Banks banks{};
  for (Address i = 0; i < aes::kTable; ++i) banks[i] = static_cast<std::uint8_t>(mapping->bank(i));
  return banks;
}

Prediction predicting(Knowledge knowledge, const Banks& banks) {
  std::array<std::uint8_t, aes::kTable> same{};
  std::iota(same.begin(), same.end(), 0);
  return {knowledge, banks, same};
}

TEST(Prediction, of_one_who_knows_the_mapping_is_the_models_slots) {
  for (const std::string mapping : {"identity", "random-shift", "random-xor", "h3", "tabulation"}) {
    for (const std::uint32_t s : {1U, 2U, 8U}) {
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Machine machine = machine_with(mapping, s, seed);
        auto entries = random_entries_of(seed, machine.lanes());
        const std::vector<Address> address(entries.begin(), entries.end());
        const std::uint32_t distinct = leave_distinct(entries.data(), s * kWidth);
        EXPECT_EQ(predicting(Knowledge::kMapping, banks_of(machine))(entries.data(), distinct),
                  model::SlotRule(machine).apply(address.data(), nullptr))
            << mapping << " s " << s << " seed " << seed;
      }
    }
  }
}

TEST(Prediction, without_the_mapping_is_right_on_accesses_worked_out_by_hand) {
  const Banks unused{};
  std::vector<std::uint8_t> column(kRows);  // eight words of bank 0
  for (std::uint32_t j = 0; j < kRows; ++j) column[j] = static_cast<std::uint8_t>(j * kWidth);
  EXPECT_EQ(predicting(Knowledge::kIdentity, unused)(column.data(), kRows), 8);
  EXPECT_EQ(predicting(Knowledge::kWords, unused)(column.data(), kRows), 8);
  const Prediction rows = predicting(Knowledge::kRows, unused);
  EXPECT_DOUBLE_EQ(rows(column.data(), kRows), 28 * 31 / 255.0);  // of 28 pairs, none in a row

  std::vector<std::uint8_t> row(kWidth);  // a word of every bank
  std::iota(row.begin(), row.end(), 0);
  EXPECT_EQ(predicting(Knowledge::kIdentity, unused)(row.data(), kWidth), 1);
  EXPECT_DOUBLE_EQ(rows(row.data(), kWidth), 496 * 31 / 255.0 - 496);
  EXPECT_EQ(predicting(Knowledge::kWords, unused)(row.data(), kWidth), 32);
  std::vector<std::uint8_t> same(kWidth, 7);
  ASSERT_EQ(leave_distinct(same.data(), kWidth), 1U);
  EXPECT_EQ(predicting(Knowledge::kIdentity, unused)(same.data(), 1), 1);
  EXPECT_EQ(predicting(Knowledge::kWords, unused)(same.data(), 1), 1);
  EXPECT_EQ(rows(same.data(), 1), 0);
}

}  // namespace
}  // namespace superwarp::attack
