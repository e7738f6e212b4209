// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/machine/simd_path.h"

namespace superwarp::model {

/// Counts distinct keys per bank, the whole rule of a dispatch. A key's slot is its rank of first
/// appearance among its bank's distinct keys; the congestion is the largest number of distinct keys
/// in a bank.
///
/// The hash table is never cleared: every entry has its dispatch's number, and entries of earlier
/// dispatches count as empty. Expected constant time per request, even if all are in one bank.
///
/// Without slots, AVX2 and AVX-512 count all keys of each bank, equal ones too, and look for equal
/// keys only where the count exceeds what other banks have distinct: usually in one bank.
class CongestionCounter {
 public:
  /// A key that requests nothing.
  static constexpr std::uint32_t kNone = 0xffffffffU;
  /// Lanes that vectors count together.
  static constexpr std::uint32_t kBlock = 32;

  /// For dispatches of up to `lanes` keys over `banks` banks.
  CongestionCounter(std::uint32_t lanes, std::uint32_t banks, SimdPath path = best_simd_path());

  /// The congestion of the keys key[0 .. lanes), key[i] in bank[i].
  std::uint32_t count(const std::uint32_t* key, const std::uint32_t* bank, std::uint32_t lanes) {
    const std::uint32_t most = wide_ && lanes == kBlock ? count_wide(key, bank) : kUndecided;
    if (most != kUndecided) return most;
    return in_slices_ ? count_slices(key, bank, lanes) : count_keys<false>(key, bank, lanes, nullptr);
  }

  /// The same; slot[i] becomes the slot of key[i], 0 for kNone.
  std::uint32_t count(const std::uint32_t* key, const std::uint32_t* bank, std::uint32_t lanes, std::uint32_t* slot) {
    return count_keys<true>(key, bank, lanes, slot);
  }

  /// The number of distinct keys in `bank` in the last count() with slots.
  [[nodiscard]] std::uint32_t load(std::uint32_t bank) const { return load_[bank]; }

 private:
  template <bool kSlots>
  std::uint32_t count_keys(const std::uint32_t* key, const std::uint32_t* bank, std::uint32_t lanes,
                           std::uint32_t* slot);
  /// The number of distinct keys among `count`.
  std::uint32_t distinct(const std::uint32_t* key, std::uint32_t count);
  void next_stamp();

  // 32 banks at a time, with AVX2
  std::uint32_t count_slices(const std::uint32_t* key, const std::uint32_t* bank, std::uint32_t lanes);
  template <bool kOneBlock>
  std::uint32_t count_slice(const std::uint32_t* key, const std::uint32_t* bank, std::uint32_t lanes,
                            std::uint32_t first, std::uint32_t best);

  // With AVX-512: kBlock lanes in up to 32 banks
  static constexpr std::uint32_t kUndecided = 0xffffffffU;  ///< too many keys, or equal ones
  std::uint32_t count_wide(const std::uint32_t* key, const std::uint32_t* bank);

  bool in_slices_;
  bool wide_;
  std::uint64_t stamp_ = 0;          ///< the dispatch's number, the upper half of an entry
  std::uint32_t hash_shift_ = 31;    ///< reduces a 32-bit hash to a table index
  std::vector<std::uint64_t> seen_;  ///< entries (stamp, key); a power of two
  std::vector<std::uint32_t> slot_;  ///< of the key of each entry
  std::vector<std::uint32_t> load_;  ///< distinct keys of each bank
  std::uint32_t banks_;
  std::uint32_t planes_;            ///< bits of a count
  std::vector<std::uint32_t> key_;  ///< whole blocks of lanes, if a dispatch has others
  std::vector<std::uint32_t> bank_;
  std::vector<std::uint32_t> same_;  ///< the keys of one bank
};

}  // namespace superwarp::model
