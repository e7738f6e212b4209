// SPDX-License-Identifier: Apache-2.0
#include "tools/attack/recovery.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/reference/random.h"
#include "tools/attack/campaign.h"
#include "tools/attack/theory.h"

namespace superwarp::attack {
namespace {

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
  victim.rekey = Rekey::kLaunch;
  const Samples samples = observe(victim, kEnough, 1);
  EXPECT_LT(standing_of(samples, Knowledge::kMapping).bytes_found(), aes::kBytes);
}

TEST(Recovery, learns_nothing_from_the_number_of_distinct_words) {
  // Equal bytes of ciphertexts are equal entries, whatever the guess.
  const Samples samples = observe(victim_on(MachineKind::kDmm), 100, 1);
  for (const std::uint16_t rank : standing_of(samples, Knowledge::kWords).rank)
    EXPECT_EQ(rank, 255);
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
  const Samples samples =
      observe(victim_on(MachineKind::kDmm), 20, 1,
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

}  // namespace
}  // namespace superwarp::attack
