// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "sim/aes/cipher.h"

namespace superwarp::attack {

inline constexpr std::uint32_t kWidth = 32;  ///< w and b of the machines that are attacked
inline constexpr std::uint32_t kRows = aes::kTable / kWidth;

/// The bank of each entry of a table. The entries of a row, 32j .. 32j + 31, have different banks.
using Banks = std::array<std::uint8_t, aes::kTable>;

/// Distinct words of a table, by row and bank.
class WordSet {
 public:
  WordSet() = default;
  WordSet(std::uint32_t row, std::uint32_t bank) { row_[row] = std::uint32_t{1} << bank; }

  WordSet& operator|=(const WordSet& other) {
    for (std::uint32_t j = 0; j < kRows; ++j) row_[j] |= other.row_[j];
    return *this;
  }

  [[nodiscard]] std::uint32_t words() const;

  /// Pairs of words in one row, less than the mean of as many words of the table.
  [[nodiscard]] double pairs_missing_in_rows() const;

  /// The slots of a dispatch that reads these words: the most in one bank.
  [[nodiscard]] std::uint32_t slots() const;

 private:
  std::array<std::uint32_t, kRows> row_{};
};

}  // namespace superwarp::attack
