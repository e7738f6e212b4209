// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "language/simd_path.h"
#include "sim/congestion/cell.h"

namespace superwarp::congestion {

/// Constants of a cell's simulation.
struct BlockPlan {
  /// Rounds with one generator state. Fixed, so that results do not depend on the number of
  /// threads.
  static constexpr std::uint64_t kBlockRounds = 1024;

  /// Throws std::invalid_argument as validate().
  explicit BlockPlan(const CongestionCell& cell);

  CongestionCell cell;
  unsigned requests;   ///< s * w
  std::uint32_t rows;  ///< n / w
  bool map;  ///< true: one flag per address; false: one counter per bank, rows drawn when needed
  std::uint32_t bound;      ///< addresses (map) or banks are drawn from [0, bound)
  unsigned shift;           ///< bound = 2^(16 - shift), or 0 if the bound is not a power of two
  std::size_t stride;       ///< map only: the smallest multiple of w that is >= 64
  std::size_t fill_rounds;  ///< rounds drawn at a time
};

/// Memory of one thread, reused from block to block.
struct BlockWorkspace {
  explicit BlockWorkspace(const BlockPlan& plan);

  std::vector<std::uint16_t> draws;     ///< the addresses or banks of fill_rounds rounds
  std::vector<std::uint8_t> requested;  ///< map only: per address, 1 if requested in this round
  std::vector<std::uint64_t> counts;    ///< result: counts[c] rounds had congestion c
};

/// Simulates the first `rounds` (at most kBlockRounds) rounds of block number `block` and adds
/// their congestion to workspace.counts. A function of (plan.cell, seed, block, rounds) only.
void simulate_block(const BlockPlan& plan, std::uint64_t seed, std::uint64_t block,
                    std::uint64_t rounds, SimdPath path, BlockWorkspace& workspace);

}  // namespace superwarp::congestion
