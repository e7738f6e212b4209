// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "model/reference/congestion_counter.h"

#if defined(SUPERWARP_X86_PATHS)
#include <immintrin.h>
#endif

/// \file
/// Counts the keys of 32 banks at a time in bit slices: bit b of plane p is bit p of the count of
/// bank b. A key is a bit of its bank; adders of single bits sum them, eight keys side by side.

namespace superwarp::model {

#if defined(SUPERWARP_X86_PATHS)

namespace {

// C arrays of vectors, because GCC ignores the size of a vector type that is a template argument.
// NOLINTBEGIN(modernize-avoid-c-arrays)

constexpr std::uint32_t kBlock = CongestionCounter::kBlock;  // also the banks of a slice
constexpr std::uint32_t kBlockPlanes = 6;                    // counts up to 32
constexpr std::uint32_t kMostPlanes = 16;
constexpr std::uint32_t kFew = 8;  // keys that a vector holds

using Planes = std::array<std::uint32_t, kMostPlanes>;

SUPERWARP_AVX2 inline __m256i eight(const std::uint32_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

/// Of each bit of two: the sum, and the carry.
SUPERWARP_AVX2 inline __m256i half_add(__m256i a, __m256i b, __m256i& carry) {
  carry = _mm256_and_si256(a, b);
  return _mm256_xor_si256(a, b);
}

SUPERWARP_AVX2 inline __m256i full_add(__m256i a, __m256i b, __m256i c, __m256i& carry) {
  const __m256i sum = _mm256_xor_si256(a, b);
  carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(sum, c));
  return _mm256_xor_si256(sum, c);
}

/// The other half of each group of 2 * kDistance numbers.
template <int kDistance>
SUPERWARP_AVX2 inline __m256i halves_swapped(__m256i v) {
  if (kDistance == 4) return _mm256_permute2x128_si256(v, v, 1);
  return kDistance == 2 ? _mm256_shuffle_epi32(v, 0x4e) : _mm256_shuffle_epi32(v, 0xb1);
}

/// Adds the planes of eight counts to those of the counts kDistance further.
template <int kDistance>
SUPERWARP_AVX2 inline void fold(__m256i (&plane)[kBlockPlanes], std::size_t planes) {
  __m256i carry;
  plane[0] = half_add(plane[0], halves_swapped<kDistance>(plane[0]), carry);
  for (std::size_t p = 1; p < planes; ++p)
    plane[p] = full_add(plane[p], halves_swapped<kDistance>(plane[p]), carry, carry);
  plane[planes] = carry;
}

/// Counts a block of keys in banks first .. first + 31.
SUPERWARP_AVX2 inline void count_block(const std::uint32_t* key, const std::uint32_t* bank,
                                       std::uint32_t first, Planes& count) {
  const __m256i none = _mm256_set1_epi32(-1);
  const __m256i before = _mm256_set1_epi32(static_cast<int>(first));
  __m256i mark[4];
  for (std::uint32_t i = 0; i < 4; ++i) {
    const __m256i at = _mm256_sub_epi32(eight(bank + 8 * i), before);
    const __m256i idle = _mm256_cmpeq_epi32(eight(key + 8 * i), none);
    // A shift by 32 or more leaves no bit.
    mark[i] = _mm256_sllv_epi32(_mm256_set1_epi32(1), _mm256_or_si256(at, idle));
  }
  __m256i plane[kBlockPlanes];
  __m256i carry, other_carry;
  const __m256i three = full_add(mark[0], mark[1], mark[2], carry);
  plane[0] = half_add(three, mark[3], other_carry);
  plane[1] = half_add(carry, other_carry, plane[2]);
  fold<4>(plane, 3);
  fold<2>(plane, 4);
  fold<1>(plane, 5);
  for (std::uint32_t p = 0; p < kBlockPlanes; ++p)
    count[p] = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm256_castsi256_si128(plane[p])));
}

/// Adds the counts of a block to `total`.
inline void add(const Planes& count, std::uint32_t planes, Planes& total) {
  std::uint32_t carried = 0;
  for (std::uint32_t p = 0; p < planes; ++p) {
    const std::uint32_t more = p < kBlockPlanes ? count[p] : 0;
    const std::uint32_t sum = total[p] ^ more;
    const std::uint32_t next = (total[p] & more) | (sum & carried);
    total[p] = sum ^ carried;
    carried = next;
  }
}

/// The largest count; `banks` becomes the set of those that have it.
inline std::uint32_t largest(const Planes& total, std::uint32_t planes, std::uint32_t& banks) {
  std::uint32_t most = 0;
  for (std::uint32_t p = planes; p-- > 0;) {
    const std::uint32_t with = banks & total[p];
    banks = with != 0 ? with : banks;
    most |= (with != 0 ? 1U : 0U) << p;
  }
  return most;
}

