// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "model/machine/simd_path.h"
#include "model/reference/random.h"

namespace superwarp::congestion {

// Random numbers of the Monte Carlo simulation: xoshiro256++ (Blackman, Vigna: "Scrambled linear
// pseudorandom number generators", ACM TOMS 2021), whose 64-bit output passes the usual test
// batteries. Every vector unit has its operations: 64-bit add, xor, shift and rotate. Every block
// of rounds has a state that random.h makes from (seed, cell, block).

/// One xoshiro256++ generator of 64-bit words.
class Xoshiro256 {
 public:
  /// State words are words `first` .. `first` + 3 of the sequence of `key`.
  Xoshiro256(std::uint64_t key, std::uint64_t first) {
    for (unsigned i = 0; i < 4; ++i) state_[i] = model::key_word(key, first + i);
  }

  /// The next word, uniform in [0, 2^64).
  std::uint64_t operator()() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Uniform in [0, bound), 1 <= bound <= 2^32, without bias: floor(x * bound / 2^32) of a uniform
  /// x < 2^32 takes every value equally often if the x with (x * bound) mod 2^32 < 2^32 mod bound
  /// are redrawn (Lemire, "Fast random integer generation in an interval", ACM TOMACS 2019).
  std::uint32_t below(std::uint64_t bound) {
    std::uint64_t product = ((*this)() >> 32) * bound;
    // 2^32 mod bound < bound, so the slow division is rarely needed.
    if ((product & 0xffffffffu) < bound) {
      const std::uint64_t threshold = (std::uint64_t{1} << 32) % bound;
      while ((product & 0xffffffffu) < threshold) product = ((*this)() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  static std::uint64_t rotate(std::uint64_t x, unsigned by) { return (x << by) | (x >> (64 - by)); }

  std::array<std::uint64_t, 4> state_;
};

/// The bytes and words of four generators' numbers: vectors of GCC and Clang, which every processor
/// has. (The order of the bytes in a word is the machine's: a big-endian machine would draw other,
/// equally good numbers.)
using RandomWords = std::uint64_t __attribute__((vector_size(32)));
using RandomBytes = std::uint8_t __attribute__((vector_size(32)));

/// Four xoshiro256++ generators side by side.
class WideGenerator {
 public:
  /// Lane i starts from words 4 i .. 4 i + 3 of the sequence of `key`.
  SUPERWARP_INLINE explicit WideGenerator(std::uint64_t key) {
    for (unsigned lane = 0; lane < 4; ++lane) {
      a_[lane] = model::key_word(key, 4 * lane);
      b_[lane] = model::key_word(key, 4 * lane + 1);
      c_[lane] = model::key_word(key, 4 * lane + 2);
      d_[lane] = model::key_word(key, 4 * lane + 3);
    }
  }

  /// Every lane equals Xoshiro256. (Returned by reference: without AVX a vector has another way.)
  SUPERWARP_INLINE void next(RandomBytes& bytes) {
    const RandomWords sum = a_ + d_;
    bytes = reinterpret_cast<RandomBytes>(((sum << 23) | (sum >> 41)) + a_);
    const RandomWords shifted = b_ << 17;
    c_ ^= a_;
    d_ ^= b_;
    b_ ^= c_;
    a_ ^= d_;
    c_ ^= shifted;
    d_ = (d_ << 45) | (d_ >> 19);
  }

 private:
  RandomWords a_{}, b_{}, c_{}, d_{};
};

/// Writes `count` draws (and up to 15 more), uniform in [0, bound), 1 <= bound <= 2^16, without
/// bias: the method of Xoshiro256::below() on 16-bit chunks, where rejected chunks are dropped.
inline void draw_below(WideGenerator& generator, std::uint32_t bound, std::size_t count, std::uint16_t* out) {
  const std::uint32_t threshold = 65536 % bound;
  for (std::size_t made = 0; made < count;) {
    RandomBytes bytes;
    generator.next(bytes);
    std::array<std::uint16_t, 16> chunks;
    std::memcpy(chunks.data(), &bytes, sizeof chunks);
    for (const std::uint16_t chunk : chunks) {
      const std::uint32_t product = chunk * bound;
      out[made] = static_cast<std::uint16_t>(product >> 16);
      made += (product & 0xffff) >= threshold;  // the next one overwrites a dropped draw
    }
  }
}

}  // namespace superwarp::congestion
