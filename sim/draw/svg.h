// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

/// A value with its name and its confidence interval.
struct Bar {
  std::string name;
  double value = 0;                 ///< >= 0
  double half = 0;                  ///< half of the interval; 0: none is drawn
  std::string text;                 ///< label at the end of the bar
  std::vector<double> shares = {};  ///< of the value, in the order of Bars::kinds; empty: one kind
};

/// Bars from top to bottom, for a slide.
struct Bars {
  std::string title;
  std::string caption;
  std::string axis;  ///< name of the axis, on which 1 is marked unless there are kinds
  std::vector<Bar> bars;
  std::vector<std::string> kinds = {};  ///< what the parts of bars are, at most 8
};

/// The picture as SVG, 1600 units wide and as high as the bars need.
std::string draw_bars_svg(const Bars& bars);

}  // namespace superwarp::draw
