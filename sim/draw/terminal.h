// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/draw/scene.h"

namespace superwarp::draw {

inline constexpr std::uint32_t kMinColumns = 40;

/// The abilities of the terminal.
struct TerminalStyle {
  bool colour = false;
  bool unicode = true;
  std::uint32_t columns = 100;  ///< width; pictures have at least 40
  std::uint32_t banks = 16;     ///< rows for banks, at most
};

/// The pipeline in one time unit and, below it, the slots by time. Only the title and the summary
/// may be wider than the style's columns. Throws std::invalid_argument if the scene contradicts
/// itself.
std::string draw_terminal(const Scene& scene, const TerminalStyle& style = {});

/// What every bank did in every time unit of the whole run. A character stands for several banks
/// and time units if there are many. Width and exceptions as of draw_terminal().
std::string draw_heat_terminal(const Scene& scene, const TerminalStyle& style = {});

}  // namespace superwarp::draw
