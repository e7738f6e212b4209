// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "sim/congestion/block.h"
#include "sim/congestion/cell.h"
#include "sim/congestion/histogram.h"

namespace superwarp::congestion {

/// How to simulate a cell. Only `rounds` and `seed` (and the cell) determine the result.
struct MonteCarloOptions {
  std::uint64_t rounds = 1000000;  ///< independent rounds, >= 1
  std::uint64_t seed = 1;          ///< any value
  unsigned jobs = 1;               ///< threads, the calling one included, [1, 1024]
  /// Told now and then how many rounds are done, at the end always with `rounds`; may be empty.
  /// Called from the thread that called simulate_congestion, only. It may throw: the simulation
  /// then stops and the exception passes through.
  std::function<void(std::uint64_t rounds_done)> progress;
  SimdPath path = best_simd_path();  ///< for tests; must be available
};

/// Simulates `rounds` rounds in which s * w threads each request an address uniform in [0, n),
/// independently, and returns how often each congestion (the largest number of distinct addresses
/// in one bank, bank = address mod w) occurred. The rounds are independent, so the histogram's
/// standard error and interval hold for the mean. Bit for bit the same for any `jobs` and `path`;
/// cells that differ, and seeds that differ, have unrelated draws. Throws std::invalid_argument for
/// a cell, rounds, jobs or path out of range; std::system_error if a thread cannot be started.
Histogram simulate_congestion(const CongestionCell& cell, const MonteCarloOptions& options);

}  // namespace superwarp::congestion
