// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tools/cost/library.h"

/// \file
/// Reads the tools' reports. Throws std::runtime_error at anything unexpected, because a flow that
/// continues after an error also prints figures.

namespace superwarp::cost {

/// Number of cells by name; cells of the library only.
using CellCounts = std::map<std::string, std::uint64_t>;

/// Reads `stat -json` of Yosys.
CellCounts read_counts(const std::string& json, const Cells& cells);

/// A cell on a path.
struct PathStep {
  std::string unit;   ///< "rpu.select.pairs"; empty for a port
  std::string name;   ///< of the cell in its unit, or of the port
  std::string cell;   ///< type in the library; "in" and "out" for ports
  double delay = 0;   ///< in ns
  bool gate = false;  ///< neither a port nor a flip-flop
};

/// The longest path between registers and ports.
struct Path {
  double period = 0;  ///< in ns: its delay and the setup time of the flip-flop at its end
  double setup = 0;
  std::vector<PathStep> steps;
};

/// Reads what OpenSTA prints for timing_script(). `rest` is the unit of cells outside of all units.
Path read_path(const std::string& text, const std::string& rest);

}  // namespace superwarp::cost
