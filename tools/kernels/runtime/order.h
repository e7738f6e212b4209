// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/kernels/runtime/event.h"

namespace superwarp::record {

/// Finds out whether a warp needs its lanes in lock step. Lanes may run ahead of each other as long
/// as the accesses to each byte have the same order as in lock step. Accesses come in the order of
/// lock step, each with the time at which it was made.
class Order {
 public:
  Order() : entries_(kFirst) {}

  /// All accesses from now on are made after all earlier ones.
  void clear() {
    used_ = 0;
    ++stamp_;
  }

  /// Would `step` have come too early or too late? Call it for all steps that go together before
  /// the first of them is noted.
  [[nodiscard]] bool breaks(const Step& step);
  void note(const Step& step);

 private:
  static constexpr std::size_t kFirst = 64;    // entries; powers of two
  static constexpr std::size_t kMost = 16384;  // lanes are never so far apart that more matter
  static constexpr std::uintptr_t kByteKey = std::uintptr_t{1} << 63U;

  /// A word of 4 bytes, or a byte of a word that is accessed by bytes; the latest times.
  struct Entry {
    std::uintptr_t key = 0;
    std::uint32_t stamp = 0;
    std::uint32_t loaded = 0;
    std::uint32_t stored = 0;
    std::uint32_t changed = 0;  ///< by an atomic
    std::uint32_t store_pc = 0;
    bool bytes = false;  ///< of a word: single bytes have entries of their own
  };

  [[nodiscard]] Entry& entry(std::uintptr_t key);
  void grow();
  static bool breaks(const Entry& entry, const Step& step);
  static void note(Entry& entry, const Step& step);

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
  std::uint32_t stamp_ = 1;
};

}  // namespace superwarp::record
