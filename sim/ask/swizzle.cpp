// SPDX-License-Identifier: Apache-2.0
#include "sim/ask/swizzle.h"

#include <fmt/format.h>

#include "language/log2.h"

namespace superwarp::ask {
namespace {

constexpr std::uint32_t kFirstBankBit = 2;  // of a byte address, on 32 banks of 4 bytes
constexpr std::uint32_t kEndOfBankBits = 7;
constexpr std::uint32_t kLongestShift = 12;

/// "(y >> 2 & 7)", or "y" if nothing is left to do.
std::string selected(const std::string& name, std::uint32_t shift, std::uint64_t mask, bool whole) {
  const std::string moved = shift > 0 ? fmt::format("{} >> {}", name, shift) : name;
  if (whole) return shift > 0 ? fmt::format("({})", moved) : name;
  return fmt::format("({} & {})", moved, mask);
}

}  // namespace

std::vector<Swizzle> swizzles_of_bytes(std::uint32_t bytes) {
  std::vector<Swizzle> all;
  const std::uint32_t least = std::max(kFirstBankBit, ceil_log2(bytes));
  for (std::uint32_t bits = 1; least + bits <= kEndOfBankBits; ++bits) {
    for (std::uint32_t base = least; base + bits <= kEndOfBankBits; ++base) {
      for (std::uint32_t shift = bits; shift <= kLongestShift; ++shift)
        all.push_back({bits, base, shift});
    }
  }
  return all;
}

std::optional<std::string> mapping_of(const Swizzle& of_bytes) {
  const bool whole_row = of_bytes.bits == 5 && of_bytes.base == 2 && of_bytes.shift == 5;
  return whole_row ? std::optional<std::string>("xor-swizzle") : std::nullopt;
}

Swizzle of_elements(const Swizzle& of_bytes, std::uint32_t bytes) {
  return {of_bytes.bits, of_bytes.base - floor_log2(bytes), of_bytes.shift};
}

std::string name_of(const Swizzle& swizzle) {
  return fmt::format("Swizzle<{},{},{}>", swizzle.bits, swizzle.base, swizzle.shift);
}

std::string code_of(const Swizzle& of_elements, const Tile& tile) {
  const auto [bits, base, shift] = of_elements;
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
