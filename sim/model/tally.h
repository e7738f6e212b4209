// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "language/access.h"
#include "language/program.h"
#include "sim/model/model.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// Counts what a run amounts to.
class Tally {
 public:
  /// Throws std::invalid_argument if `program` does not fit on `machine`.
  Tally(const Program& program, const Machine& machine);

  /// `dispatch` was accepted. Returns its requests. Throws std::invalid_argument if an address lies
  /// outside the program's words.
  std::uint32_t accept(const Dispatch& dispatch);

  /// The pipeline took `slots` slots.
  void enter(std::uint32_t slots) { totals_.congestion += slots; }

  /// A dispatch was served by memory `memory` in `congestion` time units, the last of them `last`.
  void serve(std::uint32_t congestion, std::uint64_t last, std::uint32_t memory = 0);

  /// The memories of a hierarchical machine in a time unit: which were busy.
  void count_busy(const std::vector<bool>& busy);

  /// Tells `progress`, now and then, how far a run is whose last dispatch was in `round`.
  void report(const std::function<void(double)>& progress, std::uint64_t round) const;

  [[nodiscard]] const Totals& totals() const { return totals_; }

 private:
  struct Memory {
    std::uint64_t words = 0;  ///< of the program
    std::uint32_t latency = 1;
  };

  std::uint32_t width_;
  std::vector<Memory> memories_;
  std::vector<std::uint64_t> round_requests_;  ///< so far
  Totals totals_;
};

}  // namespace superwarp::model
