// SPDX-License-Identifier: Apache-2.0
#include "sim/attack/word_set.h"

namespace superwarp::attack {

namespace {
/// By additions of ever more bits side by side; std::bitset calls a function.
std::uint32_t ones(std::uint32_t bits) {
  bits -= (bits >> 1U) & 0x55555555U;
  bits = (bits & 0x33333333U) + ((bits >> 2U) & 0x33333333U);
  return (((bits + (bits >> 4U)) & 0x0f0f0f0fU) * 0x01010101U) >> 24U;
}
}  // namespace

std::uint32_t WordSet::words() const {
  std::uint32_t words = 0;
  for (const std::uint32_t row : row_) words += ones(row);
  return words;
}

double WordSet::pairs_missing_in_rows() const {
  constexpr double kInOneRow = (kWidth - 1.0) / (aes::kTable - 1.0);  // of two words, in the mean
  std::uint32_t words = 0;
  std::uint32_t pairs = 0;  // twice
  for (const std::uint32_t row : row_) {
    const std::uint32_t of_row = ones(row);
    words += of_row;
    pairs += of_row * (of_row - 1);
  }
  return (words * (words - 1.0) * kInOneRow - pairs) / 2;
}

std::uint32_t WordSet::slots() const {
  // Bit k of digit[i] is digit i of the number of words in bank k.
  std::array<std::uint32_t, 4> digit{};
  for (std::uint32_t carry : row_) {
    for (std::uint32_t& of_all : digit) {
      const std::uint32_t both = of_all & carry;
      of_all ^= carry;
      carry = both;
    }
  }
  std::uint32_t most = 0;
  std::uint32_t banks = ~std::uint32_t{0};  // with `most` so far
  for (std::uint32_t i = digit.size(); i-- > 0;) {
    if ((banks & digit[i]) == 0) continue;
    banks &= digit[i];
    most += std::uint32_t{1} << i;
  }
  return most;
}

}  // namespace superwarp::attack
