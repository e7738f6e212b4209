// SPDX-License-Identifier: Apache-2.0
#include "model/reference/congestion_counter.h"

#include <algorithm>
#include <array>

#include "model/machine/log2.h"

#if defined(SUPERWARP_X86_PATHS)
#include <immintrin.h>
#endif

namespace superwarp::model {

namespace {

constexpr std::uint32_t kGolden = 0x9e3779b1U;  // Fibonacci hashing: 2^32 / golden ratio, odd

/// Where slices are faster than the hash table.
bool pays_in_slices(std::uint32_t lanes, std::uint32_t banks) { return lanes >= 32 && lanes <= 2048 && banks <= 128; }

}  // namespace

CongestionCounter::CongestionCounter(std::uint32_t lanes, std::uint32_t banks, SimdPath path)
    : in_slices_(path != SimdPath::kPortable && pays_in_slices(lanes, banks)),
      wide_(path == SimdPath::kAvx512 && banks >= 16 && banks <= 32),  // fewer have too many keys
      load_(banks),
      banks_(banks),
      planes_(floor_log2(lanes) + 1) {
  constexpr std::size_t kInCache = 1024;  // 8 KiB: few keys meet where the lanes are few
  const std::size_t wanted = std::max(std::size_t{4} * lanes, kInCache);  // at most a quarter full
  std::size_t entries = 2;
  while (entries < wanted) {
    entries *= 2;
    --hash_shift_;
  }
  seen_.resize(entries);
  slot_.resize(entries);
  if (!in_slices_) return;
  const std::size_t whole_blocks = (lanes + 31) / 32 * std::size_t{32};
  key_.resize(whole_blocks);
  bank_.resize(whole_blocks);
  same_.resize(whole_blocks);
}

void CongestionCounter::next_stamp() {
  constexpr std::uint64_t kOne = std::uint64_t{1} << 32;
  stamp_ += kOne;
  if (stamp_ != 0) return;
  std::fill(seen_.begin(), seen_.end(), 0);  // all 2^32 - 1 stamps are used
  stamp_ = kOne;
}

std::uint32_t CongestionCounter::distinct(const std::uint32_t* key, std::uint32_t count) {
  next_stamp();
  const std::size_t mask = seen_.size() - 1;
  std::uint32_t words = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t entry = stamp_ | key[i];
    std::size_t place = (key[i] * kGolden) >> hash_shift_;
    while (seen_[place] != entry && seen_[place] >= stamp_) place = (place + 1) & mask;
    words += seen_[place] != entry ? 1 : 0;
    seen_[place] = entry;
  }
  return words;
}

template <bool kSlots>
std::uint32_t CongestionCounter::count_keys(const std::uint32_t* key, const std::uint32_t* bank, std::uint32_t lanes,
                                            std::uint32_t* slot) {
  next_stamp();
  std::fill(load_.begin(), load_.end(), 0);
  // Local copies: the compiler cannot rule out that the stores below change the members.
  const std::uint64_t stamp = stamp_;
  const unsigned shift = hash_shift_;
  std::uint32_t* const slot_of = slot_.data();
  std::uint64_t* const seen = seen_.data();
  std::uint32_t* const load = load_.data();
  const std::size_t mask = seen_.size() - 1;
  std::uint32_t congestion = 0;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    if (key[lane] == kNone) {
      if (kSlots) slot[lane] = 0;
      continue;
    }
    const std::uint64_t entry = stamp | key[lane];
    std::size_t place = (key[lane] * kGolden) >> shift;
    while (seen[place] != entry && seen[place] >= stamp) place = (place + 1) & mask;
    if (seen[place] != entry) {
      seen[place] = entry;
      const std::uint32_t own_slot = load[bank[lane]]++;
      congestion = std::max(congestion, own_slot + 1);
      if (kSlots) slot_of[place] = own_slot;
    }
    if (kSlots) slot[lane] = slot_of[place];
  }
  return congestion;
}

template std::uint32_t CongestionCounter::count_keys<false>(const std::uint32_t*, const std::uint32_t*, std::uint32_t,
                                                            std::uint32_t*);
template std::uint32_t CongestionCounter::count_keys<true>(const std::uint32_t*, const std::uint32_t*, std::uint32_t,
                                                           std::uint32_t*);

#if defined(SUPERWARP_X86_PATHS)

namespace {

// Bit slices: bit b of plane p is bit p of the count of bank b. A key is a bit of its bank; adders
// of single bits sum them, eight keys side by side.

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
SUPERWARP_AVX2 inline void count_block(const std::uint32_t* key, const std::uint32_t* bank, std::uint32_t first,
                                       Planes& count) {
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
SUPERWARP_AVX2 inline std::uint32_t lanes_in(std::uint32_t bank, const std::uint32_t* key, const std::uint32_t* of) {
  std::uint32_t lanes = 0;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const __m256i idle = _mm256_cmpeq_epi32(eight(key + 8 * i), _mm256_set1_epi32(-1));
    const __m256i here = _mm256_cmpeq_epi32(eight(of + 8 * i), _mm256_set1_epi32(static_cast<int>(bank)));
    const __m256i lane = _mm256_andnot_si256(idle, here);
    lanes |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(lane))) << (8 * i);
  }
  return lanes;
}

