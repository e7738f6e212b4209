// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <sstream>

#include "model/machine/machine.h"
#include "model/reference/mapping.h"
#include "model/reference/random.h"
#include "model/reference/slot_rule.h"
#include "sim/trace/input_error.h"
#include "tools/attack/campaign.h"
#include "tools/attack/prediction.h"

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

constexpr std::uint32_t kEnough = 1500;  // launches: theory says 330 for half of the keys

Victim victim_on(MachineKind kind) {
  Victim victim;
  victim.machine.kind = kind;
  if (kind == MachineKind::kRsdmm) victim.machine.mapping = "random-shift";
  return victim;
}

Standing standing_of(const Samples& samples, Knowledge knowledge) {
  return recover(samples, knowledge, samples.banks, 1, {samples.launches()}).front();
}

TEST(Recovery, finds_the_last_round_key_on_the_dmm) {
  const Samples samples = observe(victim_on(MachineKind::kDmm), kEnough, 1);
  const Standing standing = standing_of(samples, Knowledge::kMapping);
  EXPECT_EQ(standing.bytes_found(), aes::kBytes);
  for (std::uint32_t byte = 0; byte < aes::kBytes; ++byte)
    EXPECT_EQ(standing.guess[byte], aes::byte_of(samples.last_round_key[byte / 4], byte % 4));
  EXPECT_NEAR(standing.correlation, 0.25, 0.03);
}

TEST(Recovery, finds_nothing_in_shuffled_times) {
  Samples samples = observe(victim_on(MachineKind::kDmm), kEnough, 1);
  for (std::uint32_t i = samples.launches(); i-- > 1;)
    std::swap(samples.time[i], samples.time[model::uniform_at(3, i, i + 1)]);
  const Standing standing = standing_of(samples, Knowledge::kMapping);
  EXPECT_LE(standing.bytes_found(), 2U);
  EXPECT_NEAR(standing.correlation, 0, 0.03);
}

TEST(Recovery, of_a_fixed_shift_needs_its_numbers) {
  const Samples samples = observe(victim_on(MachineKind::kRsdmm), kEnough, 1);
  EXPECT_EQ(standing_of(samples, Knowledge::kMapping).bytes_found(), aes::kBytes);
  EXPECT_LT(standing_of(samples, Knowledge::kIdentity).bytes_found(), aes::kBytes);
}

TEST(Recovery, finds_less_if_shifts_are_drawn_for_every_launch) {
  Victim victim = victim_on(MachineKind::kRsdmm);
  victim.new_keys = true;
  const Samples samples = observe(victim, kEnough, 1);
  EXPECT_LT(standing_of(samples, Knowledge::kMapping).bytes_found(), aes::kBytes);
}

TEST(Recovery, learns_nothing_from_the_number_of_distinct_words) {
  // Equal bytes of ciphertexts are equal entries, whatever the guess.
  const Samples samples = observe(victim_on(MachineKind::kDmm), 100, 1);
  for (const std::uint16_t rank : standing_of(samples, Knowledge::kWords).rank) EXPECT_EQ(rank, 255);
}

TEST(Recovery, of_several_thread_blocks_needs_as_few_launches_and_of_neighbours_more) {
  Victim victim = victim_on(MachineKind::kRsdmm);
  victim.blocks = 4;
  const Samples seen = observe(victim, 800, 1);
  EXPECT_EQ(seen.texts, 128U);
  ASSERT_EQ(seen.banks.size(), 4U);
  EXPECT_NE(seen.banks[0], seen.banks[1]);  // rows of their own
  EXPECT_NEAR(standing_of(seen, Knowledge::kMapping).correlation, 0.25, 0.03);
  victim.blocks = 1;
  victim.neighbours = 3;
  const Samples beside = observe(victim, 800, 1);
  EXPECT_EQ(beside.texts, 32U);
  EXPECT_NEAR(standing_of(beside, Knowledge::kMapping).correlation, 0.125, 0.03);
  EXPECT_DOUBLE_EQ(expected_correlation({2, 1}, victim), 0.125);
}

TEST(Recovery, shows_every_time_to_a_second_engine) {
  std::uint32_t seen = 0;
  const Samples samples = observe(victim_on(MachineKind::kDmm), 20, 1,
                                  [&](const Program& /*program*/, const Machine& /*machine*/, std::uint64_t /*time*/) {
                                    return ++seen == 7 ? std::string("seventh") : "";
                                  });
  EXPECT_EQ(seen, 7U);
  EXPECT_EQ(samples.disagreement, "seventh");
}

