#pragma once

#include <array>
#include <cstdint>

namespace superwarp::draw {

/// Paul Tol's "light" colours: told apart by colour-blind people and made to carry dark text.
inline constexpr std::array<std::uint32_t, 8> kPalette = {0x77aadd, 0xeedd88, 0xee8866, 0x44bb99,
                                                          0xffaabb, 0xbbcc33, 0x99ddff, 0xdddddd};

/// The colour of a warp, 0xRRGGBB; neighbours differ.
constexpr std::uint32_t warp_colour(std::uint64_t warp) { return kPalette[warp % kPalette.size()]; }

}  // namespace superwarp::draw
