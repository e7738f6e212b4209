// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/draw/scene.h"

namespace superwarp::draw {

/// How much an SVG shows before it leaves places out.
struct SvgStyle {
  std::uint32_t columns =
      20;  ///< of the pipeline picture: warps, stages and rows of the banks together
  std::uint32_t banks = 16;
};

/// The pipeline in one time unit, what entered it when, and a legend, as a standalone SVG document.
/// Throws std::invalid_argument if the scene contradicts itself.
std::string draw_svg(const Scene& scene, const SvgStyle& style = {});

/// The whole run for a slide: what every bank did in every time unit, and how many requests were
/// served. Below 2 MB, whatever the run: a long one has several time units in a column.
std::string draw_heat_svg(const Scene& scene);

}  // namespace superwarp::draw
