// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace superwarp::model {

/// A number for every lane, up to kMost. Lanes are compared eight at a time.
class LaneCounts {
 public:
  static constexpr std::uint32_t kMost = 127;
  static constexpr std::uint32_t kAtOnce = 8;

  explicit LaneCounts(std::uint32_t width) : count_((width + kAtOnce - 1) / kAtOnce * kAtOnce) {}

  [[nodiscard]] std::uint32_t operator[](std::uint32_t lane) const { return count_[lane]; }
  /// What it was before.
  std::uint32_t increase(std::uint32_t lane) { return count_[lane]++; }
  void decrease(std::uint32_t lane) { --count_[lane]; }

  /// A bit for each lane of `first`, a multiple of eight, and the seven after it: has it `least` or
  /// more, which is 1 .. kMost + 1? Lanes that are not there have 0.
  [[nodiscard]] std::uint64_t eight_with(std::uint32_t first, std::uint32_t least) const {
    constexpr std::uint64_t kBitToEach = 0x0102040810204080;  // bit 8i goes to bit 56 + i
    return (top_bits(first, least) >> 7U) * kBitToEach >> 56U;
  }

  /// Has any lane `least` or more, which is 1 .. kMost + 1?
  [[nodiscard]] bool any_with(std::uint32_t least) const {
    std::uint64_t any = 0;
    for (std::uint32_t first = 0; first < count_.size(); first += kAtOnce)
      any |= top_bits(first, least);
    return any != 0;
  }

 private:
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lowest lane is in the lowest byte");

  /// The top bit of each lane's byte.
  [[nodiscard]] std::uint64_t top_bits(std::uint32_t first, std::uint32_t least) const {
    constexpr std::uint64_t kEach = 0x0101010101010101;
    std::uint64_t eight = 0;
    std::memcpy(&eight, &count_[first], sizeof eight);
    return (eight + kEach * (kMost + 1 - least)) & kEach << 7U;
  }

  std::vector<std::uint8_t> count_;
};

}  // namespace superwarp::model
