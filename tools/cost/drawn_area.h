// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace superwarp::cost {

/// A cell as drawn, in um.
struct DrawnSize {
  double width = 0;
  double height = 0;

  [[nodiscard]] double area() const { return width * height; }
};
using DrawnSizes = std::map<std::string, DrawnSize>;

/// The cells of a .lef by name. Throws std::runtime_error if `text` has no cell.
DrawnSizes read_drawn_sizes(const std::string& text, const std::string& name);

/// A cell whose area in the Liberty file is not the one that is drawn.
struct MendedArea {
  std::string cell;
  double stated = 0;  ///< in the Liberty file, in um2
  double drawn = 0;   ///< in the .lef
};

/// Replaces areas in `liberty` by the drawn ones where they differ. A mapper prefers cells that
/// look small, so a wrong area also changes the netlist.
std::vector<MendedArea> mend_areas(std::string& liberty, const DrawnSizes& drawn);

/// "NAND3X1 32 for 36, OAI21X1 32 for 23": what was mended.
std::string said(const std::vector<MendedArea>& mended);

}  // namespace superwarp::cost
