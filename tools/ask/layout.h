// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/reference/mapping/family.h"
#include "tools/ask/declaration.h"

/// \file
/// Other places for the elements of a tile: paddings and swizzles.

namespace superwarp::ask {

using model::Swizzle;

inline constexpr std::uint64_t kMostPadding = 16;  ///< elements
inline constexpr std::uint64_t kRowBytes = 128;    ///< of the memory

/// Longer rows of one or two dimensions.
struct Padding {
  struct Longer {
    std::size_t dimension = 0;  ///< 0: of an array of one dimension
    std::uint64_t elements = 0;
  };
  /// Unused elements after every `row` elements of a tile.
  struct Gap {
    std::uint64_t row = 1;
    std::uint64_t elements = 0;
  };

  std::vector<Longer> longer;  ///< innermost first
  std::vector<Gap> gaps;       ///< the same, in elements of the padded tile

  /// Where byte `address` of the tile goes.
  [[nodiscard]] std::uint64_t moved(std::uint64_t address, std::uint32_t element_bytes) const;
  /// Of the padded tile; 0 without a bound.
  [[nodiscard]] std::uint64_t bytes(const Tile& tile) const;
  /// Every piece of `bytes` bytes, at a multiple of `bytes`, stays one and goes to such a multiple.
  [[nodiscard]] bool keeps(std::uint32_t bytes, std::uint32_t element_bytes) const;
};

/// The padding that adds `longer` to dimensions of `tile`, the innermost first; to an array of one
/// dimension behind every `row_bytes` bytes.
Padding padding_of(const Tile& tile, std::vector<Padding::Longer> longer, std::uint64_t row_bytes = kRowBytes);

/// The paddings of one dimension to try, best first among equals: the innermost, then outer ones;
/// those of an array of one dimension follow every 128 bytes, the width of the memory.
std::vector<Padding> paddings_of(const Tile& tile);

/// Those to try if none of these suffices, the smallest tiles first: of two dimensions, where the
/// outermost is never padded, since nothing follows it; of an array of one dimension behind every
/// 256, 512, .. bytes.
std::vector<Padding> further_paddings_of(const Tile& tile);

/// The padded tile in C: "float tile[32][33]", or an index, "s[i + i / 32]".
std::string code_of(const Padding& padding, const Tile& tile);

/// "pad 1", "pad 1 and 2".
std::string name_of(const Padding& padding);

/// Swizzles of bytes that change one of `banks` banks of 4 bytes, and keep accesses of `bytes`
/// bytes together.
std::vector<Swizzle> swizzles_of_bytes(std::uint32_t bytes, std::uint32_t banks);

/// The same swizzle of elements of `bytes` bytes, a power of two.
Swizzle of_elements(const Swizzle& of_bytes, std::uint32_t bytes);

/// An access of `tile` with this swizzle of elements in C: "tile[y][x ^ y]", or with the element's
/// number i, "s[i ^ (i >> 5 & 31)]".
std::string code_of(const Swizzle& of_elements, const Tile& tile);

/// "Swizzle<5,0,5>".
std::string name_of(const Swizzle& swizzle);

}  // namespace superwarp::ask
