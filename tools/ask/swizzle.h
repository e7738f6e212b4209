// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/reference/mapping/family.h"
#include "tools/ask/tile.h"

namespace superwarp::ask {

using model::Swizzle;

/// Swizzles of bytes that change one of `banks` banks of 4 bytes, and keep accesses of `bytes`
/// bytes together.
std::vector<Swizzle> swizzles_of_bytes(std::uint32_t bytes, std::uint32_t banks);

/// The same swizzle of elements of `bytes` bytes, a power of two.
Swizzle of_elements(const Swizzle& of_bytes, std::uint32_t bytes);

/// "Swizzle<5,0,5>".
std::string name_of(const Swizzle& swizzle);

/// An access of `tile` with this swizzle of elements in C: "tile[y][x ^ y]", or with the element's
/// number i, "s[i ^ (i >> 5 & 31)]".
std::string code_of(const Swizzle& of_elements, const Tile& tile);

}  // namespace superwarp::ask
