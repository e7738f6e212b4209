// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace superwarp::model {

/// A number for every lane, up to kMost. They are compared eight at a time.
class LaneCounts {
 public:
  static constexpr std::uint32_t kMost = 127;
  static constexpr std::uint32_t kAtOnce = 8;

  explicit LaneCounts(std::uint32_t width) : count_((width + kAtOnce - 1) / kAtOnce * kAtOnce) {}

  [[nodiscard]] std::uint32_t operator[](std::uint32_t lane) const { return count_[lane]; }
  /// What it was before.
  std::uint32_t increase(std::uint32_t lane) { return count_[lane]++; }
  void decrease(std::uint32_t lane) { --count_[lane]; }

  /// Has any lane `least` or more, which is 1 .. kMost + 1?
  [[nodiscard]] bool any_with(std::uint32_t least) const {
    constexpr std::uint64_t kEach = 0x0101010101010101;
    std::uint64_t sums = 0;  // of each lane, in whose top bits the answer is
    for (std::size_t first = 0; first < count_.size(); first += kAtOnce) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, &count_[first], sizeof eight);
      sums |= eight + kEach * (kMost + 1 - least);
    }
    return (sums & kEach << 7U) != 0;
  }

 private:
  std::vector<std::uint8_t> count_;  ///< 0 behind the last lane
};

}  // namespace superwarp::model
