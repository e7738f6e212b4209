// SPDX-License-Identifier: Apache-2.0
#include "tools/attack/prediction.h"

#include <bitset>
#include <cstring>

namespace superwarp::attack {
namespace {

/// The slots of a dispatch that reads these words: the most in one bank.
std::uint32_t slots_of(const std::array<std::uint64_t, 2>& in_bank) {
  // From the highest digit down, keep the banks with the most words so far.
  constexpr std::uint64_t kFirstOfFour = 0x1111111111111111U;
  std::array<std::uint64_t, 2> banks = {kFirstOfFour, kFirstOfFour};
  std::uint32_t most = 0;
  for (std::uint32_t digit = 4; digit-- > 0;) {
    const std::array<std::uint64_t, 2> have = {banks[0] & in_bank[0] >> digit, banks[1] & in_bank[1] >> digit};
    if ((have[0] | have[1]) == 0) continue;
    banks = have;
    most += std::uint32_t{1} << digit;
  }
  return most;
}

/// Pairs of words in one row, less than the mean of as many words of the table: `words`, all that
/// are counted.
double pairs_missing(std::uint64_t in_row, std::uint32_t words) {
  constexpr double kInOneRow = (kWidth - 1.0) / (aes::kTable - 1.0);  // of two words, in the mean
  std::array<std::uint8_t, kRows> of_row{};
  std::memcpy(of_row.data(), &in_row, sizeof in_row);
  std::uint32_t squares = 0;
  for (const std::uint32_t count : of_row) squares += count * count;
  return (words * (words - 1.0) * kInOneRow - (squares - words)) / 2;
}

}  // namespace

const std::vector<std::string>& knowledge_names() {
  static const std::vector<std::string> names = {"mapping", "learned", "identity", "rows", "words"};
  return names;
}

Prediction::Prediction(Knowledge knowledge, const Banks& banks, const std::array<std::uint8_t, aes::kTable>& entry_of)
    : knowledge_(knowledge), bank_{}, row_{} {
  for (std::uint32_t i = 0; i < aes::kTable; ++i) {
    const std::uint32_t entry = entry_of[i];
    const std::uint32_t bank = knows_banks(knowledge) ? banks[entry] : entry % kWidth;
    bank_[i][bank / 16] = std::uint64_t{1} << bank % 16 * 4;
    row_[i] = std::uint64_t{1} << entry / kWidth * 8;
  }
}

double Prediction::operator()(const std::uint8_t* index, std::uint32_t count) const {
  if (knowledge_ == Knowledge::kWords) return count;
  if (knowledge_ == Knowledge::kRows) {
    std::uint64_t in_row = 0;
    for (std::uint32_t i = 0; i < count; ++i) in_row += row_[index[i]];
    return pairs_missing(in_row, count);
  }
  std::array<std::uint64_t, 2> in_bank{};
  for (std::uint32_t i = 0; i < count; ++i) {
    in_bank[0] += bank_[index[i]][0];
    in_bank[1] += bank_[index[i]][1];
  }
  return slots_of(in_bank);
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
