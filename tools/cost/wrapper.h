// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <map>
#include <string>
#include <vector>

namespace superwarp::cost {

/// A port or a macro's pin, of several bits.
struct WidePort {
  std::string name;
  bool output = false;
  std::uint32_t bits = 0;
  bool indexed = false;  ///< "data_o[0]", not "clk_i"
};

/// The ports of a flat netlist, bits joined.
struct NetlistPorts {
  std::vector<WidePort> ports;                            ///< of the machine
  std::map<std::string, std::vector<WidePort>> of_macro;  ///< pins of SRAM macros: "bank_3"
};

/// The bank with these pins answers within the cycle: module bank of the RTL, not bank_sync.
bool answers_at_once(const std::vector<WidePort>& macro);

/// Reads the ports of the netlist of kTop, which write_flat() wrote.
NetlistPorts read_ports(std::istream& verilog);

/// The module around the netlist's.
inline constexpr const char* kWrapper = "memory_machine_cells";

/// A module kWrapper with the ports of memory_machine, as far as the netlist has them, around the
/// netlist and its SRAM macros, modules bank_sync or bank of the RTL.
std::string wrapper_text(const NetlistPorts& ports);

}  // namespace superwarp::cost
