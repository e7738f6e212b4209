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
/// A flat netlist, in the format of Yosys' write_verilog -noattr -noexpr, which
/// Netlist::write_flat() writes: its lines, its ports, the buffers of its nets, its gates.

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

/// A flat netlist of cells as a graph, with loads, slews and delays.
class Gates {
 public:
  using Net = std::uint32_t;
  struct Pin {
    std::string name;
    Net net;
    const CellPin* is;
  };
  struct Gate {
    std::string type;
    std::string path;  ///< "gen_batch.u_rpu.cell_7"
    const CellModel* is;
    std::vector<Pin> pins;
  };
  struct Delay {
    double rise = 0, fall = 0;  ///< of a gate's output, in ns
  };

  /// Reads the first module of a flat netlist. Every input of a cell loads its net with its
  /// capacitance and the wire to it, `wire_pf`. Throws std::runtime_error at a cell that `models`
  /// lacks.
  Gates(const std::string& flat, const CellModels& models, double wire_pf);

  [[nodiscard]] const std::vector<Gate>& gates() const { return gates_; }
  [[nodiscard]] const std::vector<std::string>& nets() const { return nets_; }
  [[nodiscard]] double load(Net net) const { return pin_pf_[net] + wire_pf(net); }
  [[nodiscard]] double pin_pf(Net net) const { return pin_pf_[net]; }
  [[nodiscard]] double wire_pf(Net net) const { return wire_pf_ * inputs_[net]; }
  [[nodiscard]] double slew(Net net) const { return slews_[net]; }
  [[nodiscard]] Delay delay(const Pin& output, const Gate& gate) const;

 private:
  void find_slews();

  double wire_pf_;
  std::vector<std::string> nets_;
  std::vector<Gate> gates_;
  std::vector<double> pin_pf_;
  std::vector<std::uint32_t> inputs_;
  std::vector<double> slews_;
};

/// The gates of a netlist of so many nets, each after those that drive it; flip-flops wait for
/// nothing. Those in loops are left out.
std::vector<std::uint32_t> in_order(const std::vector<Gates::Gate>& gates, std::size_t nets);

/// Calls `visit(input, arc)` for each arc of the gate from an input to `output`.
template <typename Visit>
void for_arcs(const Gates::Gate& gate, const Gates::Pin& output, const Visit& visit) {
  for (const CellArc& arc : output.is->arcs)
    for (const Gates::Pin& input : gate.pins)
      if (input.name == arc.from) visit(input, arc);
}

}  // namespace superwarp::cost
