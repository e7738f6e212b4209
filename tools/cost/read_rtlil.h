// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

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

}  // namespace superwarp::cost
