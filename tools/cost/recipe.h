// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/cost/design.h"
#include "tools/cost/library.h"

/// \file
/// The scripts of the tools. File names are relative to the folder in which a tool runs.

namespace superwarp::cost {

/// What scripts take from a library.
struct Target {
  std::string liberty;
  Cells cells;
};

/// Plausible settings of the mapper: the name, and what abc runs instead of the script that Yosys
/// has for it; empty for that one, the first.
struct MapperSetting {
  const char* name;
  const char* script;
};
const std::vector<MapperSetting>& mapper_settings();

/// For abc: the drivers of a part's inputs and the loads of its outputs. Without them, single
/// inverters would drive hundreds of inputs.
std::string constraints_script(const Target& target);

/// Yosys: writes `part`, from its `sources`, which are side by side in the folder rtl, as gates of
/// no library to gates.il. Gates have the paths in their names, and the mapper depends on these.
std::string gates_script(const Part& part, const std::vector<std::filesystem::path>& sources);

/// Yosys: writes gates.il as a netlist of the library's cells to netlist.il, their counts to
/// cells.json.
std::string mapping_script(const Part& part, const Target& target, const Mapper& mapper);

/// The clock period for OpenSTA in ns, longer than any path.
inline constexpr double kLongPeriod = 1000;

/// OpenSTA: reports faults of the setup and the longest path of netlist.v, with the wires of
/// wires.spef if `wired`.
std::string timing_script(const Target& target, bool wired = false);

/// The name of the netlist's top module.
inline constexpr const char* kTop = "unit";

}  // namespace superwarp::cost
