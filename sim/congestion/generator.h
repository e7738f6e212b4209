// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "language/simd_path.h"
#include "sim/model/random.h"

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

// C arrays of vectors, because GCC ignores the size of a vector type that is a template argument.
// NOLINTBEGIN(modernize-avoid-c-arrays)

// Eight xoshiro256++ generators, one for each 64-bit word of a 64-byte line, in vectors of kBytes
// bytes. The lines do not depend on kBytes. These are vector types of GCC and Clang, not
// intrinsics, so they exist on every processor. (The order of the 16-bit draws in a word is the
// machine's: a big-endian machine would draw other, equally good numbers.)

/// The vector types of kBytes bytes: 64-bit state words and 16-bit draws. Written out, because GCC
/// ignores a vector size that depends on a template parameter.
template <std::size_t kBytes>
struct VectorTypes;
template <>
struct VectorTypes<16> {
  using Words = std::uint64_t __attribute__((vector_size(16)));
  using Draws = std::uint16_t __attribute__((vector_size(16)));
};
template <>
struct VectorTypes<32> {
  using Words = std::uint64_t __attribute__((vector_size(32)));
  using Draws = std::uint16_t __attribute__((vector_size(32)));
};

template <std::size_t kBytes>
class WideGenerator {
 public:
  using Words = typename VectorTypes<kBytes>::Words;
  static constexpr unsigned kVectors = 64 / kBytes;
  static constexpr unsigned kLanes = kBytes / 8;

  /// Lane i starts from words 4 i .. 4 i + 3 of the sequence of `key`.
  SUPERWARP_INLINE explicit WideGenerator(std::uint64_t key) {
    for (unsigned v = 0; v < kVectors; ++v) {
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const unsigned first = 4 * (v * kLanes + lane);
        a_[v][lane] = model::key_word(key, first);
        b_[v][lane] = model::key_word(key, first + 1);
        c_[v][lane] = model::key_word(key, first + 2);
        d_[v][lane] = model::key_word(key, first + 3);
      }
    }
  }

  /// Stores the next 64 random bytes; every lane equals Xoshiro256.
  SUPERWARP_INLINE void next(Words (&line)[kVectors]) {
    for (unsigned v = 0; v < kVectors; ++v) {
      const Words sum = a_[v] + d_[v];
      line[v] = ((sum << 23) | (sum >> 41)) + a_[v];
      const Words shifted = b_[v] << 17;
      c_[v] ^= a_[v];
      d_[v] ^= b_[v];
      b_[v] ^= c_[v];
      a_[v] ^= d_[v];
      c_[v] ^= shifted;
      d_[v] = (d_[v] << 45) | (d_[v] >> 19);
    }
  }

 private:
  Words a_[kVectors], b_[kVectors], c_[kVectors], d_[kVectors];
};

/// Writes `count` draws (and up to 31 more), uniform in [0, 2^(16 - shift)), 1 <= shift <= 15: the
/// leading bits of 16-bit chunks.
template <std::size_t kBytes>
SUPERWARP_INLINE void draw_power_of_two(WideGenerator<kBytes>& generator, unsigned shift,
                                        std::size_t count, std::uint16_t* out) {
  using Generator = WideGenerator<kBytes>;
  Generator local = generator;  // a local copy stays in registers
  for (std::size_t i = 0; i < count; i += 32) {
    typename Generator::Words line[Generator::kVectors];
    local.next(line);
    for (unsigned v = 0; v < Generator::kVectors; ++v) {
      typename VectorTypes<kBytes>::Draws draws;
      std::memcpy(&draws, &line[v], kBytes);
      draws >>= static_cast<std::uint16_t>(shift);
      std::memcpy(out + i + v * (kBytes / 2), &draws, kBytes);
    }
  }
  generator = local;
}

/// Writes `count` draws (and up to 31 more), uniform in [0, bound), 1 <= bound <= 2^16, without
/// bias: the method of Xoshiro256::below() on 16-bit chunks, where rejected chunks are dropped.
template <std::size_t kBytes>
SUPERWARP_INLINE void draw_below(WideGenerator<kBytes>& generator, std::uint32_t bound,
                                 std::size_t count, std::uint16_t* out) {
  using Generator = WideGenerator<kBytes>;
  const std::uint32_t threshold = 65536 % bound;
  for (std::size_t made = 0; made < count;) {
    typename Generator::Words line[Generator::kVectors];
    generator.next(line);
    std::array<std::uint16_t, 32> chunks;
    std::memcpy(chunks.data(), line, sizeof chunks);
    for (const std::uint16_t chunk : chunks) {
      const std::uint32_t product = chunk * bound;
      out[made] = static_cast<std::uint16_t>(product >> 16);
      made += (product & 0xffff) >= threshold;  // the next one overwrites a dropped draw
    }
  }
}

// NOLINTEND(modernize-avoid-c-arrays)

}  // namespace superwarp::congestion
