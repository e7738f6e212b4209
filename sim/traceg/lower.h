// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/gpu/description.h"
#include "sim/trace/trace.h"
#include "sim/traceg/block.h"
#include "sim/traceg/instruction_table.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::traceg {

/// The cost on a GPU of one execution of an instruction by a warp.
struct GpuExecution {
  std::uint32_t instruction = 0;  ///< table index
  std::uint32_t wavefronts = 0;
  std::uint32_t ideal = 0;
  std::uint32_t threads = 0;  ///< active ones
};

/// Thread blocks as warp accesses of a machine.
struct Lowered {
  trace::Trace trace;
  std::vector<std::uint32_t> instruction;    ///< table index for every access of `trace`
  std::vector<std::uint32_t> execution;      ///< of a super warp, for every access: 0, 1, ..
  std::uint32_t executions = 0;              ///< of all super warps
  std::vector<GpuExecution> gpu_executions;  ///< with a GPU, of its accesses to shared memory
  std::uint32_t blocks = 1;                  ///< resident together, or multiprocessors
  std::uint32_t block_warps = 0;             ///< W, see lower()
};

/// Lowers `blocks`, which are in `machine` together. Every access becomes a sequence of parts; a
/// part is one access by one machine warp.
///
/// Memory: every block has its addresses, from 0 on; place() gives them their regions. On a
/// hierarchical machine block i has the shared memory of multiprocessor i, and a global memory
/// holds the accessed rows in order of their addresses.
///
/// Warps: block b has the warps from b * W on. W is the largest warp id plus one, rounded up so
/// that no super warp has warps of two blocks.
///
/// Rounds: a warp's parts take successive rounds in program order. A super warp executes one
/// instruction at a time, so it never mixes reads and writes: the lowest PC among its warps' next
/// instructions, by all warps whose next instruction it is. Lowest PC first lets diverged warps
/// meet again at the end of a loop or branch.
///
/// Barriers: a warp's accesses after its k-th barrier follow all accesses before the k-th barriers
/// of the other warps in its block. A warp with fewer barriers has ended and holds up no other
/// warp. All blocks number the rounds after their k-th barrier from the same round, so the trace
/// has one list of barriers. Barriers without an access between them in a block are one.
///
/// Parts: those of gpu::parts_of(), by the rules of the machine, or with a `gpu` by its rules for
/// accesses to shared memory; its banks are then the machine's width.
///
/// `name` names the trace. Throws InputError for an access that the rules do not describe.
Lowered lower(const std::vector<Block>& blocks, const InstructionTable& table, const std::string& name,
              const Machine& machine, const gpu::Description* gpu = nullptr);

/// Gives every block of `pieces`, whose blocks may be in `machine` together, its region of the
/// memory: whole rows, as many as the longest block needs. Throws std::invalid_argument if the
/// regions need more words than there are addresses.
void place(std::vector<Lowered>& pieces, const Machine& machine);

}  // namespace superwarp::traceg
