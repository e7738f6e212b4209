// SPDX-License-Identifier: Apache-2.0
#include "sim/ask/padding.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace superwarp::ask {
namespace {

constexpr std::uint64_t kRowBytes = 128;  // of the memory

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

Padding padding_of(const Tile& tile, std::vector<Padding::Longer> longer) {
  Padding padding;
  padding.longer = std::move(longer);
  if (tile.extents.size() == 1) {
    const std::uint64_t row = std::max<std::uint64_t>(1, kRowBytes / tile.element.bytes());
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

std::vector<Padding> double_paddings_of(const Tile& tile) {
  std::vector<Padding> all;
  for (std::size_t inner = tile.extents.size() - 1; inner > 1; --inner) {
    for (std::size_t outer = inner - 1; outer > 0; --outer) {
      for (std::uint64_t pad = 1; pad <= kMostPadding; ++pad) {
        for (std::uint64_t other = 1; other <= kMostPadding; ++other)
          all.push_back(padding_of(tile, {{inner, pad}, {outer, other}}));
      }
    }
  }
  const auto elements = [&](const Padding& padding) {  // of a step in the outermost dimension
    std::uint64_t product = 1;
    for (std::size_t d = 1; d < tile.extents.size(); ++d) {
      std::uint64_t extent = tile.extents[d];
      for (const Padding::Longer& longer : padding.longer)
        if (longer.dimension == d) extent += longer.elements;
      product *= extent;
    }
    return product;
  };
  std::stable_sort(all.begin(), all.end(), [&](const Padding& one, const Padding& two) {
    return elements(one) < elements(two);
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
