// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include "tools/cost/wires.h"

/// \file
/// When nets of a placed unit settle, and drivers that suit their loads.

namespace superwarp::cost {

/// When nets of a unit settle, by the library's tables, with the capacitance of wires but not their
/// resistance. Slower of both edges at each gate. To choose drivers by; clocks come from OpenSTA.
/// Times follow changes of the unit: take() a gate, change it, put() it back, then settle().
class NetTimes {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct End {
    double at;       ///< ns, without the setup of a flip-flop
    Gates::Net net;  ///< that reaches an output or a flip-flop
  };

  /// Keeps references.
  NetTimes(const WiredUnit& unit, const CellModels& models, const WireKind& kind);

  /// The gate is about to change, or to go.
  void take(std::uint32_t gate);
  /// The gate has changed.
  void put(std::uint32_t gate);
  /// The gate is new, the last one of the unit, and no flip-flop. It comes after the gate that
  /// drives it, or beside the one that it copies.
  void put_after(std::uint32_t gate, std::uint32_t after);
  void put_beside(std::uint32_t gate, std::uint32_t beside);
  /// Finds the times again.
  void settle();

  /// kNone: a port or nothing drives it.
  [[nodiscard]] std::uint32_t driver(Gates::Net net) const { return nets_[net].driver; }
  /// Gates that read `net`, one that reads it twice twice.
  [[nodiscard]] const std::vector<std::uint32_t>& reads(Gates::Net net) const { return nets_[net].reads; }
  [[nodiscard]] double load(Gates::Net net) const { return nets_[net].load; }  ///< pF
  [[nodiscard]] double slew(Gates::Net net) const { return nets_[net].slew; }  ///< ns
  [[nodiscard]] double at(Gates::Net net) const { return nets_[net].at; }      ///< ns
  /// The input of the driver that is last, kNone at a start.
  [[nodiscard]] Gates::Net from(Gates::Net net) const { return nets_[net].from; }
  /// Latest first.
  [[nodiscard]] const std::vector<End>& ends() const { return ends_; }
  [[nodiscard]] double worst() const { return ends_.empty() ? 0 : ends_.front().at; }

  /// When `net` has to settle if nothing is to be later than worst(), ns. The
  /// largest double: nothing waits for it.
  [[nodiscard]] double required(Gates::Net net) const;
  /// The same for one gate that reads it.
  [[nodiscard]] double required_by(std::uint32_t reader, Gates::Net net) const;

 private:
  struct Net {
    std::uint32_t driver = kNone;
    std::vector<std::uint32_t> reads;
    std::vector<Point> ports;
    double port_pf = 0;   ///< of outputs
    bool input = false;   ///< driven from outside
    bool leaves = false;  ///< an output
    double load = 0;
    double slew = 0;
    double at = 0;
    Gates::Net from = kNone;
  };
  [[nodiscard]] bool wired(Gates::Net net) const { return net != unit_.clock && unit_.constant[net].empty(); }
  [[nodiscard]] bool starts(std::uint32_t gate) const { return !unit_.gates[gate].is->next_state.empty(); }
  void find_load(Gates::Net net);
  bool settle_gate(std::uint32_t gate);
  void find_ends();

  static constexpr double kUnknown = std::numeric_limits<double>::max();

  const WiredUnit& unit_;
  const CellModels& models_;
  WireKind kind_;
  std::vector<Net> nets_;
  std::vector<double> rank_;  ///< of gates: drivers first; a wrong order only costs time
  std::set<Gates::Net> changed_;
  std::vector<std::uint32_t> starts_;  ///< flip-flops
  std::vector<End> ends_;
  mutable std::vector<double> required_;  ///< of nets that were asked for since settle()
};

/// The slower edge from any input to `output`.
double slowest(const CellPin& output, double load, double slew);

/// Changes of drivers that are too weak or too strong for their loads.
struct MendedDrivers {
  std::size_t resized = 0;  ///< changes of a gate to another cell of its kind
  std::size_t buffers = 0;  ///< added, each at its driver's place
  std::size_t copies = 0;   ///< of gates, each at the place of the first
};

/// Shortens the longest paths of `unit` with wires of `kind`, {} for none. A gate on them gets
/// another size, a buffer for all that it drives, a buffer for the readers that can wait, or a copy
/// that drives half of the readers. A round takes the change that should help most from every path
/// that is nearly the longest. If these do not shorten the longest paths together, the later half
/// of them is dropped, down to one change; one that does not help alone is not tried again. The
/// longest path may get longer in between. It ends when no change is left, or after 3000 trials.
/// Added gates overlap others: nothing is placed again. What the unit computes stays the same.
MendedDrivers mend_drivers(WiredUnit& unit, const CellModels& models, const WireKind& kind);

}  // namespace superwarp::cost
