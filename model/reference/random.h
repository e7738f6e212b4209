// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

/// \file
/// Random numbers: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) addressed by index. Draw i of a key
/// depends on nothing else, on every compiler and library.

namespace superwarp::model {

inline constexpr std::uint64_t kGolden64 = 0x9e3779b97f4a7c15U;  // 2^64 / golden ratio, odd

/// The SplitMix64 finalizer, a bijection of 64-bit words.
inline std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Folds one more word into a key.
inline std::uint64_t extend_key(std::uint64_t key, std::uint64_t word) { return mix64(mix64(key + kGolden64) ^ word); }

/// Word `index` of the SplitMix64 sequence that starts at `key`; seeds the states of generators.
inline std::uint64_t key_word(std::uint64_t key, std::uint64_t index) { return mix64(key + (index + 1) * kGolden64); }

/// Draw `index` of `key`: uniform in [0, bound), 1 <= bound <= 2^32, without bias (Lemire, ACM
/// TOMACS 2019: a word whose product with bound falls into the surplus is redrawn).
inline std::uint32_t uniform_at(std::uint64_t key, std::uint64_t index, std::uint64_t bound) {
  std::uint64_t word = key_word(key, index);
  std::uint64_t product = (word >> 32) * bound;
  if ((product & 0xffffffffU) < bound) {
    const std::uint64_t surplus = (std::uint64_t{1} << 32) % bound;
    while ((product & 0xffffffffU) < surplus) {
      word = key_word(word, index);
      product = (word >> 32) * bound;
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

/// Sets draw[i] to draw `first` + i of `key`, for i below `count`.
void uniform_range(std::uint64_t key, std::uint64_t first, std::uint32_t count, std::uint32_t bound,
                   std::uint32_t* draw);

/// `count` numbers for a mapping's key, independent and uniform in [0, bound). A larger count only
/// appends. Different `purpose`s make draws of one seed independent.
std::vector<std::uint32_t> random_entries(std::uint64_t seed, std::uint64_t purpose, std::uint64_t count,
                                          std::uint32_t bound);

/// Shifts r_0 .. r_{rows-1} of a random address shift, independent and uniform in [0, banks).
/// Source: super-warp paper, Section V.
std::vector<std::uint32_t> random_shifts(std::uint64_t seed, std::uint64_t rows, std::uint32_t banks);

}  // namespace superwarp::model
