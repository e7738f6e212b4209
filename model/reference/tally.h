// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/program.h"
#include "model/reference/model.h"

namespace superwarp::model {

class ReadyWarps;

/// Computes a run's totals.
class Tally {
 public:
  /// Throws std::invalid_argument if `program` does not fit on `machine`.
  Tally(const Program& program, const Machine& machine);

  /// Counts an accepted dispatch and returns its number of requests. Throws std::invalid_argument
  /// if an address lies outside the program's words.
  std::uint32_t accept(const Dispatch& dispatch);

  /// Counts slots of the pipeline.
  void enter(std::uint32_t slots) { totals_.slots += slots; }

  /// Counts a dispatch that `memory` served in `congestion` time units, the last of them `last`. It
  /// went in `before` time units before the first.
  void serve(std::uint32_t congestion, std::uint64_t last, std::uint64_t before = 0, std::uint32_t memory = 0);

  /// Counts the busy memories of a hierarchical machine in a time unit.
  void count_busy(const std::vector<bool>& busy);

  /// Ends a run on a machine with an issue stage.
  void end(const ReadyWarps& warps);

  /// Calls `progress` at times with the share of rounds before `round`, that of the last dispatch.
  void report(const std::function<void(double)>& progress, std::uint64_t round) const;

  [[nodiscard]] const Figures& totals() const { return totals_; }

 private:
  struct Memory {
    std::uint64_t words = 0;  ///< of the program
    std::uint32_t latency = 1;
  };

  std::uint32_t banks_;
  std::vector<Memory> memories_;
  /// Of each round: places in the last row of banks_ requests so far that further ones may take.
  std::vector<std::uint32_t> free_places_;
  Figures totals_;
};

}  // namespace superwarp::model
