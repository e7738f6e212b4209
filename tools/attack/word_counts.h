// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "sim/aes/cipher.h"

namespace superwarp::attack {

inline constexpr std::uint32_t kWidth = 32;  ///< w and b of the machines that are attacked
inline constexpr std::uint32_t kRows = aes::kTable / kWidth;

/// The bank of each entry of a table. The entries of a row, 32j .. 32j + 31, have different banks.
using Banks = std::array<std::uint8_t, aes::kTable>;

/// How many words of a table are in each bank, four bits a bank: at most kRows, 8.
class BankCounts {
 public:
  BankCounts() = default;
  explicit BankCounts(std::uint32_t bank) { half_[bank / 16] = std::uint64_t{1} << bank % 16 * 4; }

  BankCounts& operator+=(const BankCounts& other) {
    half_[0] += other.half_[0];
    half_[1] += other.half_[1];
    return *this;
  }

  /// The slots of a dispatch that reads these words: the most in one bank.
  [[nodiscard]] std::uint32_t slots() const;

 private:
  std::array<std::uint64_t, 2> half_{};
};

/// How many words of a table are in each row, eight bits a row.
class RowCounts {
 public:
  RowCounts() = default;
  explicit RowCounts(std::uint32_t row) : rows_(std::uint64_t{1} << row * 8) {}

  RowCounts& operator+=(const RowCounts& other) {
    rows_ += other.rows_;
    return *this;
  }

  /// Pairs of words in one row, less than the mean of as many words of the table: `words`, all that
  /// are counted.
  [[nodiscard]] double pairs_missing(std::uint32_t words) const;

 private:
  std::uint64_t rows_ = 0;
};

inline std::uint32_t BankCounts::slots() const {
  // From the highest digit down, keep the banks with the most words so far.
  constexpr std::uint64_t kFirstOfFour = 0x1111111111111111U;
  std::array<std::uint64_t, 2> banks = {kFirstOfFour, kFirstOfFour};
  std::uint32_t most = 0;
  for (std::uint32_t digit = 4; digit-- > 0;) {
    const std::array<std::uint64_t, 2> have = {banks[0] & half_[0] >> digit,
                                               banks[1] & half_[1] >> digit};
    if ((have[0] | have[1]) == 0) continue;
    banks = have;
    most += std::uint32_t{1} << digit;
  }
  return most;
}

inline double RowCounts::pairs_missing(std::uint32_t words) const {
  constexpr double kInOneRow = (kWidth - 1.0) / (aes::kTable - 1.0);  // of two words, in the mean
  std::array<std::uint8_t, kRows> of_row{};
  std::memcpy(of_row.data(), &rows_, sizeof rows_);
  std::uint32_t squares = 0;
  for (const std::uint32_t in_row : of_row) squares += in_row * in_row;
  return (words * (words - 1.0) * kInOneRow - (squares - words)) / 2;
}

}  // namespace superwarp::attack
