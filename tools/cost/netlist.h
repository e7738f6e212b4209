// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <ostream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tools/cost/recipe.h"

namespace superwarp::cost {

/// Number of a bit: two constants, then the wires of a module or the nets of a netlist.
using Bit = std::uint32_t;
using Bits = std::vector<Bit>;
inline constexpr Bit kZero = 0;
inline constexpr Bit kOne = 1;
inline constexpr Bit kConstants = 2;
inline constexpr Bit kNone = ~Bit{0};

/// A module of cells, as Yosys' write_rtlil leaves it after mapping.
struct NetlistModule {
  struct Wire {
    Bit first;
    Bit width;
  };
  struct Port {
    std::string name;
    Wire wire;
    bool output;
  };
  struct Cell {
    std::string type;
    std::string name;
    const NetlistModule* module;  ///< null for a cell of the library
    std::vector<std::pair<std::string, Bits>> pins;
  };

  std::string name;
  std::unordered_map<std::string, Wire> wires;  ///< by their names in RTLIL
  std::vector<Port> ports;
  std::vector<Cell> cells;
  std::vector<std::pair<Bits, Bits>> joined;  ///< bits that are one net
  Bit bits = kConstants;
};

/// The modules of `text`, without black boxes. Throws std::runtime_error if `text` is not a netlist
/// of cells.
std::vector<std::unique_ptr<NetlistModule>> read_rtlil(std::istream& text);

/// Modules of cells and of each other. Yosys takes gibibytes for a million cells in one piece; here
/// a cell is a few numbers.
class Netlist {
 public:
  explicit Netlist(const CellModels& models) : models_(models) {}

  /// Adds the modules of `text`, as read_rtlil() does. Modules added before may instantiate one of
  /// them.
  void add(std::istream& text);

  /// Writes `top` as one flat module of Verilog: a port for every bit, an instance for every cell,
  /// named by its path ("u_rpu.u_select.cell_7"). Leaves out cells that no output depends on. Puts
  /// kDriver before an output whose net already has another name. A port that Yosys made of a pin
  /// of a cell in a part ("table_3.data_o") becomes a port of `top`. Returns the number of cells of
  /// each type. Throws std::runtime_error if a used net has no driver, or two.
  CellCounts write_flat(const std::string& top, std::ostream& verilog) const;

 private:
  class Flat;
  const CellModels& models_;
  std::vector<std::unique_ptr<NetlistModule>> modules_;
};

}  // namespace superwarp::cost
