// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace superwarp::draw {

/// A value with its name, and how uncertain it is.
struct Bar {
  std::string name;
  double value = 0;  ///< >= 0
  double half = 0;   ///< of the interval around it; 0: none is drawn
  std::string text;  ///< what stands at its end
};

/// Bars from top to bottom, for a slide.
struct Bars {
  std::string title;
  std::string caption;
  std::string axis;  ///< what the values are; 1 is marked
  std::vector<Bar> bars;
};

/// The picture as SVG, 1600 wide and as high as the bars need.
std::string draw_bars_svg(const Bars& bars);

}  // namespace superwarp::draw
