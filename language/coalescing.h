// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/access.h"

/// \file
/// The words of the coalescer's language: what a half-warp asks of global memory and the
/// transactions it gets.

namespace superwarp {

/// Threads of a half-warp.
inline constexpr std::uint32_t kHalfWarp = 16;

/// Byte addresses end below this bound: no segment reaches the value that stands for none.
inline constexpr std::uint32_t kByteAddressLimit = 0xffffff80U;

/// One access of global memory by a half-warp.
struct HalfWarpAccess {
  std::uint32_t word_bytes = 4;        ///< 1, 2, 4, 8 or 16: what each thread reads or writes
  std::vector<std::uint32_t> address;  ///< of bytes, kHalfWarp of them; multiples of word_bytes;
                                       ///< kInactive requests nothing
};

/// One transaction of global memory.
struct Transaction {
  std::uint32_t address = 0;  ///< of its first byte, a multiple of `bytes`
  std::uint32_t bytes = 0;    ///< 32, 64 or 128
  std::uint32_t served = 0;   ///< thread i of the half-warp in bit i
};

inline bool operator==(const Transaction& a, const Transaction& b) {
  return a.address == b.address && a.bytes == b.bytes && a.served == b.served;
}

}  // namespace superwarp
