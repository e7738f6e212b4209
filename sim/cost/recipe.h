// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/cost/design.h"
#include "sim/cost/library.h"

/// \file
/// The scripts that the tools run. Names of files are relative to the folder in which they run.

namespace superwarp::cost {

/// Of a library, what scripts say.
struct Target {
  std::string liberty;
  Cells cells;
};

/// For abc: what drives the inputs of a part and loads its outputs. Without it, mapping leaves
/// single inverters to drive hundreds of inputs.
std::string constraints_script(const Target& target);

/// Yosys: `part` as gates of no library yet, gates.il; from `sources`, its own, in the folder rtl.
std::string gates_script(const Part& part, const std::vector<std::string>& sources);

/// Yosys: gates.il as a netlist of the library's cells, netlist.il, and their counts, cells.json.
std::string mapping_script(const Part& part, const Target& target);

/// The clock period that OpenSTA is told, in ns: longer than any path.
inline constexpr double kLongPeriod = 1000;

/// OpenSTA: the setup's faults and the longest path of netlist.v.
std::string timing_script(const Target& target);

/// The name of the netlist's top module.
inline constexpr const char* kTop = "unit";

}  // namespace superwarp::cost
