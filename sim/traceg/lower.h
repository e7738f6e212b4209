// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/trace/trace.h"
#include "sim/traceg/block.h"
#include "sim/traceg/instruction_table.h"

namespace superwarp::traceg {

/// Thread blocks as warp accesses of a machine.
struct Lowered {
  trace::Trace trace;
  std::vector<std::uint32_t> instruction;  ///< of every access of `trace`: of the table
  std::uint32_t blocks = 1;                ///< that are resident together, or multiprocessors
  std::uint32_t block_warps = 0;           ///< W
};

/// The accesses of `blocks`, which are resident together, on a machine of `width` (16 or 32) with
/// `super_warp` warps in a super warp. Every access is a sequence of parts, each one access by a
/// warp of that machine.
///
/// Memory: each block has a region of its own; all are as long as the longest, a multiple of the
/// width. On a machine of several `multiprocessors` each has at most one of the blocks, in their
/// order, in its own shared memory, and there is a global memory: of that only rows that somebody
/// accesses are kept, in order of their addresses. Warps: block b has warps from b * W on, W the
/// largest warp id plus one, rounded up so that no super warp has warps of two blocks.
///
/// Rounds: a warp's parts are in rounds one after another in program order. A super warp executes
/// one instruction at a time, so that it never mixes reads and writes: of those that its warps have
/// next, the one with the lowest PC, by all its warps that have it next; the others wait. (Lowest
/// PC first lets warps that diverged meet again at the end of a loop or branch.)
///
/// Barriers: what stands behind a warp's k-th barrier comes after everything that stands before
/// the k-th barrier of the other warps of its block; a warp with fewer barriers has ended, and is
/// waited for nowhere. The rounds behind the k-th barrier of all blocks are numbered from the same
/// one on, so that one list of barriers tells those of every block: where a block has no access
/// between two of them, they are one.
///
/// `name` is the trace's; `multiprocessors` is 0 on a machine of one memory. Throws
/// std::invalid_argument for another width, or blocks that need more words together than there are
/// addresses.
Lowered lower(const std::vector<Block>& blocks, const InstructionTable& table,
              const std::string& name, std::uint32_t width, std::uint32_t super_warp,
              std::uint32_t multiprocessors = 0);

}  // namespace superwarp::traceg
