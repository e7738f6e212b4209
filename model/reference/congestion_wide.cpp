// SPDX-License-Identifier: Apache-2.0
#include "model/reference/congestion_counter.h"

#if defined(SUPERWARP_X86_PATHS)
#include <immintrin.h>
#endif

/// \file
/// Counts 32 keys in up to 32 banks with AVX-512: a set of lanes for each bank, as 32 bits, whose
/// ones are its count.

namespace superwarp::model {

#if defined(SUPERWARP_X86_PATHS)

namespace {

constexpr int kBankBits = 5;
constexpr std::uint32_t kSome = 8;  // keys that half a vector holds

/// 32 numbers below 256, a byte each.
SUPERWARP_AVX512 inline __m256i bytes(const std::uint32_t* from) {
  const __m128i low = _mm512_cvtepi32_epi8(_mm512_loadu_si512(from));
  const __m128i high = _mm512_cvtepi32_epi8(_mm512_loadu_si512(from + 16));
  return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/// The lanes whose byte has bit `bit`.
SUPERWARP_AVX512 inline __m512i plane(__m256i bank, int bit) {
  return _mm512_set1_epi32(_mm256_movemask_epi8(_mm256_slli_epi16(bank, 7 - bit)));
}

/// Do the first `count` of kSome keys differ?
SUPERWARP_AVX512 inline bool first_differ(__m256i key, std::uint32_t count) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i step = _mm256_set1_epi32(1);
  // The others are none, each with another number.
  const auto others = static_cast<__mmask8>(~0U << count);
  const __m256i all = _mm256_mask_sub_epi32(key, others, _mm256_set1_epi32(-2), lane);
  __m256i by = lane;
  std::uint32_t equal = 0;
  for (int distance = 1; distance <= 4;
       ++distance) {  // every pair is at most four apart, around the end
    by = _mm256_add_epi32(by, step);
    equal |= _mm256_cmpeq_epi32_mask(all, _mm256_permutevar8x32_epi32(all, by));
  }
  return equal == 0;
}

}  // namespace

/// The congestion of a block of keys in 32 banks; kUndecided if the hash table has to say.
SUPERWARP_AVX512 std::uint32_t CongestionCounter::count_wide(const std::uint32_t* key,
                                                             const std::uint32_t* bank) {
  const __m512i key_low = _mm512_loadu_si512(key);
  const __m512i key_high = _mm512_loadu_si512(key + 16);
  const __m256i bank_of = bytes(bank);
  const __m512i none = _mm512_set1_epi32(-1);
  const std::uint32_t active = _mm512_cmpneq_epi32_mask(key_low, none) |
                               std::uint32_t{_mm512_cmpneq_epi32_mask(key_high, none)} << 16;
  // The lanes of bank b, 0 .. 15: those that request something and have its bits.
  __m512i lanes = _mm512_set1_epi32(static_cast<int>(active));
  constexpr int kAndEqual = 0x90;  // the first, where the others are equal
  const __m512i number = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i upper_number = _mm512_or_si512(number, _mm512_set1_epi32(16));
  for (int bit = 0; bit < 4; ++bit) {
    const __m512i here = _mm512_srai_epi32(_mm512_slli_epi32(number, 31 - bit), 31);
    lanes = _mm512_ternarylogic_epi32(lanes, plane(bank_of, bit), here, kAndEqual);
  }
  const __m512i upper = plane(bank_of, 4);
  const __m512i low = _mm512_popcnt_epi32(_mm512_andnot_si512(upper, lanes));
  const __m512i high = _mm512_popcnt_epi32(_mm512_and_si512(upper, lanes));
  // The fullest bank: the count in the upper bits, the bank's number in the lower ones.
  const __m512i fullest = _mm512_set1_epi32(static_cast<int>(_mm512_reduce_max_epu32(
      _mm512_max_epu32(_mm512_or_si512(_mm512_slli_epi32(low, kBankBits), number),
                       _mm512_or_si512(_mm512_slli_epi32(high, kBankBits), upper_number)))));
  const auto most =
      static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm512_castsi512_si128(fullest))) >> kBankBits;
  if (most <= 1) return most;
  if (most > kSome) return kUndecided;
  // Compares with the lowest byte, which has bits of the count above the bank's number.
  const __m256i at = _mm256_and_si256(_mm256_broadcastb_epi8(_mm512_castsi512_si128(fullest)),
                                      _mm256_set1_epi8(kBlock - 1));
  const std::uint32_t here =
      active & static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bank_of, at)));
  const auto its_low = static_cast<__mmask16>(here);
  const auto its_high = static_cast<__mmask16>(here >> 16);
  const auto behind = static_cast<__mmask16>(~0U << _mm_popcnt_u32(its_low));
  const __m512i its =
      _mm512_mask_expand_epi32(_mm512_maskz_compress_epi32(its_low, key_low), behind,
                               _mm512_maskz_compress_epi32(its_high, key_high));
  return first_differ(_mm512_castsi512_si256(its), most) ? most : kUndecided;
}

#else

std::uint32_t CongestionCounter::count_wide(const std::uint32_t*, const std::uint32_t*) {
  return kUndecided;
}

#endif

}  // namespace superwarp::model
