// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/ask/tile.h"

namespace superwarp::ask {

/// CuTe's Swizzle<bits, base, shift> of a number i: i ^ (i & mask << shift) >> shift, where the
/// mask has `bits` ones from bit `base` on. Source: NVIDIA CUTLASS, include/cute/swizzle.hpp.
struct Swizzle {
  std::uint32_t bits = 1;
  std::uint32_t base = 0;
  std::uint32_t shift = 1;
};

/// Swizzles of bytes that change banks and keep accesses of `bytes` bytes together.
std::vector<Swizzle> swizzles_of_bytes(std::uint32_t bytes);

/// The machine's mapping that swizzles the bytes of addresses so; none if there is no such mapping.
std::optional<std::string> mapping_of(const Swizzle& of_bytes);

/// The same swizzle of elements of `bytes` bytes, a power of two.
Swizzle of_elements(const Swizzle& of_bytes, std::uint32_t bytes);

/// "Swizzle<5,0,5>".
std::string name_of(const Swizzle& swizzle);

/// An access of `tile` with this swizzle of elements in C: "tile[y][x ^ y]", or with the element's
/// number i, "s[i ^ (i >> 5 & 31)]".
std::string code_of(const Swizzle& of_elements, const Tile& tile);

}  // namespace superwarp::ask
