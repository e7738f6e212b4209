// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/machine/access.h"

/// \file
/// Types of the coalescer: a half-warp's access of global memory and its transactions.

namespace superwarp {

/// Threads of a half-warp.
inline constexpr std::uint32_t kHalfWarp = 16;

/// Byte addresses end below this bound, so that no segment reaches kInactive.
inline constexpr std::uint32_t kByteAddressLimit = 0xffffff80U;

/// One access of global memory by a half-warp.
struct HalfWarpAccess {
  std::uint32_t word_bytes = 4;  ///< bytes that each thread reads or writes: 1, 2, 4, 8 or 16
  /// kHalfWarp byte addresses, multiples of word_bytes; kInactive requests nothing.
  std::vector<std::uint32_t> address;
};

/// One transaction of global memory.
struct Transaction {
  std::uint32_t address = 0;  ///< of the first byte, a multiple of `bytes`
  std::uint32_t bytes = 0;    ///< 32, 64 or 128
  std::uint32_t served = 0;   ///< thread i of the half-warp in bit i
};

inline bool operator==(const Transaction& a, const Transaction& b) {
  return a.address == b.address && a.bytes == b.bytes && a.served == b.served;
}

}  // namespace superwarp
