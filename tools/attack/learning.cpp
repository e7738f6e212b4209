// SPDX-License-Identifier: Apache-2.0
#include "tools/attack/learning.h"

#include "tools/attack/word_counts.h"

namespace superwarp::attack {
namespace {

/// The word of row 0 in the bank of `word`.
std::uint8_t bank_by_halving(Address word, const SlotsOf& slots, std::uint32_t& accesses) {
  std::uint32_t first = 0;
  for (std::uint32_t count = kWidth / 2; count > 0; count /= 2) {
    std::vector<Address> words = {word};
    for (std::uint32_t i = 0; i < count; ++i) words.push_back(first + i);
    ++accesses;
    if (slots(words) == 1) first += count;
  }
  return static_cast<std::uint8_t>(first);
}

/// A row i with r_j = r_i ^ r_(i ^ j), by which the banks of two known rows give those of row j; 0
/// if the rule has none.
std::uint32_t part_of_row(RowRule rule, std::uint32_t j) {
  constexpr std::uint32_t kFirstTable = 64;
  if (rule == RowRule::kLinear) return j & (j - 1);
  if (rule == RowRule::kTabulated && j % kFirstTable != 0) return j - j % kFirstTable;
  return 0;
}

}  // namespace

RowRule row_rule(const std::string& mapping) {
  if (mapping == "random-shift") return RowRule::kShift;
  if (mapping == "random-xor") return RowRule::kXor;
  if (mapping == "h3") return RowRule::kLinear;
  if (mapping == "tabulation") return RowRule::kTabulated;
  return RowRule::kUnknown;
}

LearnedBanks learn_banks(RowRule rule, std::uint32_t rows, const SlotsOf& slots) {
  LearnedBanks learned;
  std::vector<std::uint8_t>& banks = learned.banks;
  for (std::uint32_t k = 0; k < kWidth; ++k) banks.push_back(static_cast<std::uint8_t>(k));
  for (std::uint32_t j = 1; j < rows; ++j) {
    const std::uint32_t part = part_of_row(rule, j);
    for (std::uint32_t k = 0; k < kWidth; ++k) {
      if (k == 0 && part != 0) {
        banks.push_back(banks[part * kWidth] ^ banks[(j - part) * kWidth]);
      } else if (k == 0 || rule == RowRule::kUnknown) {
        banks.push_back(bank_by_halving(j * kWidth + k, slots, learned.accesses));
      } else {
        const std::uint32_t first = banks[j * kWidth];
        banks.push_back(
            static_cast<std::uint8_t>(rule == RowRule::kShift ? (first + k) % kWidth : first ^ k));
      }
    }
  }
  return learned;
}

}  // namespace superwarp::attack
