// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace superwarp::draw {

/// A value with its name and its confidence interval.
struct Bar {
  std::string name;
  double value = 0;  ///< >= 0
  double half = 0;   ///< half of the interval; 0: none is drawn
  std::string text;  ///< label at the end of the bar
};

/// Bars from top to bottom, for a slide.
struct Bars {
  std::string title;
  std::string caption;
  std::string axis;  ///< name of the axis, on which 1 is marked
  std::vector<Bar> bars;
};

/// The picture as SVG, 1600 units wide and as high as the bars need.
std::string draw_bars_svg(const Bars& bars);

}  // namespace superwarp::draw
