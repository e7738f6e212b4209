// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/ask/tile.h"

namespace superwarp::ask {

inline constexpr std::uint64_t kMostPadding = 16;  ///< elements

/// Unused elements after every `row` elements of a tile.
struct Padding {
  std::uint64_t elements = 0;  ///< added to dimension `dimension`, or to each row if it is 0
  std::size_t dimension = 0;
  std::uint64_t row = 1;  ///< elements
  std::uint64_t gap = 0;  ///< elements after each row

  /// Where byte `address` of the tile goes.
  [[nodiscard]] std::uint64_t moved(std::uint64_t address, std::uint32_t element_bytes) const {
    return address + address / (row * element_bytes) * gap * element_bytes;
  }
  /// Of the padded tile; 0 without a bound.
  [[nodiscard]] std::uint64_t bytes(const Tile& tile) const;
};

/// The paddings to try, best first among equals: the innermost dimension, then outer ones; those of
/// an array of one dimension follow every 128 bytes, the width of the memory.
std::vector<Padding> paddings_of(const Tile& tile);

/// The padded tile in C: "float tile[32][33]", or an index, "s[i + i / 32]".
std::string code_of(const Padding& padding, const Tile& tile);

}  // namespace superwarp::ask
