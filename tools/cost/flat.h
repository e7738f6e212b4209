// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "tools/cost/cell_model.h"

/// \file
/// The text of a flat netlist, in the format of Yosys' write_verilog -noattr -noexpr, which
/// Netlist::write_flat() writes: its lines, its ports, the buffers of its nets.

namespace superwarp::cost {

/// What a line says: an instance begins, or a pin of it is connected, or neither.
struct FlatLine {
  explicit FlatLine(const std::string& line);

  std::string cell;       ///< type of the instance that begins
  std::string name;       ///< of that instance
  std::string pin;        ///< that is connected
  std::size_t begin = 0;  ///< of the name of its net, and its end
  std::size_t end = 0;
};

/// The most inputs that a net keeps. The mapper buffers nets inside a part by their load. It does
/// not see the load of a net between parts, so a small gate may have to drive hundreds of inputs.
inline constexpr std::uint64_t kMostFanOut = 16;

/// Copies the flat netlist `from` to `to`. Nets other than clocks that reach more than kMostFanOut
/// inputs get balanced trees of kBuffer, with the inputs in their order. Reads `from` twice.
/// Returns the number of buffers.
std::uint64_t buffer_fan_out(std::istream& from, std::ostream& to, const CellModels& models);

/// A port or a macro's pin, of several bits.
struct WidePort {
  std::string name;
  bool output = false;
  std::uint32_t bits = 0;
  bool indexed = false;  ///< "data_o[0]", not "clk_i"

  /// The name of a bit of it.
  [[nodiscard]] std::string bit(std::uint32_t number) const;
};

/// The ports of a flat netlist, bits joined.
struct NetlistPorts {
  std::vector<WidePort> ports;                            ///< of the machine
  std::map<std::string, std::vector<WidePort>> of_macro;  ///< pins of SRAM macros: "bank_3"
};

/// Throws std::runtime_error if `ports` has no port of this name.
const WidePort& port_of(const std::vector<WidePort>& ports, const std::string& name);

/// The bank with these pins answers within the cycle: module bank of the RTL, not bank_sync.
bool answers_at_once(const std::vector<WidePort>& macro);

/// Reads the ports of the first module of `flat`.
NetlistPorts read_ports(const std::string& flat);

/// A module memory_machine_cells with the ports of memory_machine, as far as the netlist has them,
/// around the netlist and its SRAM macros, modules bank_sync or bank of the RTL.
std::string wrapper_text(const NetlistPorts& ports);

}  // namespace superwarp::cost
