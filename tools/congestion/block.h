// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/machine/simd_path.h"
#include "tools/congestion/cell.h"

namespace superwarp::congestion {

/// Constants of a cell's simulation.
struct BlockPlan {
  /// Rounds with one generator state. Fixed, so that results do not depend on the number of
  /// threads.
  static constexpr std::uint64_t kBlockRounds = 1024;

  /// Throws std::invalid_argument as validate().
  explicit BlockPlan(const CongestionCell& cell);

  CongestionCell cell;
  bool split;               ///< width and rows are powers of two: 32 rounds at a time, as split_rounds.h
  std::size_t fill_rounds;  ///< else: rounds drawn at a time
};

/// Memory of one thread, reused from block to block.
struct BlockWorkspace {
  explicit BlockWorkspace(const BlockPlan& plan);

  std::vector<std::uint16_t> draws;   ///< the banks of fill_rounds rounds
  std::vector<std::uint64_t> counts;  ///< result: counts[c] rounds had congestion c
};

/// Simulates the first `rounds` (at most kBlockRounds) rounds of block number `block` and adds
/// their congestion to workspace.counts. A function of (plan.cell, seed, block, rounds) only.
void simulate_block(const BlockPlan& plan, std::uint64_t seed, std::uint64_t block, std::uint64_t rounds, SimdPath path,
                    BlockWorkspace& workspace);

}  // namespace superwarp::congestion
