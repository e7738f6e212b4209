// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/drawn_area.h"

#include <fmt/format.h>

#include <cmath>
#include <sstream>
#include <stdexcept>

#include "tools/cost/library.h"

namespace superwarp::cost {

DrawnSizes read_drawn_sizes(const std::string& text, const std::string& name) {
  DrawnSizes sizes;
  std::istringstream lines(text);
  std::string cell;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    std::string by;
    double wide = 0;
    double high = 0;
    words >> word;
    if (word == "MACRO") words >> cell;
    if (word == "SIZE" && words >> wide >> by >> high && by == "BY" && !cell.empty())
      sizes.emplace(cell, DrawnSize{wide, high});
  }
  if (sizes.empty()) throw std::runtime_error(name + ": expected cells, MACRO with SIZE; has none");
  return sizes;
}

std::vector<MendedArea> mend_areas(std::string& liberty, const DrawnSizes& drawn) {
  constexpr double kSame = 0.5;  // um2: areas are whole numbers in one of the two files
  std::vector<MendedArea> mended;
  std::string text;
  std::istringstream lines(liberty);
  std::string cell;
  for (std::string line; std::getline(lines, line);) {
    if (const std::string name = cell_named_in(line); !name.empty()) cell = name;
    double stated = 0;
    const auto is = drawn.find(cell);
    if (area_in(line, stated) && is != drawn.end() &&
        std::fabs(stated - is->second.area()) > kSame) {
      mended.push_back({cell, stated, is->second.area()});
      line = fmt::format("  area : {:g};", is->second.area());
    }
    text += line + '\n';
  }
  if (!mended.empty()) liberty = text;
  return mended;
}

std::string said(const std::vector<MendedArea>& mended) {
  std::string text;
  for (const MendedArea& area : mended) {
    text += fmt::format("{}{} {:g} for {:g}", text.empty() ? "" : ", ", area.cell, area.drawn,
                        area.stated);
  }
  return text;
}

}  // namespace superwarp::cost
