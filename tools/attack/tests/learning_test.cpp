// SPDX-License-Identifier: Apache-2.0
#include "tools/attack/learning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "model/machine/machine.h"
#include "model/reference/mapping.h"
#include "model/reference/random.h"
#include "model/reference/slot_rule.h"
#include "tools/attack/campaign.h"
#include "tools/attack/word_counts.h"

namespace superwarp::attack {
namespace {

/// Accesses by which the banks of `rows` rows are learned; every slot count of 200 random accesses
/// follows from them.
std::uint32_t accesses_to_learn(const std::string& mapping, RowRule rule, std::uint32_t rows,
                                std::uint64_t seed) {
  Machine machine;
  machine.kind = MachineKind::kRsdmm;
  machine.mapping = mapping;
  machine.seed = seed;
  model::fit(machine, std::uint64_t{rows} * kWidth);
  model::SlotRule truth(machine);
  const LearnedBanks learned = learn_banks(rule, rows, [&](std::vector<Address> words) {
    words.resize(kWidth, kInactive);
    return truth.apply(words.data(), nullptr);
  });
  EXPECT_EQ(learned.banks.size(), rows * kWidth);
  for (std::uint64_t draw = 0; draw < 200; ++draw) {
    std::set<Address> words;
    for (std::uint32_t i = 0; i < kWidth; ++i)
      words.insert(static_cast<Address>(model::uniform_at(draw, i, rows * kWidth)));
    std::array<std::uint32_t, kWidth> in_bank{};
    for (const Address word : words) ++in_bank.at(learned.banks[word]);
    std::vector<Address> address(words.begin(), words.end());
    address.resize(kWidth, kInactive);
    EXPECT_EQ(*std::max_element(in_bank.begin(), in_bank.end()),
              truth.apply(address.data(), nullptr))
        << mapping << ' ' << seed;
  }
  return learned.accesses;
}

TEST(LearnBanks, takes_five_accesses_for_what_the_rule_does_not_give) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto known = [&](const std::string& mapping, std::uint32_t rows) {
      return accesses_to_learn(mapping, row_rule(mapping), rows, seed);
    };
    for (const std::string mapping : {"random-shift", "random-xor", "tabulation"})
      EXPECT_EQ(known(mapping, 8), 7U * 5);
    EXPECT_EQ(known("random-shift", 200), 199U * 5);
    EXPECT_EQ(known("random-xor", 200), 199U * 5);
    EXPECT_EQ(known("tabulation", 200), (63U + 3) * 5);  // two tables
    EXPECT_EQ(known("h3", 8), 3U * 5);                   // a number for each bit of the row's
    EXPECT_EQ(known("h3", 200), 8U * 5);
    for (const std::string mapping : {"random-shift", "h3", "rap"})
      EXPECT_EQ(accesses_to_learn(mapping, RowRule::kUnknown, 8, seed), 224U * 5);
  }
  EXPECT_EQ(row_rule("rap"), RowRule::kUnknown);
}

TEST(LearnBanks, names_the_bank_of_every_word_of_a_memory) {
  for (const std::string mapping : {"random-shift", "random-xor", "h3", "tabulation", "rap"}) {
    Machine machine;
    machine.kind = MachineKind::kRsdmm;
    machine.mapping = mapping;
    model::fit(machine, 100 * kWidth);
    EXPECT_EQ(learn(machine).wrong, 0U) << mapping;
  }
}

}  // namespace
}  // namespace superwarp::attack
