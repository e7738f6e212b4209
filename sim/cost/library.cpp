// SPDX-License-Identifier: Apache-2.0
#include "sim/cost/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace superwarp::cost {
namespace {

/// The number behind "name :" in a line of a Liberty file; nothing if the line says something else.
bool attribute(const std::string& line, const std::string& name, double& value) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string::npos || line.compare(begin, name.size(), name) != 0) return false;
  const std::size_t colon = line.find_first_not_of(" \t", begin + name.size());
  if (colon == std::string::npos || line[colon] != ':') return false;
  value = std::strtod(line.c_str() + colon + 1, nullptr);
  return true;
}

}  // namespace

const std::vector<Library>& libraries() {
  static const std::vector<Library> all = {
      {"osu018", "Oklahoma State University, TSMC 0.18 um, typical, 1.8 V, 25 C",
       "qflow-tech-osu018", "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"},
      {"osu035", "Oklahoma State University, 0.35 um, typical, 3.3 V, 25 C", "qflow-tech-osu035",
       "/usr/share/qflow/tech/osu035/osu035_stdcells.lib"},
  };
  return all;
}

double Cells::gate() const { return area.at(kGate); }

Cells read_liberty(const std::string& text, const std::string& name) {
  Cells cells;
  std::istringstream lines(text);
  std::string cell;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t opens = line.find("cell (");
    double value = 0;
    if (opens != std::string::npos) {
      const std::size_t begin = opens + 6;
      cell = line.substr(begin, line.find(')', begin) - begin);
    } else if (attribute(line, "area", value) && !cell.empty()) {
      cells.area.emplace(cell, value);
    } else if (cell == kInverter && cells.inverter_load == 0 &&
               attribute(line, "capacitance", value)) {
      cells.inverter_load = value;
    }
  }
  for (const char* const needed : {kGate, kInverter, kDriver}) {
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
