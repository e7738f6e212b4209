// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tools/cost/cell_model.h"
#include "tools/cost/design.h"

/// \file
/// The scripts of the tools, and their reports. File names are relative to the folder in which a
/// tool runs. Whatever is unexpected in a report throws std::runtime_error, because a flow that
/// continues after an error also prints figures.

namespace superwarp::cost {

/// Plausible settings of the mapper: the name, and what abc runs instead of the script that Yosys
/// has for it; empty for that one, the first.
struct MapperSetting {
  const char* name;
  const char* script;
};
const std::vector<MapperSetting>& mapper_settings();

/// For abc: the drivers of a part's inputs and the loads of its outputs, in pF. Without them,
/// single inverters would drive hundreds of inputs.
std::string constraints_script(double output_load);

/// Yosys: writes `part`, from its `sources`, which are side by side in the folder rtl, as gates of
/// no library to gates.il. Gates have the paths in their names, and the mapper depends on these.
std::string gates_script(const Part& part, const std::vector<std::filesystem::path>& sources);

/// Yosys: writes gates.il as a netlist of the cells of `liberty` to netlist.il, their counts to
/// cells.json.
std::string mapping_script(const Part& part, const std::string& liberty, const Mapper& mapper);

/// OpenSTA: reports faults of the setup and the longest path of netlist.v, with the wires of
/// wires.spef if `wired`.
std::string timing_script(const std::string& liberty, double output_load, bool wired = false);

/// The name of the netlist's top module.
inline constexpr const char* kTop = "unit";

/// Number of cells by name; cells of the library only.
using CellCounts = std::map<std::string, std::uint64_t>;

/// Reads `stat -json` of Yosys.
CellCounts read_counts(const std::string& json, const CellModels& models);

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
