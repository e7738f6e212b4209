// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

/// \file
/// The cells of a Liberty file.

namespace superwarp::cost {

/// A group of a Liberty file: kind (name) { attributes and groups }.
struct LibertyGroup {
  std::string kind;
  std::string name;                               ///< without quotes
  std::map<std::string, std::string> attributes;  ///< "area : 16;" and "index_1 (...);"
  std::vector<LibertyGroup> groups;

  /// The value of an attribute, empty if there is none.
  [[nodiscard]] std::string text(const std::string& attribute) const;
  /// The same as numbers: "0.06, 0.24".
  [[nodiscard]] std::vector<double> numbers(const std::string& attribute) const;
  /// The same as a number, 0 if there is none.
  [[nodiscard]] double number(const std::string& attribute) const;
  /// The first group of this kind, null if there is none.
  [[nodiscard]] const LibertyGroup* group(const std::string& of_kind) const;
};

/// Reads the text of a Liberty file. Throws std::runtime_error with `name` if a group does not end
/// or something else is no Liberty.
LibertyGroup read_liberty_tree(const std::string& text, const std::string& name);

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

struct CellModel {
  double area = 0;  ///< in um2
  double leakage_nw = 0;
  std::map<std::string, CellPin> pins;
  std::string next_state;  ///< as Verilog; empty: no flip-flop
  std::string clocked_on;
  bool asynchronous = false;  ///< with a clear or preset: no unit has one, and none is simulated
  std::string state;          ///< name of the state in functions
};

/// Cells that all libraries have, by their use in the flow.
inline constexpr const char* kGate = "NAND2X1";  ///< the smallest of two inputs: a gate equivalent
inline constexpr const char* kInverter = "INVX1";
inline constexpr const char* kDriver = "BUFX2";  ///< drives an input of the design
inline constexpr const char* kBuffer = "BUFX4";  ///< drives part of the inputs of a net

struct CellModels {
  double volt = 0;
  std::map<std::string, CellModel> cells;

  [[nodiscard]] bool has(const std::string& cell) const { return cells.count(cell) != 0; }
  [[nodiscard]] bool is_output(const std::string& cell, const std::string& pin) const;
  /// Load of an output of the design in pF: inputs of four of the smallest inverters.
  [[nodiscard]] double output_load() const;
};

/// Reads cells from the text of a Liberty file with energies in pJ, that is pF and V.
CellModels read_cell_models(const std::string& text, const std::string& name);

/// Throws std::runtime_error with `name` if one of the cells that the flow needs is missing.
void require_cells(const CellModels& models, const std::string& name);

/// A Liberty function, "(!((A B)+C))", as Verilog.
std::string as_verilog(const std::string& function);

}  // namespace superwarp::cost
