// SPDX-License-Identifier: Apache-2.0
#include "sim/attack/learning.h"

#include <gtest/gtest.h>

#include "language/machine.h"
#include "sim/attack/prediction.h"
#include "sim/model/mapping.h"
#include "sim/model/random.h"
#include "sim/model/slot_rule.h"

namespace superwarp::attack {
namespace {

class Oracle {
 public:
  Oracle(const std::string& mapping, std::uint64_t seed) {
    machine_.kind = MachineKind::kRsdmm;
    machine_.mapping = mapping;
    machine_.seed = seed;
    model::fit(machine_, aes::kTable);
  }
  std::uint32_t slots(const std::vector<std::uint8_t>& entries) const {
    std::vector<Address> address(entries.begin(), entries.end());
    address.resize(kWidth, kInactive);
    return model::SlotRule(machine_).apply(address.data(), nullptr);
  }

 private:
  Machine machine_;
};

/// Accesses by which banks are learned that give every slot count of 200 random lookups.
std::uint32_t accesses_to_learn(const std::string& mapping, RowRule rule, std::uint64_t seed) {
  const Oracle oracle(mapping, seed);
  const auto slots = [&](const std::vector<std::uint8_t>& entries) {
    return oracle.slots(entries);
  };
  const LearnedBanks learned = learn_banks(rule, slots);
  const Prediction prediction(Knowledge::kMapping, learned.banks);
  for (std::uint64_t draw = 0; draw < 200; ++draw) {
    std::vector<std::uint8_t> entries;
    for (std::uint32_t i = 0; i < kWidth; ++i)
      entries.push_back(static_cast<std::uint8_t>(model::key_word(draw, i) >> 56U));
    EXPECT_EQ(prediction(entries.data(), kWidth), oracle.slots(entries)) << mapping << ' ' << seed;
  }
  return learned.accesses;
}

TEST(LearnBanks, takes_five_accesses_a_row_of_a_known_rule_and_a_word_of_any_other) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (const std::string mapping : {"random-shift", "random-xor", "h3", "tabulation"}) {
      EXPECT_EQ(accesses_to_learn(mapping, row_rule(mapping), seed), 7U * 5);
      EXPECT_EQ(accesses_to_learn(mapping, RowRule::kUnknown, seed), 224U * 5);
    }
    EXPECT_EQ(accesses_to_learn("rap", RowRule::kUnknown, seed), 224U * 5);
  }
  EXPECT_EQ(row_rule("rap"), RowRule::kUnknown);
}

}  // namespace
}  // namespace superwarp::attack
