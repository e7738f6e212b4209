// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "tools/congestion/block.h"
#include "tools/congestion/cell.h"
#include "tools/congestion/histogram.h"

namespace superwarp::congestion {

/// Options of a simulation. The result depends only on the cell, `rounds` and `seed`.
struct MonteCarloOptions {
  std::uint64_t rounds = 1000000;  ///< independent rounds, >= 1
  std::uint64_t seed = 1;          ///< any value
  unsigned jobs = 1;               ///< threads, the calling one included, [1, 1024]
  /// Called at times with the number of finished rounds, and at the end, from the thread that
  /// called simulate_congestion(); may be empty. An exception stops the simulation and is passed
  /// on.
  std::function<void(std::uint64_t rounds_done)> progress = {};
  SimdPath path = best_simd_path();  ///< for tests; must be available
};

/// Simulates independent rounds in which s * w threads each request an address uniform in [0, n).
/// Returns the histogram of the congestion, the largest number of distinct addresses in one bank,
/// bank = address mod w. The result is the same for any `jobs` and `path`; other cells and seeds
/// have independent draws. Throws std::invalid_argument for a cell, rounds, jobs or path out of
/// range; std::system_error if a thread cannot be started.
Histogram simulate_congestion(const CongestionCell& cell, const MonteCarloOptions& options);

}  // namespace superwarp::congestion
