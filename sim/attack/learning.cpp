// SPDX-License-Identifier: Apache-2.0
#include "sim/attack/learning.h"

namespace superwarp::attack {
namespace {

/// The word of row 0 in the bank of `entry`.
std::uint8_t bank_by_halving(std::uint8_t entry, const SlotsOf& slots, std::uint32_t& accesses) {
  std::uint32_t first = 0;
  for (std::uint32_t count = kWidth / 2; count > 0; count /= 2) {
    std::vector<std::uint8_t> entries = {entry};
    for (std::uint32_t i = 0; i < count; ++i)
      entries.push_back(static_cast<std::uint8_t>(first + i));
    ++accesses;
    if (slots(entries) == 1) first += count;
  }
  return static_cast<std::uint8_t>(first);
}

}  // namespace

RowRule row_rule(const std::string& mapping) {
  if (mapping == "random-shift") return RowRule::kShift;
  if (mapping == "random-xor" || mapping == "h3" || mapping == "tabulation") return RowRule::kXor;
  return RowRule::kUnknown;
}

LearnedBanks learn_banks(RowRule rule, const SlotsOf& slots) {
  LearnedBanks learned;
  // Of a shift or xor the banks' names in row 0 are theirs up to a shift or xor of all.
  for (std::uint32_t entry = 0; entry < aes::kTable; ++entry) {
    const std::uint32_t k = entry % kWidth;
    const std::uint32_t first_of_row = learned.banks[entry - k];
    std::uint8_t& bank = learned.banks[entry];
    if (entry < kWidth) {
      bank = static_cast<std::uint8_t>(k);
    } else if (k == 0 || rule == RowRule::kUnknown) {
      bank = bank_by_halving(static_cast<std::uint8_t>(entry), slots, learned.accesses);
    } else {
      bank = static_cast<std::uint8_t>(rule == RowRule::kXor ? first_of_row ^ k
                                                             : (first_of_row + k) % kWidth);
    }
  }
  return learned;
}

}  // namespace superwarp::attack
