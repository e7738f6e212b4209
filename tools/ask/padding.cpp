// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/padding.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace superwarp::ask {
namespace {

constexpr std::uint64_t kMostRowBytes = 1U << 16U;

/// Bytes of the padded tile; without a bound, of one that is long enough to compare paddings.
std::uint64_t size_of(const Padding& padding, Tile tile) {
  if (!tile.has_bound()) tile.extents.front() = 16 * kMostRowBytes;
  return padding.bytes(tile);
}

bool pads_index(const Padding& padding, const Tile& tile) {
  return padding.longer.front().dimension == 0 || tile.flat;
}

}  // namespace

std::uint64_t Padding::moved(std::uint64_t address, std::uint32_t element_bytes) const {
  std::uint64_t result = address;
  for (const Gap& gap : gaps)
    result += address / (gap.row * element_bytes) * gap.elements * element_bytes;
  return result;
}

std::uint64_t Padding::bytes(const Tile& tile) const {
  if (!tile.has_bound()) return 0;
  const std::uint64_t elements = tile.type().count();
  std::uint64_t all = elements;
  for (const Gap& gap : gaps) {
    const bool after_last = longer.front().dimension > 0;
    all += (after_last ? elements : elements - 1) / gap.row * gap.elements;
  }
  return all * tile.element.bytes();
}

bool Padding::keeps(std::uint32_t bytes, std::uint32_t element_bytes) const {
  return std::all_of(gaps.begin(), gaps.end(), [&](const Gap& gap) {
    return gap.row * element_bytes % bytes == 0 && gap.elements * element_bytes % bytes == 0;
  });
}

Padding padding_of(const Tile& tile, std::vector<Padding::Longer> longer, std::uint64_t row_bytes) {
  Padding padding;
  padding.longer = std::move(longer);
  if (tile.extents.size() == 1) {
    const std::uint64_t row = std::max<std::uint64_t>(1, row_bytes / tile.element.bytes());
    padding.gaps.push_back({row, padding.longer.front().elements});
    return padding;
  }
  std::uint64_t plain = 1;   // elements of one step in the dimension
  std::uint64_t padded = 1;  // the same in the padded tile
  for (std::size_t dimension = tile.extents.size() - 1; dimension > 0; --dimension) {
    const std::uint64_t extent = tile.extents[dimension];
    std::uint64_t added = 0;
    for (const Padding::Longer& one : padding.longer)
      if (one.dimension == dimension) added = one.elements;
    if (added > 0) padding.gaps.push_back({plain * extent, padded * added});
    plain *= extent;
    padded *= extent + added;
  }
  return padding;
}

std::vector<Padding> paddings_of(const Tile& tile) {
  std::vector<Padding> all;
  const std::size_t dimensions = tile.extents.size();
  for (std::size_t dimension = dimensions - 1;; --dimension) {
    for (std::uint64_t pad = 1; pad <= kMostPadding; ++pad)
      all.push_back(padding_of(tile, {{dimension, pad}}));
    if (dimension <= 1) return all;
  }
}

std::vector<Padding> further_paddings_of(const Tile& tile) {
  std::vector<Padding> all;
  const std::uint64_t end =
      tile.has_bound() ? std::min(tile.bytes(), 2 * kMostRowBytes) : 2 * kMostRowBytes;
  for (std::uint64_t row = 2 * kRowBytes; tile.extents.size() == 1 && row < end; row *= 2) {
    for (std::uint64_t pad = 1; pad <= kMostPadding; ++pad)
      all.push_back(padding_of(tile, {{0, pad}}, row));
  }
  for (std::size_t inner = tile.extents.size() - 1; inner > 1; --inner) {
    for (std::size_t outer = inner - 1; outer > 0; --outer) {
      for (std::uint64_t pad = 1; pad <= kMostPadding; ++pad) {
        for (std::uint64_t other = 1; other <= kMostPadding; ++other)
          all.push_back(padding_of(tile, {{inner, pad}, {outer, other}}));
      }
    }
  }
  std::stable_sort(all.begin(), all.end(), [&](const Padding& one, const Padding& two) {
    return size_of(one, tile) < size_of(two, tile);
  });
  return all;
}

std::string code_of(const Padding& padding, const Tile& tile) {
  if (pads_index(padding, tile)) {
    std::string index = "i";
    for (const Gap& gap : padding.gaps) {
      const std::string times = gap.elements == 1 ? "" : fmt::format(" * {}", gap.elements);
      index += fmt::format(" + i / {}{}", gap.row, times);
    }
    return indexed(tile, index);
  }
  Tile padded = tile;
  for (const Padding::Longer& longer : padding.longer)
    padded.extents[longer.dimension] += longer.elements;
  return declaration(padded);
}

std::string name_of(const Padding& padding) {
  std::string name;
  for (const Padding::Longer& longer : padding.longer)
    name += fmt::format("{}{}", name.empty() ? "pad " : " and ", longer.elements);
  return name;
}

}  // namespace superwarp::ask