/// The lanes of a block with a key in `bank`.
SUPERWARP_AVX2 inline std::uint32_t lanes_in(std::uint32_t bank, const std::uint32_t* key,
                                             const std::uint32_t* of) {
  std::uint32_t lanes = 0;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const __m256i idle = _mm256_cmpeq_epi32(eight(key + 8 * i), _mm256_set1_epi32(-1));
    const __m256i here =
        _mm256_cmpeq_epi32(eight(of + 8 * i), _mm256_set1_epi32(static_cast<int>(bank)));
    const __m256i lane = _mm256_andnot_si256(idle, here);
    lanes |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(lane))) << (8 * i);
  }
  return lanes;
}

/// Are the keys of up to kFew `lanes` sure to differ? Always kFew steps: a loop that ends with the
/// lanes would be guessed wrong.
SUPERWARP_AVX2 inline bool all_differ(const std::uint32_t* key, std::uint32_t lanes) {
  std::array<int, kFew> some;
  for (std::uint32_t i = 0; i < kFew; ++i, lanes &= lanes - 1)
    some[i] =
        lanes != 0 ? static_cast<int>(key[_tzcnt_u32(lanes) % kBlock]) : -2 - static_cast<int>(i);
  // One by one: a vector just stored in parts would have to wait.
  const __m256i all =
      _mm256_setr_epi32(some[0], some[1], some[2], some[3], some[4], some[5], some[6], some[7]);
  const __m256i next = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0);
  __m256i equal = _mm256_setzero_si256();
  __m256i other = all;
  for (int by = 1; by <= 4; ++by) {  // every pair is at most four apart, around the end
    other = _mm256_permutevar8x32_epi32(other, next);
    equal = _mm256_or_si256(equal, _mm256_cmpeq_epi32(all, other));
  }
  return _mm256_testz_si256(equal, equal) != 0;
}

// NOLINTEND(modernize-avoid-c-arrays)

}  // namespace

/// The congestion of banks first .. first + 31, or `best` if that is more.
template <bool kOneBlock>
SUPERWARP_AVX2 std::uint32_t CongestionCounter::count_slice(const std::uint32_t* key,
                                                            const std::uint32_t* bank,
                                                            std::uint32_t lanes,
                                                            std::uint32_t first,
                                                            std::uint32_t best) {
  const std::uint32_t planes = kOneBlock ? kBlockPlanes : planes_;
  Planes total;
  count_block(key, bank, first, total);
  if (!kOneBlock) {
    std::fill(total.begin() + kBlockPlanes, total.end(), 0);
    for (std::uint32_t lane = kBlock; lane < lanes; lane += kBlock) {
      Planes more;
      count_block(key + lane, bank + lane, first, more);
      add(more, planes, total);
    }
  }
  for (;;) {
    std::uint32_t banks = ~0U;
    const std::uint32_t most = largest(total, planes, banks);
    if (most <= best) return best;
    if (most == 1) return 1;
    const std::uint32_t at = _tzcnt_u32(banks);
    if (kOneBlock && most <= kFew && all_differ(key, lanes_in(first + at, key, bank))) return most;
    std::uint32_t count = 0;
    for (std::uint32_t lane = 0; lane < lanes; lane += kBlock) {
      for (std::uint32_t here = lanes_in(first + at, key + lane, bank + lane); here != 0;
           here &= here - 1)
        same_[count++] = key[lane + _tzcnt_u32(here)];
    }
    const std::uint32_t words = distinct(same_.data(), count);
    if (words == most) return most;
    best = std::max(best, words);
    for (std::uint32_t p = 0; p < planes; ++p) total[p] &= ~(1U << at);
  }
}

std::uint32_t CongestionCounter::count_slices(const std::uint32_t* key, const std::uint32_t* bank,
                                              std::uint32_t lanes) {
  const std::uint32_t whole = std::max(1U, (lanes + kBlock - 1) / kBlock) * kBlock;
  if (whole != lanes) {
    std::fill(std::copy_n(key, lanes, key_.begin()), key_.begin() + whole, kNone);
    std::copy_n(bank, lanes, bank_.begin());
    key = key_.data();
    bank = bank_.data();
  }
  std::uint32_t best = 0;
  for (std::uint32_t first = 0; first < banks_; first += kBlock)
    best = whole == kBlock ? count_slice<true>(key, bank, whole, first, best)
                           : count_slice<false>(key, bank, whole, first, best);
  return best;
}

#else

std::uint32_t CongestionCounter::count_slices(const std::uint32_t*, const std::uint32_t*,
                                              std::uint32_t) {
  return 0;  // never called: in_slices_ is false
}

#endif

}  // namespace superwarp::model
