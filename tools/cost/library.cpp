// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace superwarp::cost {
namespace {

Library oklahoma(const std::string& name, const std::string& process, bool has_layers) {
  const std::string files = fmt::format("/usr/share/qflow/tech/{0}/{0}_stdcells", name);
  return {name,
          "Oklahoma State University, " + process + ", 25 C",
          "qflow-tech-" + name,
          files + ".lib",
          files + ".lef",
          has_layers};
}

/// The name of the cell that `line` of a Liberty file opens, else empty.
std::string cell_in(const std::string& line) {
  const std::size_t cell = line.find("cell (");
  if (cell == std::string::npos) return "";
  const std::size_t begin = line.find('(', cell) + 1;
  return line.substr(begin, line.find(')', begin) - begin);
}

/// The area that `line` states as "area : 16;", or `drawn` if it states none.
double area_in(const std::string& line, double drawn) {
  const std::string name = "area";
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string::npos || line.compare(begin, name.size(), name) != 0) return drawn;
  const std::size_t colon = line.find_first_not_of(" \t", begin + name.size());
  if (colon == std::string::npos || line[colon] != ':') return drawn;
  return std::strtod(line.c_str() + colon + 1, nullptr);
}

/// What a layer states, the number behind each word: "RESISTANCE RPERSQ 0.08 ;".
using Stated = std::map<std::string, double>;

RoutingLayer layer_of(const std::string& layer, const Stated& stated, const std::string& name) {
  const auto figure = [&](const char* word) {
    const auto is = stated.find(word);
    if (is == stated.end() || !(is->second > 0)) {
      throw std::runtime_error(fmt::format("{}: layer {}: expected {} with a number above 0", name, layer, word));
    }
    return is->second;
  };
  constexpr double kFemto = 1000;  // fF in a pF
  const double width = figure("WIDTH");
  return {layer, figure("PITCH"), figure("RPERSQ") / width,
          kFemto * (figure("CPERSQDIST") * width + 2 * figure("EDGECAPACITANCE"))};
}

}  // namespace

const std::vector<Library>& libraries() {
  static const std::vector<Library> all = {oklahoma("osu018", "TSMC 0.18 um, typical, 1.8 V", true),
                                           oklahoma("osu035", "0.35 um, typical, 3.3 V", false)};
  return all;
}

bool is_flip_flop(const std::string& cell) { return cell.rfind("DFF", 0) == 0; }

std::string without_pads(const std::string& text) {
  std::string kept;
  std::size_t from = 0;
  for (std::size_t pad = text.find("cell (PAD"); pad != std::string::npos; pad = text.find("cell (PAD", from)) {
    kept += text.substr(from, pad - from);
    std::size_t open = 0;
    for (from = pad; from < text.size(); ++from) {
      if (text[from] == '{') ++open;
      if (text[from] == '}' && --open == 0) break;
    }
    from = std::min(from + 1, text.size());
  }
  return kept + text.substr(from);
}

DrawnSizes read_drawn_sizes(const std::string& text, const std::string& name) {
  DrawnSizes sizes;
  std::istringstream lines(text);
  std::string cell;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    std::string by;
    DrawnSize size;
    words >> word;
    if (word == "MACRO") words >> cell;
    if (word == "SIZE" && words >> size.width >> by >> size.height && by == "BY" && !cell.empty())
      sizes.emplace(cell, size);
  }
  if (sizes.empty()) throw std::runtime_error(name + ": expected cells, MACRO with SIZE; has none");
  return sizes;
}

std::vector<MendedArea> mend_areas(std::string& liberty, const DrawnSizes& drawn) {
  constexpr double kSame = 0.5;  // um2: areas are whole numbers in one of the two files
  std::vector<MendedArea> mended;
  std::string text;
  std::istringstream lines(liberty);
  auto cell = drawn.end();
  for (std::string line; std::getline(lines, line);) {
    if (const std::string name = cell_in(line); !name.empty()) cell = drawn.find(name);
    if (cell != drawn.end()) {
      const double area = cell->second.area();
      const double stated = area_in(line, area);
      if (std::fabs(stated - area) > kSame) {
        mended.push_back({cell->first, stated, area});
        line = fmt::format("  area : {:g};", area);
      }
    }
    text += line + '\n';
  }
  if (!mended.empty()) liberty = text;
  return mended;
}

std::string said(const std::vector<MendedArea>& mended) {
  std::string text;
  for (const MendedArea& area : mended) {
    text += fmt::format("{}{} {:g} for {:g}", text.empty() ? "" : ", ", area.cell, area.drawn, area.stated);
  }
  return text;
}

std::vector<RoutingLayer> read_routing_layers(const std::string& text, const std::string& name) {
  std::vector<RoutingLayer> layers;
  std::istringstream lines(text);
  std::string layer;
  bool routing = false;
  Stated stated;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    std::string second;
    words >> first >> second;
    if (first == "LAYER" && layer.empty()) {
      // Inside a cell or a via, a layer's name ends with ';' and opens no section.
      if (words >> first) continue;
      layer = second;
      routing = false;
      stated.clear();
    } else if (first == "END" && !layer.empty() && second == layer) {
      if (routing) layers.push_back(layer_of(layer, stated, name));
      layer.clear();
    } else if (!layer.empty()) {
      routing = routing || (first == "TYPE" && second == "ROUTING");
      std::istringstream number(second);
      double value = 0;
      if (number >> value) {
        stated[first] = value;
      } else if (words >> value) {
        stated[second] = value;
      }
    }
  }
  if (layers.empty()) throw std::runtime_error(name + ": expected layers of TYPE ROUTING; has none");
  return layers;
}

}  // namespace superwarp::cost
