// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "sim/cost/library.h"
#include "sim/cost/read_reports.h"

namespace superwarp::cost {

/// Modules of cells and of each other, as Yosys' write_rtlil leaves them after mapping. A million
/// cells in one piece take gibibytes in Yosys; here they are numbers.
class Netlist {
 public:
  explicit Netlist(const Cells& cells);
  ~Netlist();
  Netlist(const Netlist&) = delete;
  Netlist& operator=(const Netlist&) = delete;

  /// Adds the modules of `text`, of which one may be instantiated by what was added before: a part.
  /// Throws std::runtime_error at what is not a netlist of cells.
  void add(std::istream& text);

  /// Writes `top` with all that is in it as one module `top` of Verilog, a port a bit, an instance
  /// a cell, by its names on the way down ("u_rpu.u_select.cell_7"). Cells that no output depends
  /// on are left out; kDriver stands before an output whose net has another name already. A port
  /// of a part that Yosys made of a cell's pin ("table_3.data_o") is one of the whole. Returns
  /// how many of which cells there are. Throws std::runtime_error if a net that is used has no
  /// driver, or two.
  CellCounts write_flat(const std::string& top, std::ostream& verilog) const;

 private:
  struct Module;
  class Reader;
  class Flat;
  const Cells& cells_;
  std::vector<std::unique_ptr<Module>> modules_;
};

}  // namespace superwarp::cost
