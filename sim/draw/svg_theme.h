// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/draw/svg_canvas.h"

/// \file
/// The sizes (in user units), colours and fonts that the parts of an SVG picture share.

namespace superwarp::draw {

inline constexpr double kMargin = 44;
inline constexpr double kCellHeight = 48;
inline constexpr double kGapHeight = 26;  // of a row or the width of a column that stands for many
inline constexpr double kInset = 3;       // of a request's box within its cell
inline constexpr double kArrow = 46;      // room for an arrow
inline constexpr double kAddressSize = 20;

inline constexpr std::uint32_t kInk = 0x1f2328;
inline constexpr std::uint32_t kSubtle = 0x59636e;
inline constexpr std::uint32_t kLine = 0xc4cbd3;
inline constexpr std::uint32_t kPanel = 0xf3f5f7;

inline constexpr Font kTitle = {30, true, kInk, Anchor::kStart};
inline constexpr Font kCaption = {22, false, kInk, Anchor::kStart};
inline constexpr Font kHeading = {20, true, kInk, Anchor::kStart};
inline constexpr Font kNumber = {16, false, kSubtle, Anchor::kMiddle};
inline constexpr Font kSmall = {12, false, kSubtle, Anchor::kMiddle};

/// `font` for text that starts at its place.
inline Font starting(Font font) {
  font.anchor = Anchor::kStart;
  return font;
}

}  // namespace superwarp::draw
