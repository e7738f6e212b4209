// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace superwarp::workload {

/// Time units that no algorithm on a memory machine goes below. Zero: no such bound is known.
struct LowerBounds {
  std::uint64_t bandwidth = 0;  ///< n/w: a slot serves at most w words
  std::uint64_t latency = 0;    ///< nl/p: a thread has one request under way, for l time units
  std::uint64_t reduction = 0;  ///< l log n: words merge in pairs, l time units a time
};

/// What a program has to do with the n words of its problem.
enum class Task : std::uint8_t {
  kAny,     ///< nothing that bounds its time
  kTouch,   ///< access each of them
  kMirror,  ///< access each of a square matrix but those on the diagonal
  kReduce,  ///< make one word of all of them
};

/// Bounds of DMM/UMM paper, Section I.C, and of the sum/prefix-sums chapter, Section 5, for `n`
/// words, `p` threads, width `w` and latency `l`: not their sum, which is within a factor of 3 of
/// the largest.
/// `blocks` blocks that do so together share the slots; nothing else.
LowerBounds lower_bounds(Task task, std::uint64_t n, std::uint64_t p, std::uint64_t w,
                         std::uint64_t l, std::uint64_t blocks = 1);

}  // namespace superwarp::workload
