// SPDX-License-Identifier: Apache-2.0
#include "model/reference/random.h"
#include "model/reference/slot_rule.h"
#include "tests/model/machines.h"

/// \file
/// The conflict rule of the DMM, the same as bank conflicts of shared memory in GPU simulators: an
/// access takes as many slots as the fullest bank has *distinct* words.

namespace superwarp::model {
namespace {

/// Counts by comparing all pairs: a word counts for the lowest thread that requests it.
std::uint32_t distinct_words_of_the_fullest_bank(const std::vector<Address>& address,
                                                 std::uint32_t banks) {
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
