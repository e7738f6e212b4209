// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "sim/cost/cell_model.h"
#include "sim/cost/wired.h"

namespace superwarp::cost {

/// When nets of a unit settle, by the library's tables, with the capacitance of wires but not their
/// resistance. Slower of both edges at each gate. To choose drivers by; clocks come from OpenSTA.
struct NetTimes {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct End {
    double at;       ///< ns, without the setup of a flip-flop
    Gates::Net net;  ///< that reaches an output or a flip-flop
  };
  std::vector<std::uint32_t> driver;              ///< gate of each net
  std::vector<std::vector<std::uint32_t>> reads;  ///< gates, of each net
  std::vector<double> pins;                       ///< pF of the inputs of each net, and of a port
  std::vector<double> load;                       ///< with the wire
  std::vector<double> slew;
  std::vector<double> at;
  std::vector<Gates::Net> from;  ///< the input of the driver that is last, kNone at a start
  std::vector<End> ends;         ///< latest first

  [[nodiscard]] double worst() const { return ends.empty() ? 0 : ends.front().at; }
};
NetTimes times_of(const WiredUnit& unit, const CellModels& models, const WireKind& kind);

/// The slower edge from any input to `output`.
double slowest(const CellPin& output, double load, double slew);

}  // namespace superwarp::cost
