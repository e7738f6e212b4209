// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace superwarp::cost {
namespace {

/// The text after "name :" in a line of a Liberty file; empty if the line has no such attribute.
std::string attribute(const std::string& line, const std::string& name) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string::npos || line.compare(begin, name.size(), name) != 0) return "";
  const std::size_t colon = line.find_first_not_of(" \t", begin + name.size());
  if (colon == std::string::npos || line[colon] != ':') return "";
  return line.substr(colon + 1);
}

/// The same as a number; false if the line has no such attribute.
bool attribute(const std::string& line, const std::string& name, double& value) {
  const std::string text = attribute(line, name);
  if (!text.empty()) value = std::strtod(text.c_str(), nullptr);
  return !text.empty();
}

/// The text in the brackets after `what`; empty if the line has none.
std::string opened(const std::string& line, const std::string& what) {
  std::size_t begin = line.find(what);
  if (begin == std::string::npos) return "";
  begin = line.find('(', begin) + 1;
  return line.substr(begin, line.find(')', begin) - begin);
}

}  // namespace

const std::vector<Library>& libraries() {
  static const std::vector<Library> all = {
      {"osu018", "Oklahoma State University, TSMC 0.18 um, typical, 1.8 V, 25 C",
       "qflow-tech-osu018", "/usr/share/qflow/tech/osu018/osu018_stdcells.lib",
       "/usr/share/qflow/tech/osu018/osu018_stdcells.lef", true},
      {"osu035", "Oklahoma State University, 0.35 um, typical, 3.3 V, 25 C", "qflow-tech-osu035",
       "/usr/share/qflow/tech/osu035/osu035_stdcells.lib",
       "/usr/share/qflow/tech/osu035/osu035_stdcells.lef", false},
  };
  return all;
}

std::string cell_named_in(const std::string& line) { return opened(line, "cell ("); }

bool area_in(const std::string& line, double& area) { return attribute(line, "area", area); }

double Cells::gate() const { return area.at(kGate); }

Cells read_liberty(const std::string& text, const std::string& name) {
  Cells cells;
  std::istringstream lines(text);
  std::string cell;
  std::string pin;
  for (std::string line; std::getline(lines, line);) {
    double value = 0;
    if (const std::string name_here = cell_named_in(line); !name_here.empty()) {
      cell = name_here;
    } else if (const std::string pin_here = opened(line, "pin("); !pin_here.empty()) {
      pin = pin_here;
    } else if (attribute(line, "direction").find("output") != std::string::npos) {
      cells.outputs.emplace(cell, pin);
    } else if (area_in(line, value) && !cell.empty()) {
      cells.area.emplace(cell, value);
    } else if (cell == kInverter && cells.inverter_load == 0 &&
               attribute(line, "capacitance", value)) {
      cells.inverter_load = value;
    }
  }
  for (const char* const needed : {kGate, kInverter, kDriver, kBuffer}) {
    if (cells.area.count(needed) == 0)
      throw std::runtime_error(fmt::format("{}: no cell {}, which the flow needs", name, needed));
  }
  if (cells.inverter_load <= 0) {
    throw std::runtime_error(fmt::format("{}: no capacitance of the input of {}", name, kInverter));
  }
  return cells;
}

std::string without_pads(const std::string& text) {
  std::string kept;
  std::size_t from = 0;
  for (std::size_t pad = text.find("cell (PAD"); pad != std::string::npos;
       pad = text.find("cell (PAD", from)) {
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

bool is_flip_flop(const std::string& cell) { return cell.rfind("DFF", 0) == 0; }

}  // namespace superwarp::cost
