// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/draw/scene.h"

namespace superwarp::draw {

/// How much an SVG shows before it omits places.
struct SvgStyle {
  std::uint32_t columns = 20;  ///< of the pipeline picture: warps, stages and bank rows together
  std::uint32_t banks = 16;
};

/// A standalone SVG document: the pipeline in one time unit, the slots by time, and a legend.
/// Throws std::invalid_argument if the scene contradicts itself.
std::string draw_svg(const Scene& scene, const SvgStyle& style = {});

/// The whole run for a slide: what every bank did in every time unit, and the requests served. The
/// file stays below 2 MB: long runs have several time units per column.
std::string draw_heat_svg(const Scene& scene);

}  // namespace superwarp::draw
