// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace superwarp {

/// The largest k with 2^k <= n: the logarithm of a power of two. 0 for n = 0.
constexpr std::uint32_t floor_log2(std::uint64_t n) {
  std::uint32_t k = 0;
  while ((n >> k) > 1) ++k;
  return k;
}

/// The smallest k with 2^k >= n, for n up to 2^63.
constexpr std::uint32_t ceil_log2(std::uint64_t n) { return n > 1 ? floor_log2(n - 1) + 1 : 0; }

constexpr bool is_power_of_two(std::uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }

}  // namespace superwarp
