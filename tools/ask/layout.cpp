// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/machine/log2.h"

namespace superwarp::ask {
namespace {

constexpr std::uint64_t kMostRowBytes = 1U << 16U;
constexpr std::uint32_t kFirstBankBit = 2;  // of a byte's address
constexpr int kLongestShift = 12;

/// Bytes of the padded tile; without a bound, of one that is long enough to compare paddings.
std::uint64_t size_of(const Padding& padding, Tile tile) {
  if (!tile.has_bound()) tile.extents.front() = 16 * kMostRowBytes;
  return padding.bytes(tile);
}

/// "(y >> 2 & 7)", or "y" if nothing is left to do.
std::string selected(const std::string& name, std::uint32_t shift, std::uint64_t mask, bool whole) {
  const std::string moved = shift > 0 ? fmt::format("{} >> {}", name, shift) : name;
  if (!whole) return fmt::format("({} & {})", moved, mask);
  return shift > 0 ? "(" + moved + ")" : name;
}

}  // namespace

std::uint64_t Padding::moved(std::uint64_t address, std::uint32_t element_bytes) const {
  std::uint64_t result = address;
  for (const Gap& gap : gaps) result += address / (gap.row * element_bytes) * gap.elements * element_bytes;
  return result;
}

std::uint64_t Padding::bytes(const Tile& tile) const {
  if (!tile.has_bound()) return 0;
  const std::uint64_t elements = tile.type().count();
  const bool after_last = longer.front().dimension > 0;
  std::uint64_t all = elements;
  for (const Gap& gap : gaps) all += (elements - (after_last ? 0 : 1)) / gap.row * gap.elements;
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
  for (std::size_t dimension = tile.extents.size() - 1;; --dimension) {
    for (std::uint64_t pad = 1; pad <= kMostPadding; ++pad) all.push_back(padding_of(tile, {{dimension, pad}}));
    if (dimension <= 1) return all;
  }
}

std::vector<Padding> further_paddings_of(const Tile& tile) {
  std::vector<Padding> all;
  const std::uint64_t end = tile.has_bound() ? std::min(tile.bytes(), 2 * kMostRowBytes) : 2 * kMostRowBytes;
  for (std::uint64_t row = 2 * kRowBytes; tile.extents.size() == 1 && row < end; row *= 2) {
    for (std::uint64_t pad = 1; pad <= kMostPadding; ++pad) all.push_back(padding_of(tile, {{0, pad}}, row));
  }
  for (std::size_t inner = tile.extents.size() - 1; inner > 1; --inner) {
    for (std::size_t outer = inner - 1; outer > 0; --outer) {
      for (std::uint64_t pad = 0; pad < kMostPadding * kMostPadding; ++pad)
        all.push_back(padding_of(tile, {{inner, 1 + pad / kMostPadding}, {outer, 1 + pad % kMostPadding}}));
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [&](const Padding& one, const Padding& two) { return size_of(one, tile) < size_of(two, tile); });
  return all;
}

std::string code_of(const Padding& padding, const Tile& tile) {
  if (padding.longer.front().dimension == 0 || tile.flat) {
    std::string index = "i";
    for (const Padding::Gap& gap : padding.gaps) {
      const std::string times = gap.elements == 1 ? "" : fmt::format(" * {}", gap.elements);
      index += fmt::format(" + i / {}{}", gap.row, times);
    }
    return indexed(tile, index);
  }
  Tile padded = tile;
  for (const Padding::Longer& longer : padding.longer) padded.extents[longer.dimension] += longer.elements;
  return declaration(padded);
}

std::string name_of(const Padding& padding) {
  std::string name;
  for (const Padding::Longer& longer : padding.longer)
    name += fmt::format("{}{}", name.empty() ? "pad " : " and ", longer.elements);
  return name;
}

std::vector<Swizzle> swizzles_of_bytes(std::uint32_t bytes, std::uint32_t banks) {
  const auto least = static_cast<int>(std::max(kFirstBankBit, ceil_log2(bytes)));
  const auto end = static_cast<int>(kFirstBankBit + floor_log2(banks));
  std::vector<Swizzle> all;
  for (int bits = 1; least + bits <= end; ++bits) {
    for (int base = least; base + bits <= end; ++base) {
      for (int shift = bits; shift <= kLongestShift; ++shift) all.push_back({bits, base, shift});
    }
  }
  return all;
}

Swizzle of_elements(const Swizzle& of_bytes, std::uint32_t bytes) {
  return {of_bytes.b, of_bytes.m - static_cast<int>(floor_log2(bytes)), of_bytes.s};
}

std::string name_of(const Swizzle& swizzle) {
  return fmt::format("Swizzle<{},{},{}>", swizzle.b, swizzle.m, swizzle.s);
}

std::string code_of(const Swizzle& of_elements, const Tile& tile) {
  const auto bits = static_cast<std::uint32_t>(of_elements.b);
  const auto base = static_cast<std::uint32_t>(of_elements.m);
  const auto shift = static_cast<std::uint32_t>(of_elements.s);
  const std::uint64_t mask = ((std::uint64_t{1} << bits) - 1) << base;
  const std::uint64_t row = tile.extents.back();
  const std::uint32_t row_bits = floor_log2(row);
  const bool in_row =
      tile.extents.size() == 2 && is_power_of_two(row) && base + bits <= row_bits && base + shift >= row_bits;
  if (!in_row) return indexed(tile, fmt::format("i ^ {}", selected("i", shift, mask, false)));
  // The bits of y from base + shift - row_bits on go to the bits of x from base on.
  const std::uint32_t down = base + shift - row_bits;
  const std::uint64_t rows = tile.extents.front();
  const bool whole = rows != 0 && rows <= std::uint64_t{1} << (bits + down);
  std::string part = selected("y", down, mask >> base, whole);
  if (base > 0) part = fmt::format("({} << {})", part, base);
  return fmt::format("{}[y][x ^ {}]", tile.name, part);
}

}  // namespace superwarp::ask
