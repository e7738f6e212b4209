// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "model/machine/access.h"

namespace superwarp::draw {

/// Paul Tol's "light" colours: distinct for colour-blind people, and light enough for dark text.
inline constexpr std::array<std::uint32_t, 8> kPalette = {0x77aadd, 0xeedd88, 0xee8866, 0x44bb99,
                                                          0xffaabb, 0xbbcc33, 0x99ddff, 0xdddddd};

/// The colour of a warp, 0xRRGGBB; neighbours differ.
constexpr std::uint32_t warp_colour(std::uint64_t warp) { return kPalette[warp % kPalette.size()]; }

/// A mixture of `a` (share 0) and `b` (share 1).
constexpr std::uint32_t blend(std::uint32_t a, std::uint32_t b, double share) {
  const auto parts = static_cast<std::uint32_t>(share * 256);
  std::uint32_t colour = 0;
  for (const std::uint32_t shift : {0U, 8U, 16U}) {
    const std::uint32_t from = a >> shift & 0xffU;
    const std::uint32_t to = b >> shift & 0xffU;
    colour |= (from * (256 - parts) + to * parts) / 256 << shift;
  }
  return colour;
}

/// The colour of a warp's access in a heat map, where light grey means idle: dark for writes.
constexpr std::uint32_t cell_colour(std::uint64_t warp, Op op) {
  const std::uint32_t colour = warp_colour(warp) == 0xdddddd ? 0xaab0b6 : warp_colour(warp);
  return op == Op::kRead ? colour : blend(colour, 0x000000, 0.5);
}

/// The nearest colour to 0xRRGGBB in the 6 x 6 x 6 cube of a 256-colour terminal.
constexpr std::uint32_t terminal_colour(std::uint32_t colour) {
  const auto level = [colour](std::uint32_t shift) { return ((colour >> shift & 0xffU) * 5 + 127) / 255; };
  return 16 + 36 * level(16) + 6 * level(8) + level(0);
}

}  // namespace superwarp::draw
