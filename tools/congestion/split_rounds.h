// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "model/machine/log2.h"
#include "model/machine/simd_path.h"
#include "tools/congestion/cell.h"
#include "tools/congestion/generator.h"

#if defined(SUPERWARP_X86_PATHS)
#include <immintrin.h>
#endif

/// \file
/// Rounds of cells whose width and rows are powers of two, 32 side by side: a byte is a round.
///
/// The bits of a uniform address are independent, and every request has its own. So of the requests
/// of 2^k banks as many are in the upper half of the banks as there are ones among random bits, one
/// for each request. The bits are counted, eight at a time, down to the requests of single banks.
/// Rows are drawn only for the bank with most requests, and for others that may have more distinct
/// ones (deferred decision: the time of a draw does not change its law).

namespace superwarp::congestion {

using RandomPairs = std::uint16_t __attribute__((vector_size(32)));

// Functions take vectors by reference: how one is passed depends on the instruction set.

/// Operations that GCC does one element at a time if the processor's vectors are shorter, or not at
/// its best. Both forms give the same.
class PlainVectors {
 public:
  template <class Vector>
  static inline bool any(const Vector& v) {
    const auto words = reinterpret_cast<RandomWords>(v);
    return (words[0] | words[1] | words[2] | words[3]) != 0;
  }
  static inline void at_most(const RandomBytes& limit, RandomBytes& v) {
    each<std::uint8_t>(v, limit, [](auto a, auto b) { return std::min(a, b); });
  }
  static inline void at_most(const RandomPairs& limit, RandomPairs& v) {
    each<std::uint16_t>(v, limit, [](auto a, auto b) { return std::min(a, b); });
  }
  static inline void at_least(const RandomBytes& limit, RandomBytes& v) {
    each<std::uint8_t>(v, limit, [](auto a, auto b) { return std::max(a, b); });
  }
  /// Ones where they are equal.
  static inline void equal(const RandomBytes& other, RandomBytes& v) {
    each<std::uint8_t>(v, other, [](auto a, auto b) { return a == b ? 255 : 0; });
  }
  /// Counts the ones among the first bits[i] <= 8 bits of byte i.
  static inline void count_ones(const RandomBytes& bits, RandomBytes& v) {
    each<std::uint8_t>(v, bits, [](auto a, auto b) {
      auto power = static_cast<std::uint8_t>(1 + (b & 1));
      power = static_cast<std::uint8_t>((b & 2) != 0 ? power << 2 : power);
      power = static_cast<std::uint8_t>((b & 4) != 0 ? power << 4 : power);
      return a & ((b & 8) != 0 ? 255 : power - 1);
    });
    v -= (v >> 1) & 0x55;
    v = (v & 0x33) + ((v >> 2) & 0x33);
    v = (v + (v >> 4)) & 0x0f;
  }

 private:
  template <class Element, class Vector, class Function>
  static inline void each(Vector& v, const Vector& other, const Function& function) {
    std::array<Element, sizeof(Vector) / sizeof(Element)> a, b;
    std::memcpy(a.data(), &v, sizeof v);
    std::memcpy(b.data(), &other, sizeof v);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<Element>(function(a[i], b[i]));
    std::memcpy(&v, a.data(), sizeof v);
  }
};

#if defined(SUPERWARP_X86_PATHS)
class Avx2Vectors {
 public:
  template <class Vector>
  SUPERWARP_AVX2 static inline bool any(const Vector& v) {
    return _mm256_testz_si256(bits(v), bits(v)) == 0;
  }
  SUPERWARP_AVX2 static inline void at_most(const RandomBytes& limit, RandomBytes& v) {
    v = reinterpret_cast<RandomBytes>(_mm256_min_epu8(bits(v), bits(limit)));
  }
  SUPERWARP_AVX2 static inline void at_most(const RandomPairs& limit, RandomPairs& v) {
    v = reinterpret_cast<RandomPairs>(_mm256_min_epu16(bits(v), bits(limit)));
  }
  SUPERWARP_AVX2 static inline void at_least(const RandomBytes& limit, RandomBytes& v) {
    v = reinterpret_cast<RandomBytes>(_mm256_max_epu8(bits(v), bits(limit)));
  }
  SUPERWARP_AVX2 static inline void equal(const RandomBytes& other, RandomBytes& v) {
    v = reinterpret_cast<RandomBytes>(_mm256_cmpeq_epi8(bits(v), bits(other)));
  }
  SUPERWARP_AVX2 static inline void count_ones(const RandomBytes& bits_counted, RandomBytes& v) {
    const __m256i masks = _mm256_setr_epi8(0, 1, 3, 7, 15, 31, 63, 127, -1, 0, 0, 0, 0, 0, 0, 0,  //
                                           0, 1, 3, 7, 15, 31, 63, 127, -1, 0, 0, 0, 0, 0, 0, 0);
    const __m256i ones = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                          0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i kept = _mm256_and_si256(bits(v), _mm256_shuffle_epi8(masks, bits(bits_counted)));
    const __m256i low = _mm256_and_si256(kept, nibble);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(kept, 4), nibble);
    v = reinterpret_cast<RandomBytes>(_mm256_add_epi8(_mm256_shuffle_epi8(ones, low), _mm256_shuffle_epi8(ones, high)));
  }

 private:
  template <class Vector>
  SUPERWARP_AVX2 static inline __m256i bits(const Vector& v) {
    return reinterpret_cast<__m256i>(v);
  }
};
#endif

template <class Vectors>
class SplitRounds {
 public:
  static constexpr unsigned kRounds = 32;  // side by side

