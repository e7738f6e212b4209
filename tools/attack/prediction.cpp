// SPDX-License-Identifier: Apache-2.0
#include "tools/attack/prediction.h"

#include <bitset>

namespace superwarp::attack {

const std::vector<std::string>& knowledge_names() {
  static const std::vector<std::string> names = {"mapping", "learned", "identity", "rows", "words"};
  return names;
}

Prediction::Prediction(Knowledge knowledge, const Banks& banks,
                       const std::array<std::uint8_t, aes::kTable>& entry_of)
    : knowledge_(knowledge) {
  for (std::uint32_t i = 0; i < aes::kTable; ++i) {
    const std::uint32_t entry = entry_of[i];
    bank_[i] = BankCounts(knows_banks(knowledge) ? banks[entry] : entry % kWidth);
    row_[i] = RowCounts(entry / kWidth);
  }
}

double Prediction::operator()(const std::uint8_t* index, std::uint32_t count) const {
  if (knowledge_ == Knowledge::kWords) return count;
  if (knowledge_ == Knowledge::kRows) {
    RowCounts counts;
    for (std::uint32_t i = 0; i < count; ++i) counts += row_[index[i]];
    return counts.pairs_missing(count);
  }
  BankCounts counts;
  for (std::uint32_t i = 0; i < count; ++i) counts += bank_[index[i]];
  return counts.slots();
}

std::uint32_t leave_distinct(std::uint8_t* bytes, std::uint32_t count) {
  std::bitset<aes::kTable> seen;
  std::uint32_t left = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!seen[bytes[i]]) bytes[left++] = bytes[i];
    seen.set(bytes[i]);
  }
  return left;
}

}  // namespace superwarp::attack
