// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/parts.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "sim/gpu/machine_rules.h"
#include "sim/gpu/rounds.h"

namespace superwarp::ask {
namespace {

struct Dispatched {
  Op op = Op::kRead;
  std::vector<Address> request;
};

/// What one warp sends to the machine, in order.
using Dispatches = std::vector<Dispatched>;

Dispatches dispatches_of(const gpu::Lowered& lowered, std::uint32_t width) {
  Dispatches all;
  for (const gpu::Phase& phase : lowered.phases) {
    for (std::vector<Address>& one : gpu::dispatches(phase, width))
      all.push_back({phase.op, std::move(one)});
  }
  return all;
}

}  // namespace

gpu::Description papers_rules() {
  return gpu::machine_rules(gpu::Description().banks, gpu::Description().wave);
}

std::vector<std::uint64_t> rounds_of(const Accesses& accesses, const WarpAccess& access) {
  const std::uint32_t word = std::max(4U, accesses.instructions[access.instruction].bytes);
  return gpu::rounds_of(access.mask,
                        [&](std::uint32_t lane) { return access.address.at(lane) / word; });
}

gpu::Lowered lowered(const Accesses& accesses, const WarpAccess& access, gpu::Lowering& lowering) {
  const Instruction& instruction = accesses.instructions[access.instruction];
  const auto by = [&](gpu::Operation operation, std::uint64_t lanes) {
    gpu::Access one;
    one.operation = operation;
    one.bytes = instruction.bytes;
    for (std::uint32_t lane = 0; lane < accesses.lanes; ++lane)
      one.address.push_back((lanes >> lane & 1U) != 0 ? access.address.at(lane) : gpu::kIdle);
    return lowering.lower(one);
  };
  if (!instruction.loop) return by(instruction.operation, access.mask);
  gpu::Lowered all;
  for (const std::uint64_t lanes : rounds_of(accesses, access)) {
    for (const gpu::Operation operation : {gpu::Operation::kRead, gpu::Operation::kAtomic}) {
      const bool first = lanes == access.mask;
      // Elements of 16 bits are loaded once.
      if (operation == gpu::Operation::kRead && !first && instruction.bytes < 4) continue;
      gpu::Lowered one = by(operation, lanes);
      all.slots += one.slots;
      all.ideal += first ? one.ideal : 0;  // without conflicts there is one round
      std::move(one.phases.begin(), one.phases.end(), std::back_inserter(all.phases));
    }
  }
  return all;
}

trace::Trace trace_of(const Accesses& accesses, const std::vector<WarpAccess>& executions,
                      const gpu::Description& description, std::uint32_t width) {
  // Each machine of the papers splits wide accesses by its own width.
  const gpu::Description rules =
      description.machine ? gpu::machine_rules(width, description.wave) : description;
  gpu::Lowering lowering(rules);
  trace::Trace trace("the question");
  std::uint64_t round = 0;
  const auto& all = executions;
  for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
    std::vector<Dispatches> warps;
    std::size_t most = 0;
    for (end = first; end < all.size() && all[end].instruction == all[first].instruction &&
                      all[end].iteration == all[first].iteration;
         ++end) {
      warps.push_back(dispatches_of(lowered(accesses, all[end], lowering), width));
      most = std::max(most, warps.back().size());
    }
    for (std::size_t part = 0; part < most; ++part, ++round) {
      for (std::size_t i = 0; i < warps.size(); ++i) {
        if (part < warps[i].size())
          trace.add(round, all[first + i].warp, warps[i][part].op, warps[i][part].request);
      }
    }
  }
  return trace;
}

}  // namespace superwarp::ask
