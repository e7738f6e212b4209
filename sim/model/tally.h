// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "language/access.h"
#include "language/machine.h"
#include "language/program.h"
#include "sim/model/model.h"

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

  /// A dispatch was served in `congestion` time units, the last of them `last`.
  void serve(std::uint32_t congestion, std::uint64_t last);

  /// Tells `progress`, now and then, how far a run is whose last dispatch was in `round`.
  void report(const std::function<void(double)>& progress, std::uint64_t round) const;

  [[nodiscard]] const Totals& totals() const { return totals_; }

 private:
  std::uint32_t width_;
  std::uint32_t latency_;
  std::uint64_t words_;
  std::vector<std::uint64_t> round_requests_;  ///< so far
  Totals totals_;
};

}  // namespace superwarp::model
