// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/cost/cost.h"
#include "tools/cost/flat.h"
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

/// The length of all its wires in um.
double wire_um(const WiredUnit& unit);

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

struct WireSettings {
  double used = 0.8;         ///< part of the rows that cells fill
  std::uint32_t seeds = 2;   ///< placements
  std::uint32_t moves = 1;   ///< times as many moves of a placement
  double ff_per_um = 0.2;    ///< of a wire between others: the usual figure, for instance N. Weste
                             ///< and D. Harris, "CMOS VLSI Design", chapter on interconnect
  double tracks_used = 0.7;  ///< part of the tracks that a router fills
};

/// One placement.
struct WireRun {
  std::uint64_t seed = 0;
  double length = 0;           ///< mm
  double unwired = 0;          ///< ns of a cycle without wires, drivers mended for that
  double ground = 0;           ///< with the capacitance of the .lef, without neighbours
  double period = 0;           ///< with that of WireSettings
  double mended = 0;           ///< and drivers mended
  std::uint64_t enlarged = 0;  ///< changes of a gate's size, as MendedDrivers
  std::uint64_t buffers = 0;   ///< added
  std::uint64_t copies = 0;    ///< of gates, added
  double area = 0;             ///< um2, of cells, drivers mended
  double seconds = 0;          ///< processor time of the placement
};

/// A unit with wires.
struct WireReport {
  std::size_t nets = 0;          ///< that were placed
  double area = 0;               ///< um2, of cells
  double period_without = 0;     ///< ns
  WireKind ground;               ///< with the capacitance of the .lef
  double tracks_mm_per_mm2 = 0;  ///< of all layers above the first
  std::size_t layers = 0;        ///< above the first, which is the cells' own
  std::vector<WireRun> runs;

  template <typename Figure>
  [[nodiscard]] double mean(Figure WireRun::*figure) const {
    double sum = 0;
    for (const WireRun& run : runs) sum += static_cast<double>(run.*figure);
    return sum / static_cast<double>(runs.size());
  }
  /// The largest value of a figure / the least, minus 1.
  [[nodiscard]] double differ(double WireRun::*figure) const;
  [[nodiscard]] double die_mm2(const WireSettings& settings) const;    ///< cells in rows
  [[nodiscard]] double wires_mm2(const WireSettings& settings) const;  ///< that hold the tracks
  [[nodiscard]] double area_mm2(const WireSettings& settings) const;   ///< the larger of both
};

/// Places the cells of `design`, and asks OpenSTA for the clock with the wires. Placements are kept
/// beside what `costing` keeps. Throws as Costing::cost().
WireReport wires_of(const Costing& costing, const Design& design, const WireSettings& settings,
                    const Costing::Message& message);

}  // namespace superwarp::cost
