#pragma once

#include <array>
#include <cstdint>

#include "sim/model/random.h"

namespace superwarp::congestion {

// The random numbers of the Monte Carlo simulation. Generator: xoshiro256++ (Blackman, Vigna:
// "Scrambled linear pseudorandom number generators", ACM TOMS 2021), whose full 64-bit output
// passes the usual test batteries. Its operations are 64-bit add, xor, shift and rotate, which
// every vector unit has. It is keyed, not jumped: every block of rounds has a state made from
// (seed, cell, block) by random.h, so a block's draws depend on nothing else.

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

  /// Uniform in [0, bound), 1 <= bound <= 2^32, without bias: of the 2^32 equally likely x, floor(x
  /// * bound / 2^32) takes every value equally often once the x with (x * bound) mod 2^32 < 2^32
  /// mod bound are drawn again (Lemire, "Fast random integer generation in an interval", ACM TOMACS
  /// 2019).
  std::uint32_t below(std::uint64_t bound) {
    std::uint64_t product = ((*this)() >> 32) * bound;
    // 2^32 mod bound < bound: the division is needed only when this first comparison holds, which
    // is rare.
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

}  // namespace superwarp::congestion
