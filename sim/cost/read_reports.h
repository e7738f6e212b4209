// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/cost/library.h"

/// \file
/// What the tools say. Everything here throws std::runtime_error at anything unexpected: a flow
/// that goes on after an error has figures, too.

namespace superwarp::cost {

/// Cells of a netlist by their names, those of the library only.
using CellCounts = std::map<std::string, std::uint64_t>;

/// Reads `stat -json` of Yosys.
CellCounts read_counts(const std::string& json, const Cells& cells);

/// A cell on a path.
struct PathStep {
  std::string unit;   ///< "rpu.select.pairs"; empty: of no unit, a port
  std::string name;   ///< of the cell in it, or of the port
  std::string cell;   ///< of the library; "in" and "out" are ports
  double delay = 0;   ///< in ns
  bool gate = false;  ///< neither a port nor a flip-flop
};

/// The longest path between registers and ports.
struct Path {
  double period = 0;  ///< in ns: its delay, with the setup time of the flip-flop at its end
  double setup = 0;
  std::vector<PathStep> steps;
};

/// Reads what timing_script() makes OpenSTA print. `rest` is the unit of what stands in no other.
Path read_path(const std::string& text, const std::string& rest);

}  // namespace superwarp::cost
