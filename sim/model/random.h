#pragma once

#include <cstdint>
#include <vector>

#include "sim/congestion/generator.h"

/// \file
/// Random numbers of the model and the workloads: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)
/// addressed by index, so that draw i of a key is the same whatever was drawn before it, on every
/// compiler and library.

namespace superwarp {

/// Draw `index` of `key`: uniform in [0, bound), 1 <= bound <= 2^32, without bias (Lemire, ACM
/// TOMACS 2019: a word whose product with bound falls into the surplus is made anew).
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

/// `count` numbers of the key of a mapping, independent and uniform in [0, bound); more of the same
/// seed begin with the same. Users of one seed draw other words when their `purpose` differs.
std::vector<std::uint32_t> random_entries(std::uint64_t seed, std::uint64_t purpose,
                                          std::uint64_t count, std::uint32_t bound);

/// Shifts r_0 .. r_{rows-1} of a random address shift, independent and uniform in [0, width).
/// Source: super-warp paper, Section V.
std::vector<std::uint32_t> random_shifts(std::uint64_t seed, std::uint64_t rows,
                                         std::uint32_t width);

}  // namespace superwarp
