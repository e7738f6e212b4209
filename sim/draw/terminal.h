// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/draw/scene.h"

namespace superwarp::draw {

inline constexpr std::uint32_t kMinColumns = 40;

/// What the terminal can do.
struct TerminalStyle {
  bool colour = false;
  bool unicode = true;
  std::uint32_t columns = 100;  ///< its width; below 40 is drawn as 40
  std::uint32_t banks = 16;     ///< rows at most for the banks
};

/// The pipeline in one time unit and, under it, what entered it when. Lines end in '\n'; none is
/// wider than the style's columns, but for the title and the summary. Throws std::invalid_argument
/// if the scene contradicts itself.
std::string draw_terminal(const Scene& scene, const TerminalStyle& style = {});

/// What every bank did in every time unit of the whole run, in characters: several banks a line and
/// time units a column where there are many. Likewise.
std::string draw_heat_terminal(const Scene& scene, const TerminalStyle& style = {});

}  // namespace superwarp::draw
