// SPDX-License-Identifier: Apache-2.0
#include "sim/ask/padding.h"

#include <fmt/format.h>

#include <algorithm>

namespace superwarp::ask {
namespace {

constexpr std::uint64_t kRowBytes = 128;  // of the memory

bool pads_index(const Padding& padding, const Tile& tile) {
  return padding.dimension == 0 || tile.flat;
}

}  // namespace

std::uint64_t Padding::bytes(const Tile& tile) const {
  if (!tile.has_bound()) return 0;
  const std::uint64_t elements = tile.type().count();
  const std::uint64_t gaps = dimension > 0 ? elements / row : (elements - 1) / row;
  return (elements + gaps * gap) * tile.element.bytes();
}

std::vector<Padding> paddings_of(const Tile& tile) {
  std::vector<Padding> all;
  const auto add = [&all](std::size_t dimension, std::uint64_t row, std::uint64_t unit) {
    for (std::uint64_t pad = 1; pad <= kMostPadding; ++pad)
      all.push_back({pad, dimension, row, pad * unit});
  };
  if (tile.extents.size() == 1) {
    add(0, std::max<std::uint64_t>(1, kRowBytes / tile.element.bytes()), 1);
    return all;
  }
  std::uint64_t inner = 1;  // elements of one step in the dimension
  for (std::size_t dimension = tile.extents.size() - 1; dimension > 0; --dimension) {
    add(dimension, inner * tile.extents[dimension], inner);
    inner *= tile.extents[dimension];
  }
  return all;
}

std::string code_of(const Padding& padding, const Tile& tile) {
  if (pads_index(padding, tile)) {
    const std::string times = padding.gap == 1 ? "" : fmt::format(" * {}", padding.gap);
    return indexed(tile, fmt::format("i + i / {}{}", padding.row, times));
  }
  Tile padded = tile;
  padded.extents[padding.dimension] += padding.elements;
  return declaration(padded);
}

}  // namespace superwarp::ask
