// SPDX-License-Identifier: Apache-2.0
#include "sim/aes/cipher.h"

namespace superwarp::aes {
namespace {

constexpr std::uint8_t twice(std::uint8_t x) { return static_cast<std::uint8_t>(x << 1U ^ (x >> 7U) * 0x1bU); }

/// FIPS 197, Section 5.1.1: the inverse in the field, then an affine map of its bits.
constexpr std::array<std::uint8_t, kTable> computed_sbox() {
  std::array<std::uint8_t, kTable> box{};
  box[0] = 0x63;
  std::uint8_t power = 1;    // of the generator 3
  std::uint8_t inverse = 1;  // of `power`
  do {
    power = static_cast<std::uint8_t>(power ^ twice(power));
    for (const unsigned bits : {1U, 2U, 4U}) inverse = static_cast<std::uint8_t>(inverse ^ inverse << bits);
    inverse = static_cast<std::uint8_t>(inverse ^ (inverse >> 7U) * 0x09U);
    unsigned affine = 0x63;
    for (unsigned bits = 0; bits < 5; ++bits) affine ^= inverse << bits | inverse >> (8 - bits);
    box[power] = static_cast<std::uint8_t>(affine);
  } while (power != 1);
  return box;
}

constexpr std::array<std::uint8_t, kTable> inverted(const std::array<std::uint8_t, kTable>& box) {
  std::array<std::uint8_t, kTable> inverse{};
  for (std::uint32_t i = 0; i < kTable; ++i) inverse[box[i]] = static_cast<std::uint8_t>(i);
  return inverse;
}

constexpr std::array<std::uint8_t, kTable> kBox = computed_sbox();
constexpr std::array<std::uint8_t, kTable> kInverse = inverted(kBox);

std::uint32_t substituted(std::uint32_t column) {
  std::uint32_t result = 0;
  for (std::uint32_t b = 0; b < 4; ++b) result |= t4(byte_of(column, b)) & byte_mask(b);
  return result;
}

}  // namespace

const std::array<std::uint8_t, kTable>& sbox() { return kBox; }

const std::array<std::uint8_t, kTable>& inverse_sbox() { return kInverse; }

std::uint32_t t0(std::uint8_t i) {
  const std::uint32_t y = kBox[i];
  const std::uint32_t y2 = twice(kBox[i]);
  return y2 << 24U | y << 16U | y << 8U | (y ^ y2);
}

std::uint32_t t4(std::uint8_t i) { return kBox[i] * 0x01010101U; }

Cipher::Cipher(const Block& key) : round_key_{} {
  round_key_[0] = key;
  std::uint8_t constant = 1;
  for (std::uint32_t round = 1; round <= kRounds; ++round) {
    const Block& before = round_key_[round - 1];
    Block& now = round_key_[round];
    now[0] = before[0] ^ substituted(rotated(before[3], 3)) ^ std::uint32_t{constant} << 24U;
    for (std::uint32_t c = 1; c < 4; ++c) now[c] = before[c] ^ now[c - 1];
    constant = twice(constant);
  }
}

Block Cipher::encrypted(const Block& plain, Lookups* lookups) const {
  Block state = plain;
  for (std::uint32_t c = 0; c < 4; ++c) state[c] ^= round_key_[0][c];
  for (std::uint32_t round = 1; round <= kRounds; ++round) {
    Block next = round_key_[round];
    for (std::uint32_t c = 0; c < 4; ++c) {
      for (std::uint32_t b = 0; b < 4; ++b) {
        const std::uint8_t i = byte_of(state[(c + b) % 4], b);
        next[c] ^= round < kRounds ? rotated(t0(i), b) : t4(i) & byte_mask(b);
        if (lookups != nullptr) (*lookups)[round - 1][4 * c + b] = i;
      }
    }
    state = next;
  }
  return state;
}

}  // namespace superwarp::aes
