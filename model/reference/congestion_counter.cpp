// SPDX-License-Identifier: Apache-2.0
#include "model/reference/congestion_counter.h"

#include <algorithm>

#include "model/machine/log2.h"

namespace superwarp::model {

namespace {

constexpr std::uint32_t kGolden = 0x9e3779b1U;  // Fibonacci hashing: 2^32 / golden ratio, odd

/// Where slices are faster than the hash table.
bool pays_in_slices(std::uint32_t lanes, std::uint32_t banks) {
  return lanes >= 32 && lanes <= 2048 && banks <= 128;
}

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
std::uint32_t CongestionCounter::count_keys(const std::uint32_t* key, const std::uint32_t* bank,
                                            std::uint32_t lanes, std::uint32_t* slot) {
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

template std::uint32_t CongestionCounter::count_keys<false>(const std::uint32_t*,
                                                            const std::uint32_t*, std::uint32_t,
                                                            std::uint32_t*);
template std::uint32_t CongestionCounter::count_keys<true>(const std::uint32_t*,
                                                           const std::uint32_t*, std::uint32_t,
                                                           std::uint32_t*);

}  // namespace superwarp::model
