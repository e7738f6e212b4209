// SPDX-License-Identifier: Apache-2.0
#include "model/reference/congestion_counter.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/reference/random.h"
#include "model/reference/slot_rule.h"
#include "tests/model/machines.h"

namespace superwarp::model {
namespace {

using Keys = std::vector<std::uint32_t>;

RC_GTEST_PROP(CongestionCounter, slots_number_the_distinct_keys_of_a_bank_in_order, ()) {
  CongestionCounter counter(64, 8);
  for (int dispatch = 0; dispatch < 3; ++dispatch) {  // without effect on the next one
    const auto lanes = *rc::gen::inRange<std::size_t>(0, 65);
    Keys key = *rc::gen::container<Keys>(lanes, rc::gen::inRange<std::uint32_t>(0, 40));
    for (std::uint32_t& k : key) {
      if (k == 39) k = CongestionCounter::kNone;
    }
    Keys bank;
    for (const std::uint32_t k : key) bank.push_back(k % 8);
    std::map<std::uint32_t, Keys> seen;
    Keys expected;
    std::size_t congestion = 0;
    for (std::size_t i = 0; i < key.size(); ++i) {
      if (key[i] == CongestionCounter::kNone) {
        expected.push_back(0);
        continue;
      }
      Keys& here = seen[bank[i]];
      auto place = std::find(here.begin(), here.end(), key[i]);
      if (place == here.end()) place = here.insert(here.end(), key[i]);
      expected.push_back(static_cast<std::uint32_t>(place - here.begin()));
      congestion = std::max(congestion, here.size());
    }
    Keys slot(key.size());
    const auto count = static_cast<std::uint32_t>(key.size());
    RC_ASSERT(counter.count(key.data(), bank.data(), count, slot.data()) == congestion);
    RC_ASSERT(slot == expected);
    RC_ASSERT(counter.count(key.data(), bank.data(), count) == congestion);
  }
}

RC_GTEST_PROP(CongestionCounter, counts_the_same_on_every_instruction_set, ()) {
  if (!simd_path_available(SimdPath::kAvx2)) return;
  const auto any = *rc::gen::inRange<std::uint32_t>(1, 400);
  const auto lanes = *rc::gen::element(CongestionCounter::kBlock, any);
  const auto banks = *rc::gen::element<std::uint32_t>(1, 3, 16, 31, 32, 33, 64, 100, 128);
  const auto rows = *rc::gen::element<std::uint32_t>(1, 2, 8, 1000);
  const auto idle = *rc::gen::element<std::uint32_t>(0, 10, 90);  // percent
  CongestionCounter portable(400, banks, SimdPath::kPortable);
  CongestionCounter avx2(400, banks, SimdPath::kAvx2);
  CongestionCounter best(400, banks);
  const std::uint64_t seed = *rc::gen::arbitrary<std::uint64_t>();
  Keys key(lanes);
  Keys bank(lanes);
  for (std::uint32_t dispatch = 0; dispatch < 8; ++dispatch) {
    for (std::uint32_t i = 0; i < lanes; ++i) {
      const std::uint64_t draw = 2 * (dispatch * std::uint64_t{lanes} + i);
      key[i] = uniform_at(seed, draw, std::uint64_t{banks} * rows);
      bank[i] = key[i] % banks;
      if (uniform_at(seed, draw + 1, 100) < idle) key[i] = CongestionCounter::kNone;
    }
    const std::uint32_t expected = portable.count(key.data(), bank.data(), lanes);
    RC_ASSERT(avx2.count(key.data(), bank.data(), lanes) == expected);
    RC_ASSERT(best.count(key.data(), bank.data(), lanes) == expected);
  }
}

TEST(CongestionCounter, counts_all_lanes_of_the_largest_super_warp_in_one_bank) {
  CongestionCounter counter(2048, 128);
  const Keys bank(2048, 5);
  for (const std::uint32_t step : {1U, 128U, 1U << 20}) {
    Keys key(2048);
    for (std::uint32_t i = 0; i < key.size(); ++i) key[i] = i * step;
    EXPECT_EQ(counter.count(key.data(), bank.data(), 2048), 2048U);
  }
}

/// Counts by comparing all pairs: a word counts for the lowest thread that requests it.
std::uint32_t distinct_words_of_the_fullest_bank(const std::vector<Address>& address, std::uint32_t banks) {
  std::vector<std::uint32_t> words(banks, 0);
  for (std::size_t i = 0; i < address.size(); ++i) {
    if (address[i] == kInactive) continue;
    bool first = true;
    for (std::size_t k = 0; k < i; ++k) first = first && address[k] != address[i];
    if (first) ++words[address[i] % banks];
  }
  return *std::max_element(words.begin(), words.end());
}

class ConflictRule : public ::testing::TestWithParam<std::uint32_t> {};

/// Random accesses to few or many words, some with inactive threads.
TEST_P(ConflictRule, of_the_dmm_counts_the_distinct_words_of_a_bank_on_a_million_accesses) {
  const std::uint32_t banks = GetParam();
  constexpr std::uint64_t kAccesses = 1000000;
  SlotRule rule(make_machine(MachineKind::kDmm, banks, 1, 1, Schedule::kRounds, 4096));
  std::vector<Address> address(banks);
  std::vector<std::uint64_t> seen(banks + 1, 0);
  for (std::uint64_t i = 0; i < kAccesses; ++i) {
    const std::uint64_t key = extend_key(banks, i);
    const std::uint32_t words = banks << uniform_at(key, banks, 12);  // 1 to 2048 rows
    const std::uint32_t step = 1U << uniform_at(key, banks + 1, 6);   // crowds few banks
    const bool gaps = uniform_at(key, banks + 2, 4) == 0;
    for (std::uint32_t t = 0; t < banks; ++t) {
      address[t] = uniform_at(key, t, words) * step % (banks * 4096);
      if (gaps && address[t] / step % 3 == 0) address[t] = kInactive;
    }
    const std::uint32_t right = distinct_words_of_the_fullest_bank(address, banks);
    ASSERT_EQ(rule.apply(address.data(), nullptr), right) << "access " << i;
    ++seen[right];
  }
  for (std::uint32_t c = 1; c <= banks / 2; ++c) EXPECT_GT(seen[c], 0U) << "congestion " << c;
}

INSTANTIATE_TEST_SUITE_P(Banks, ConflictRule, ::testing::Values(16U, 32U));

}  // namespace
}  // namespace superwarp::model