/// Do all numbers differ?
SUPERWARP_AVX2 inline bool differ(__m256i all) {
  const __m256i next = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0);
  __m256i equal = _mm256_setzero_si256();
  __m256i other = all;
  for (int by = 1; by <= 4; ++by) {  // every pair is at most four apart, around the end
    other = _mm256_permutevar8x32_epi32(other, next);
    equal = _mm256_or_si256(equal, _mm256_cmpeq_epi32(all, other));
  }
  return _mm256_testz_si256(equal, equal) != 0;
}

/// Are the keys of up to kFew `lanes` sure to differ? Always kFew steps: a loop that ends with the
/// lanes would be guessed wrong.
SUPERWARP_AVX2 inline bool all_differ(const std::uint32_t* key, std::uint32_t lanes) {
  std::array<int, kFew> some;
  for (std::uint32_t i = 0; i < kFew; ++i, lanes &= lanes - 1)
    some[i] = lanes != 0 ? static_cast<int>(key[_tzcnt_u32(lanes) % kBlock]) : -2 - static_cast<int>(i);
  // One by one: a vector just stored in parts would have to wait.
  return differ(_mm256_setr_epi32(some[0], some[1], some[2], some[3], some[4], some[5], some[6], some[7]));
}
// NOLINTEND(modernize-avoid-c-arrays)

// AVX-512: a set of lanes for each bank, as 32 bits, whose ones are its count.

constexpr int kBankBits = 5;

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

/// Do the first `count` of kFew keys differ?
SUPERWARP_AVX512 inline bool first_differ(__m256i key, std::uint32_t count) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  // The others are none, each with another number.
  const auto others = static_cast<__mmask8>(~0U << count);
  return differ(_mm256_mask_sub_epi32(key, others, _mm256_set1_epi32(-2), lane));
}

}  // namespace

/// The congestion of banks first .. first + 31, or `best` if that is more.
template <bool kOneBlock>
SUPERWARP_AVX2 std::uint32_t CongestionCounter::count_slice(const std::uint32_t* key, const std::uint32_t* bank,
                                                            std::uint32_t lanes, std::uint32_t first,
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
      for (std::uint32_t here = lanes_in(first + at, key + lane, bank + lane); here != 0; here &= here - 1)
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

/// The congestion of a block of keys in 32 banks; kUndecided if the hash table has to say.
SUPERWARP_AVX512 std::uint32_t CongestionCounter::count_wide(const std::uint32_t* key, const std::uint32_t* bank) {
  const __m512i key_low = _mm512_loadu_si512(key);
  const __m512i key_high = _mm512_loadu_si512(key + 16);
  const __m256i bank_of = bytes(bank);
  const __m512i none = _mm512_set1_epi32(-1);
  const std::uint32_t active =
      _mm512_cmpneq_epi32_mask(key_low, none) | std::uint32_t{_mm512_cmpneq_epi32_mask(key_high, none)} << 16;
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
  const __m512i fullest = _mm512_set1_epi32(static_cast<int>(
      _mm512_reduce_max_epu32(_mm512_max_epu32(_mm512_or_si512(_mm512_slli_epi32(low, kBankBits), number),
                                               _mm512_or_si512(_mm512_slli_epi32(high, kBankBits), upper_number)))));
  const auto most = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm512_castsi512_si128(fullest))) >> kBankBits;
  if (most <= 1) return most;
  if (most > kFew) return kUndecided;
  // Compares with the lowest byte, which has bits of the count above the bank's number.
  const __m256i at =
      _mm256_and_si256(_mm256_broadcastb_epi8(_mm512_castsi512_si128(fullest)), _mm256_set1_epi8(kBlock - 1));
  const std::uint32_t here = active & static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bank_of, at)));
  const auto its_low = static_cast<__mmask16>(here);
  const auto its_high = static_cast<__mmask16>(here >> 16);
  const auto behind = static_cast<__mmask16>(~0U << _mm_popcnt_u32(its_low));
  const __m512i its = _mm512_mask_expand_epi32(_mm512_maskz_compress_epi32(its_low, key_low), behind,
                                               _mm512_maskz_compress_epi32(its_high, key_high));
  return first_differ(_mm512_castsi512_si256(its), most) ? most : kUndecided;
}

#else

std::uint32_t CongestionCounter::count_slices(const std::uint32_t*, const std::uint32_t*, std::uint32_t) {
  return 0;  // never called: in_slices_ is false
}
std::uint32_t CongestionCounter::count_wide(const std::uint32_t*, const std::uint32_t*) { return kUndecided; }

#endif

}  // namespace superwarp::model
