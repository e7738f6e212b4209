// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace superwarp::workload {

/// Lower bounds, in time units, of all algorithms on a memory machine. 0: unknown.
struct LowerBounds {
  std::uint64_t bandwidth = 0;  ///< n/w: a slot serves at most w words
  std::uint64_t latency = 0;    ///< nl/p: a thread has one request at a time, for l time units
  std::uint64_t reduction = 0;  ///< l log n: words merge in pairs, in l time units
};

/// A program's task on the n words of its problem.
enum class Task : std::uint8_t {
  kAny,     ///< no bound
  kTouch,   ///< accesses every word
  kMirror,  ///< accesses every word of a square matrix except the diagonal
  kReduce,  ///< combines all words into one
};

/// Bounds of the DMM/UMM paper, Section I.C, and the sum/prefix-sums chapter, Section 5, for `n`
/// words, `p` threads, width `w` and latency `l`. The papers' sum of them is within a factor of 3
/// of the largest. `blocks` blocks with the same task share only the slots.
LowerBounds lower_bounds(Task task, std::uint64_t n, std::uint64_t p, std::uint64_t w, std::uint64_t l,
                         std::uint64_t blocks = 1);

}  // namespace superwarp::workload