  SplitRounds(const CongestionCell& cell, std::uint64_t key)
      : width_(cell.width),
        levels_(ceil_log2(cell.width)),
        requests_(static_cast<std::uint16_t>(cell.requests())),
        last_row_(static_cast<std::uint32_t>(cell.rows() - 1)),
        most_rows_(RandomBytes{} + static_cast<std::uint8_t>(std::min<std::uint64_t>(cell.rows(), 255))),
        generator_(key) {}

  /// The congestion of the next rounds.
  void simulate(RandomBytes& congestion) {
    congestion = RandomBytes{};
    // Banks of few rows are soon full. The other banks need not be drawn then.
    const unsigned portion = last_row_ < 16 ? std::min(16U, width_) : width_;
    std::array<Requests, 8> upper;  // halves that wait, by level
    Requests requests;
    requests.even = requests.odd = RandomPairs{} + requests_;
    for (unsigned bank = 0, level = 0;;) {
      for (; level < levels_; ++level) halve(requests, upper[level]);
      bytes_of<255>(requests, in_bank_[bank % portion]);  // more has a chance below 10^-190
      ++bank;
      if (bank % portion == 0) {
        examine(portion, congestion);
        RandomBytes open;
        below(most_rows_, congestion, open);
        if (bank == width_ || !Vectors::any(open)) return;
      }
      level = levels_ - static_cast<unsigned>(__builtin_ctz(bank));
      requests = upper[level - 1];
    }
  }

 private:
  struct Requests {
    RandomPairs even, odd;  // of rounds 0, 2, .. and 1, 3, ..
  };

  /// The requests of each round, at most kLimit.
  template <std::uint16_t kLimit>
  static inline void bytes_of(const Requests& requests, RandomBytes& bytes) {
    RandomPairs even = requests.even, odd = requests.odd;
    Vectors::at_most(RandomPairs{} + kLimit, even);
    Vectors::at_most(RandomPairs{} + kLimit, odd);
    bytes = reinterpret_cast<RandomBytes>(even | (odd << 8));
  }

  /// Ones in the rounds whose congestion is below `limit`.
  static inline void below(const RandomBytes& limit, const RandomBytes& congestion, RandomBytes& rounds) {
    rounds = limit;
    Vectors::at_least(congestion, rounds);
    Vectors::equal(congestion, rounds);
    rounds = ~rounds;
  }

  /// Moves each of `requests` to `upper` with a chance of one half.
  inline void halve(Requests& requests, Requests& upper) {
    Requests rest = requests;
    upper.even = upper.odd = RandomPairs{};
    do {
      RandomBytes todo, sum{};
      bytes_of<248>(rest, todo);  // whose sum fits in a byte
      rest.even -= reinterpret_cast<RandomPairs>(todo) & 255;
      rest.odd -= reinterpret_cast<RandomPairs>(todo) >> 8;
      do {
        RandomBytes now = todo, bits;
        Vectors::at_most(RandomBytes{} + 8, now);
        generator_.next(bits);
        Vectors::count_ones(now, bits);
        sum += bits;
        todo -= now;
      } while (Vectors::any(todo));
      upper.even += reinterpret_cast<RandomPairs>(sum) & 255;
      upper.odd += reinterpret_cast<RandomPairs>(sum) >> 8;
    } while (Vectors::any(rest.even | rest.odd));
    requests.even -= upper.even;
    requests.odd -= upper.odd;
  }

  /// Draws a row for each of `requests`: it is one of the d rows before with chance d / rows.
  inline void draw_distinct_rows(RandomBytes& requests, RandomBytes& distinct) {
    distinct = RandomBytes{};
    do {
      RandomBytes row;
      generator_.next(row);
      row &= static_cast<std::uint8_t>(last_row_);
      for (std::uint32_t mask = last_row_ >> 8; mask != 0; mask >>= 8) {
        RandomBytes higher;  // bits of the row's number: 0, or it is beyond 255
        generator_.next(higher);
        higher &= static_cast<std::uint8_t>(mask);
        Vectors::equal(RandomBytes{}, higher);
        row |= ~higher;
      }
      RandomBytes now = requests, is_new = row;
      Vectors::at_most(RandomBytes{} + 1, now);
      requests -= now;
      Vectors::at_least(distinct, is_new);
      Vectors::equal(row, is_new);
      distinct += now & is_new;
    } while (Vectors::any(requests));
  }

  /// Raises `congestion` to that of the first `banks` of in_bank_, which it uses up.
  inline void examine(unsigned banks, RandomBytes& congestion) {
    for (;;) {
      RandomBytes most{}, limit, open, distinct;
      for (unsigned bank = 0; bank < banks; ++bank) Vectors::at_least(in_bank_[bank], most);
      limit = most;
      Vectors::at_most(most_rows_, limit);
      below(limit, congestion, open);
      if (!Vectors::any(open)) return;
      open &= most;
      draw_distinct_rows(open, distinct);
      Vectors::at_least(distinct, congestion);
      below(limit, congestion, open);
      if (!Vectors::any(open)) return;
      for (unsigned bank = 0; bank < banks; ++bank) {
        RandomBytes examined = in_bank_[bank];
        Vectors::equal(most, examined);
        examined &= open;
        in_bank_[bank] &= ~examined;
        open &= ~examined;
      }
    }
  }

  unsigned width_;
  unsigned levels_;
  std::uint16_t requests_;
  std::uint32_t last_row_;
  RandomBytes most_rows_;  // 255 for more
  WideGenerator generator_;
  std::array<RandomBytes, CongestionCell::kMaxWidth> in_bank_;
};

}  // namespace superwarp::congestion
