// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace superwarp::model {

/// Counts distinct keys per bank: the whole rule of a dispatch. A key's slot is its order of first
/// appearance among the distinct keys of its bank, and the congestion is the largest number of
/// distinct keys in a bank.
///
/// A hash table that is never cleared: an entry holds the number of the dispatch that wrote it
/// beside its key, so entries of earlier dispatches are empty. Expected constant time per request,
/// also when all are in one bank.
class CongestionCounter {
 public:
  /// A key that requests nothing.
  static constexpr std::uint32_t kNone = 0xffffffffU;

  /// For dispatches of up to `lanes` keys over `banks` banks.
  CongestionCounter(std::uint32_t lanes, std::uint32_t banks);

  /// The congestion of keys key[0 .. lanes), key[i] in bank[i]. `lanes` is at most what was
  /// announced.
  std::uint32_t count(const std::uint32_t* key, const std::uint32_t* bank, std::uint32_t lanes) {
    return count_keys<false>(key, bank, lanes, nullptr);
  }

  /// The same, and slot[i] becomes the slot of key[i], 0 where it is kNone.
  std::uint32_t count(const std::uint32_t* key, const std::uint32_t* bank, std::uint32_t lanes,
                      std::uint32_t* slot) {
    return count_keys<true>(key, bank, lanes, slot);
  }

  /// The number of distinct keys in `bank` when last counted.
  [[nodiscard]] std::uint32_t load(std::uint32_t bank) const { return load_[bank]; }

 private:
  template <bool kSlots>
  std::uint32_t count_keys(const std::uint32_t* key, const std::uint32_t* bank, std::uint32_t lanes,
                           std::uint32_t* slot);
  void next_stamp();

  std::uint64_t stamp_ = 0;          ///< number of the dispatch, in the upper half of an entry
  std::uint32_t hash_shift_ = 31;    ///< leaves the table's index of a 32-bit hash
  std::vector<std::uint64_t> seen_;  ///< a power of two of entries: stamp, key
  std::vector<std::uint32_t> slot_;  ///< slot of the key beside it
  std::vector<std::uint32_t> load_;  ///< distinct keys of each bank
};

}  // namespace superwarp::model
