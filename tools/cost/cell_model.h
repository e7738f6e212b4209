// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace superwarp::cost {

/// A table of a Liberty file over load in pF and slew in ns, or over slew alone.
struct LibertyTable {
  std::vector<double> loads;  ///< empty: slew alone
  std::vector<double> slews;
  std::vector<double> values;  ///< row by row, a row per load

  /// Linear between entries and beyond the last ones.
  [[nodiscard]] double at(double load, double slew) const;
};

/// From one input of a cell to one of its outputs.
struct CellArc {
  std::string from;
  LibertyTable rise, fall;            ///< delay in ns
  LibertyTable rise_slew, fall_slew;  ///< slew of the output in ns
};

struct CellPin {
  bool output = false;
  bool clock = false;
  double capacitance = 0;             ///< in pF
  std::string function;               ///< as Verilog, of an output; empty for that of a flip-flop
  std::vector<CellArc> arcs;          ///< of an output
  std::vector<LibertyTable> rise_pj;  ///< energy inside the cell when the pin rises, by cause
  std::vector<LibertyTable> fall_pj;

  /// Mean over the causes: which input made the output switch is not known.
  [[nodiscard]] double energy(bool rises, double load, double slew) const;
};

/// What simulation and energy need of a cell.
struct CellModel {
  double leakage_nw = 0;
  std::map<std::string, CellPin> pins;
  std::string next_state;  ///< as Verilog; empty: no flip-flop
  std::string clocked_on;
  bool asynchronous = false;  ///< with a clear or preset: no unit has one, and none is simulated
  std::string state;          ///< name of the state in functions
};

struct CellModels {
  double volt = 0;
  std::map<std::string, CellModel> cells;
};

/// Reads cells from the text of a Liberty file with energies in pJ, that is pF and V.
CellModels read_cell_models(const std::string& text, const std::string& name);

/// A Liberty function, "(!((A B)+C))", as Verilog.
std::string as_verilog(const std::string& function);

}  // namespace superwarp::cost
