// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/cost/flat.h"
#include "tools/cost/gates.h"
#include "tools/cost/library.h"
#include "tools/cost/placement.h"

namespace superwarp::cost {

/// A netlist of cells whose cells have places.
struct WiredUnit {
  struct Port {
    Gates::Net net;
    bool output;
    Point at;
  };
  std::vector<Gates::Gate> gates;
  std::vector<Point> at;  ///< middle of each gate
  std::vector<Port> ports;
  std::vector<std::string> constant;  ///< of each net: "1'h0", or empty
  Gates::Net clock = 0;

  [[nodiscard]] std::size_t nets() const { return constant.size(); }
};

/// The unit, its cells without places. Banks are on the upper edge, one beside the other; lanes,
/// and all other ports, on the lower one, the bits of each port spread over it in their order.
/// Throws std::runtime_error if it has no clock.
WiredUnit wired_unit(const Gates& gates, const NetlistPorts& ports);

/// The cells of `unit` to be placed, filling a part `used` of the rows; gives ports their places.
/// The clock and constants have no ends there, so that nets keep their numbers. Throws
/// std::runtime_error at a cell without a size. To be called once.
PlacementTask task_of(WiredUnit& unit, const DrawnSizes& sizes, double used);

/// Wires of a unit: what a net's length is, and where its ends are.
struct WireLengths {
  std::vector<double> um;  ///< of each net
  double sum = 0;
  std::size_t nets = 0;  ///< with a length
};
WireLengths lengths_of(const WiredUnit& unit);

/// What a micrometre of wire has.
struct WireKind {
  double ff_per_um = 0;
  double ohm_per_um = 0;

  /// The capacitance of `um` of it.
  [[nodiscard]] double pf(double um) const {
    constexpr double kPico = 1e-3;  // pF in a fF
    return um * ff_per_um * kPico;
  }
};

/// `unit` as Verilog: module "unit", gates g0, g1, ..., nets and ports n0, n1, ... and clk_i.
std::string verilog_of(const WiredUnit& unit);

/// The wires of verilog_of(unit) as SPEF: from a net's driver a resistance to each of its inputs,
/// of the way between both; half of the capacitance at the driver, the rest at the inputs.
std::string spef_of(const WiredUnit& unit, const WireKind& kind);

}  // namespace superwarp::cost
