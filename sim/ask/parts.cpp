// SPDX-License-Identifier: Apache-2.0
#include "sim/ask/parts.h"

#include <algorithm>
#include <map>

#include "sim/traceg/lower.h"

namespace superwarp::ask {
namespace {

/// The executions as one block, each with its number plus one as its line.
traceg::Block block_of(const Accesses& accesses, traceg::InstructionTable& table) {
  traceg::Block block;
  std::map<std::uint32_t, traceg::Warp> warps;
  std::uint64_t line = 0;
  for (const WarpAccess& access : accesses.executions) {
    const Instruction& instruction = accesses.instructions[access.instruction];
    traceg::InstructionLine read;
    read.pc = access.instruction;
    read.opcode.kind =
        instruction.op == Op::kWrite ? traceg::OpcodeKind::kStore : traceg::OpcodeKind::kLoad;
    read.opcode.bytes = instruction.bytes;
    warps[access.warp].id = access.warp;
    warps[access.warp].accesses.push_back(
        {table.count(read, read.opcode.kind), access.mask, 0, block.address.size(), ++line});
    for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
      if ((access.mask >> thread & 1U) != 0) block.address.push_back(access.address.at(thread));
    }
  }
  for (auto& [id, warp] : warps) block.warps.push_back(std::move(warp));
  return block;
}

}  // namespace

std::vector<std::vector<Part>> parts_of(const Accesses& accesses, std::uint32_t width) {
  traceg::InstructionTable table;
  const std::vector<traceg::Block> blocks = {block_of(accesses, table)};
  const traceg::Lowered lowered = traceg::lower(blocks, table, "ask", width, 1);
  std::vector<std::vector<Part>> parts(accesses.executions.size());
  std::vector<std::uint32_t> next(accesses.executions.size());  // thread that comes next
  for (std::size_t i = 0; i < lowered.trace.accesses().size(); ++i) {
    const std::size_t execution = lowered.trace.accesses()[i].line - 1;
    const WarpAccess& access = accesses.executions[execution];
    const std::uint32_t words = std::max(1U, accesses.instructions[access.instruction].bytes / 4);
    const std::uint32_t threads = width / words;
    // Parts without an active thread are not in the trace.
    while ((access.mask >> next[execution] & ((std::uint64_t{1} << threads) - 1)) == 0)
      next[execution] += threads;
    Part part;
    const Address* const first = lowered.trace.addresses(i);
    part.word.assign(first, first + width);
    for (std::uint32_t lane = 0; lane < width; ++lane)
      part.thread.push_back(next[execution] + lane / words);
    next[execution] += threads;
    parts[execution].push_back(std::move(part));
  }
  return parts;
}

trace::Trace trace_of(const Accesses& accesses, std::uint32_t width,
                      std::optional<std::size_t> only) {
  const std::vector<std::vector<Part>> parts = parts_of(accesses, width);
  trace::Trace trace("the question");
  std::uint64_t round = 0;
  const auto& all = accesses.executions;
  for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
    std::size_t most = 0;
    for (end = first; end < all.size() && all[end].instruction == all[first].instruction &&
                      all[end].iteration == all[first].iteration;
         ++end)
      most = std::max(most, parts[end].size());
    const Instruction& instruction = accesses.instructions[all[first].instruction];
    if (only && *only != all[first].instruction) continue;
    for (std::size_t part = 0; part < most; ++part, ++round) {
      for (std::size_t i = first; i < end; ++i) {
        if (part < parts[i].size())
          trace.add(round, all[i].warp, instruction.op, parts[i][part].word);
      }
    }
  }
  return trace;
}

}  // namespace superwarp::ask
