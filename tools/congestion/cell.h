// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace superwarp::congestion {

/// One cell of the congestion experiment: a super warp of `super_warp` warps of `width` threads
/// each requests super_warp * width addresses, uniform and independent in [0, size). Bank = address
/// mod width.
struct CongestionCell {
  unsigned width = 32;        ///< w: banks = threads of a warp, [kMinWidth, kMaxWidth], any integer
  unsigned super_warp = 1;    ///< s: warps of a super warp, [1, kMaxSuperWarp]
  std::uint64_t size = 1024;  ///< n: words of the memory, a multiple of width, [width, kMaxSize]

  static constexpr unsigned kMinWidth = 2;
  static constexpr unsigned kMaxWidth = 256;
  static constexpr unsigned kMaxSuperWarp = 16;
  static constexpr std::uint64_t kMaxSize = std::uint64_t{1} << 30;

  /// Requests of one round, s * w.
  unsigned requests() const { return width * super_warp; }
  /// Rows of the memory, n / w.
  std::uint64_t rows() const { return size / width; }
};

/// Checks the ranges above. Throws std::invalid_argument with the bad value.
void validate(const CongestionCell& cell);

}  // namespace superwarp::congestion
