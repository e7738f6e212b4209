// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "tools/cost/library.h"
#include "tools/cost/read_reports.h"
#include "tools/cost/read_rtlil.h"

namespace superwarp::cost {

/// Modules of cells and of each other, as Yosys' write_rtlil leaves them after mapping. Yosys takes
/// gibibytes for a million cells in one piece; here a cell is a few numbers.
class Netlist {
 public:
  explicit Netlist(const Cells& cells);

  /// Adds the modules of `text`. Modules added before may instantiate one of them. Throws
  /// std::runtime_error if `text` is not a netlist of cells.
  void add(std::istream& text);

  /// Writes `top` as one flat module of Verilog: a port for every bit, an instance for every cell,
  /// named by its path ("u_rpu.u_select.cell_7"). Leaves out cells that no output depends on. Puts
  /// kDriver before an output whose net already has another name. A port that Yosys made of a pin
  /// of a cell in a part ("table_3.data_o") becomes a port of `top`. Returns the number of cells of
  /// each type. Throws std::runtime_error if a used net has no driver, or two.
  CellCounts write_flat(const std::string& top, std::ostream& verilog) const;

 private:
  class Flat;
  const Cells& cells_;
  std::vector<std::unique_ptr<NetlistModule>> modules_;
};

}  // namespace superwarp::cost
