// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

/// \file
/// AES-128 (FIPS 197) by tables: rounds 1 to 9 look up T0, whose rotations are T1 to T3; the last
/// round looks up T4, whose words repeat a byte of the S-box.

namespace superwarp::aes {

/// The columns of a state, or of a key; the first byte of a column is its highest.
using Block = std::array<std::uint32_t, 4>;

inline constexpr std::uint32_t kRounds = 10;
inline constexpr std::uint32_t kBytes = 16;
inline constexpr std::uint32_t kTable = 256;  ///< words of a table

/// The entries that a round looks up: entry 4c + b for byte b of column c of the new state.
using Round = std::array<std::uint8_t, kBytes>;
using Lookups = std::array<Round, kRounds>;

constexpr std::uint8_t byte_of(std::uint32_t column, std::uint32_t b) {
  return static_cast<std::uint8_t>(column >> (24 - 8 * b));
}

/// `word`, rotated right by b bytes.
constexpr std::uint32_t rotated(std::uint32_t word, std::uint32_t b) {
  return b == 0 ? word : word >> (8 * b) | word << (32 - 8 * b);
}

/// The S-box and its inverse.
const std::array<std::uint8_t, kTable>& sbox();
const std::array<std::uint8_t, kTable>& inverse_sbox();

/// Entry `i` of T0 and of T4.
std::uint32_t t0(std::uint8_t i);
std::uint32_t t4(std::uint8_t i);

/// The part of a word of T4 that belongs to byte b of a column.
constexpr std::uint32_t byte_mask(std::uint32_t b) { return 0xff000000U >> (8 * b); }

class Cipher {
 public:
  explicit Cipher(const Block& key);

  /// Fills in `lookups` if it is not null.
  [[nodiscard]] Block encrypted(const Block& plain, Lookups* lookups = nullptr) const;

  /// Round key 0 to kRounds.
  [[nodiscard]] const Block& round_key(std::uint32_t round) const { return round_key_[round]; }

 private:
  std::array<Block, kRounds + 1> round_key_;
};

}  // namespace superwarp::aes
