// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/aes/cipher.h"

namespace superwarp::attack {

inline constexpr std::uint32_t kWidth = 32;  ///< w and b of the machines that are attacked
inline constexpr std::uint32_t kRows = aes::kTable / kWidth;

/// The bank of each entry of a table. The entries of a row, 32j .. 32j + 31, have different banks.
using Banks = std::array<std::uint8_t, aes::kTable>;

/// What the attacker knows about the mapping: the prediction for a lookup by a warp or super warp.
enum class Knowledge : std::uint8_t {
  kMapping,   ///< the bank of every word: the slots
  kLearned,   ///< the same, learned by own accesses before the first launch
  kIdentity,  ///< nothing; assumes bank i mod 32: the slots of a DMM
  /// Words of one row never conflict: minus the number of pairs in one row above the mean of as
  /// many words.
  kRows,
  kWords,  ///< nothing: the number of distinct words
};

/// Is it the bank of every word?
constexpr bool knows_banks(Knowledge knowledge) {
  return knowledge == Knowledge::kMapping || knowledge == Knowledge::kLearned;
}

/// "mapping", "learned", "identity", "rows", "words".
const std::vector<std::string>& knowledge_names();

class Prediction {
 public:
  /// `banks` are used if the attacker knows them. Index i stands for the entry entry_of[i].
  Prediction(Knowledge knowledge, const Banks& banks, const std::array<std::uint8_t, aes::kTable>& entry_of);

  /// The prediction for threads that look up the entries of these indices, which differ.
  double operator()(const std::uint8_t* index, std::uint32_t count) const;

 private:
  Knowledge knowledge_;
  /// What each index adds to the words of each bank, four bits a bank: at most kRows, 8.
  std::array<std::array<std::uint64_t, 2>, aes::kTable> bank_;
  std::array<std::uint64_t, aes::kTable> row_;  ///< the same of each row, eight bits a row
};

/// Removes repeated bytes from bytes[0 .. count - 1]; returns how many are left.
std::uint32_t leave_distinct(std::uint8_t* bytes, std::uint32_t count);

}  // namespace superwarp::attack
