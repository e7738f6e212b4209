// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/swizzle.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/machine/log2.h"

namespace superwarp::ask {

namespace {

constexpr std::uint32_t kFirstBankBit = 2;  // of a byte's address
constexpr int kLongestShift = 12;

/// "(y >> 2 & 7)", or "y" if nothing is left to do.
std::string selected(const std::string& name, std::uint32_t shift, std::uint64_t mask, bool whole) {
  const std::string moved = shift > 0 ? fmt::format("{} >> {}", name, shift) : name;
  if (whole) return shift > 0 ? fmt::format("({})", moved) : name;
  return fmt::format("({} & {})", moved, mask);
}

}  // namespace

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
  const bool in_row = tile.extents.size() == 2 && is_power_of_two(row) && base + bits <= row_bits &&
                      base + shift >= row_bits;
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
