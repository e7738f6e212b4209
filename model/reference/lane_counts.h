// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace superwarp::model {

/// A count for every lane, at most kMost. Eight counts are compared at a time.
class LaneCounts {
 public:
  static constexpr std::uint32_t kMost = 127;
  static constexpr std::uint32_t kAtOnce = 8;
  static constexpr std::uint32_t kSet = 64;  ///< lanes of a bit set

  explicit LaneCounts(std::uint32_t width)
      : count_(((width - 1) / kAtOnce + std::size_t{1}) * kAtOnce) {}

  [[nodiscard]] std::uint32_t operator[](std::uint32_t lane) const { return count_[lane]; }
  /// Returns the count before.
  std::uint32_t increase(std::uint32_t lane) { return count_[lane]++; }
  void decrease(std::uint32_t lane, std::uint32_t by) {
    count_[lane] = static_cast<std::uint8_t>(count_[lane] - by);
  }
  std::uint8_t* data() { return count_.data(); }
  [[nodiscard]] const std::uint8_t* data() const { return count_.data(); }

  /// Is the count of any lane at least `least` (1 .. kMost + 1)?
  [[nodiscard]] bool any_with(std::uint32_t least) const {
    std::uint64_t tops = 0;
    for (std::size_t first = 0; first < count_.size(); first += kAtOnce)
      tops |= tops_with(least, first);
    return tops != 0;
  }

  /// The lanes from word * kSet on whose count is at least `least`, as a bit set.
  [[nodiscard]] std::uint64_t lanes_with(std::uint32_t least, std::size_t word) const {
    constexpr std::uint64_t kToOneByte = 0x0102040810204080;  // gathers the bits in the top byte
    const std::size_t first = word * kSet;
    const std::size_t end = std::min(first + kSet, count_.size());
    std::uint64_t set = 0;
    for (std::size_t lane = first; lane < end; lane += kAtOnce)
      set |= (tops_with(least, lane) >> 7U) * kToOneByte >> 56U << (lane - first);
    return set;
  }

 private:
  /// For the eight lanes from `first` on: the top bit of each byte whose count is at least `least`.
  [[nodiscard]] std::uint64_t tops_with(std::uint32_t least, std::size_t first) const {
    constexpr std::uint64_t kEach = 0x0101010101010101;
    std::uint64_t eight = 0;
    std::memcpy(&eight, &count_[first], sizeof eight);
    return (eight + kEach * (kMost + 1 - least)) & kEach << 7U;
  }

  std::vector<std::uint8_t> count_;  ///< padded with 0
};

}  // namespace superwarp::model
