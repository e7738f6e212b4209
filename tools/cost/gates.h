// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/cost/cell_model.h"

namespace superwarp::cost {

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

/// Calls `visit(input, arc)` for each arc of the gate from an input to `output`.
template <typename Visit>
void for_arcs(const Gates::Gate& gate, const Gates::Pin& output, const Visit& visit) {
  for (const CellArc& arc : output.is->arcs)
    for (const Gates::Pin& input : gate.pins)
      if (input.name == arc.from) visit(input, arc);
}

}  // namespace superwarp::cost