TEST(Theory, is_the_sum_of_sixteen_independent_parts) {
  Victim victim = victim_on(MachineKind::kDmm);
  const Part part = part_of(victim, Knowledge::kMapping, 1);
  EXPECT_EQ(part.correlation, 1);
  EXPECT_DOUBLE_EQ(expected_correlation(part, victim), 0.25);
  victim.last_alone = false;
  EXPECT_DOUBLE_EQ(expected_correlation(part, victim), std::sqrt(1.0 / 160));
  victim.last_alone = true;
  victim.noise = std::sqrt(48 * part.variance);
  EXPECT_DOUBLE_EQ(expected_correlation(part, victim), 0.125);
}

TEST(Theory, grows_with_the_square_of_the_correlation) {
  EXPECT_NEAR(expected_launches(0.01) / expected_launches(0.1), 100, 2);
  EXPECT_GT(expected_launches(0), 1e300);
}

TEST(Campaign, on_the_dmm_needs_what_theory_says_within_a_factor_of_two) {
  Campaign campaign;
  campaign.keys = 4;
  campaign.launches = 1024;
  const Outcome outcome = run(campaign);
  const double expected = expected_launches(0.25);
  ASSERT_TRUE(outcome.half);
  EXPECT_GT(*outcome.half, expected / 2);
  EXPECT_LT(*outcome.half, expected * 2);
  EXPECT_EQ(outcome.after.back().launches, campaign.launches);
  EXPECT_NEAR(outcome.after.back().guessing_entropy, 1, 0.1);
}

/// Accesses by which the banks of `rows` rows are learned; every slot count of 200 random accesses
/// follows from them.
std::uint32_t accesses_to_learn(const std::string& mapping, RowRule rule, std::uint32_t rows, std::uint64_t seed) {
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
    EXPECT_EQ(*std::max_element(in_bank.begin(), in_bank.end()), truth.apply(address.data(), nullptr))
        << mapping << ' ' << seed;
  }
  return learned.accesses;
}

TEST(LearnBanks, takes_five_accesses_for_what_the_rule_does_not_give) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto known = [&](const std::string& mapping, std::uint32_t rows) {
      return accesses_to_learn(mapping, row_rule(mapping), rows, seed);
    };
    for (const std::string mapping : {"random-shift", "random-xor", "tabulation"}) EXPECT_EQ(known(mapping, 8), 7U * 5);
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

std::string line_of(const std::string& part, const std::string& tables, const std::string& warps, std::size_t times) {
  std::string cycles;
  for (std::size_t i = 0; i < times; ++i) cycles += (i == 0 ? "" : ",") + std::to_string(200 + i);
  return R"({"part":")" + part + R"(","tables":")" + tables + R"(","warps":)" + warps +
         R"(,"seed":1,"right":true,"cycles":[)" + cycles + "]}\n";
}

std::string complaint(const std::string& text) {
  std::istringstream in(text);
  try {
    read_times(in, "times");
  } catch (const trace::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(MeasuredTimes, are_read_and_the_first_left_out) {
  std::istringstream in(line_of("last", "plain", "1", 20) + line_of("whole", "shifted", "4", 17));
  const auto all = read_times(in, "times");
  ASSERT_EQ(all.size(), 2U);
  const Samples first = samples_of(all[0]);
  EXPECT_EQ(first.time, (std::vector<double>{216, 217, 218, 219}));
  EXPECT_EQ(first.cipher.size(), 4U * 32);
  EXPECT_EQ(first.banks.at(0)[33], 1);
  EXPECT_EQ(samples_of(all[1]).cipher.size(), 128U);
  EXPECT_EQ(all[1].tables, "shifted");
}

TEST(MeasuredTimes, are_refused_with_the_line_and_the_reason) {
  const std::string good = line_of("last", "plain", "1", 20);
  EXPECT_EQ(complaint(good), "");
  EXPECT_EQ(complaint(""), "times: no times, expected the lines that aes_tables N SEED prints");
  EXPECT_EQ(complaint(good + line_of("first", "plain", "1", 20)), "times:2: part is 'first'. There are: last, whole");
  EXPECT_EQ(complaint(line_of("last", "padded", "1", 20)),
            "times:1: tables is 'padded'. There are: copies, plain, shifted, shifted anew");
  EXPECT_EQ(complaint(line_of("last", "plain", "33", 20)),
            "times:1: warps is 33, expected a whole number from 1 to 32");
  EXPECT_EQ(complaint(line_of("last", "plain", "-1", 20)),
            "times:1: warps is -1, expected a whole number from 1 to 32");
  EXPECT_EQ(complaint(line_of("last", "plain", "1", 16)), "times:1: cycles has 16 times, expected more than 16");
  EXPECT_NE(complaint("{}").find("times:1: "), std::string::npos);
  EXPECT_NE(complaint("x").find("times:1: "), std::string::npos);
}

}  // namespace
}  // namespace superwarp::attack
