// SPDX-License-Identifier: Apache-2.0
#include "sim/input/joined.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace superwarp::input {
namespace {

std::uint32_t block_warps_of(const trace::TraceProgram& program) { return program.warps() / program.blocks(); }

}  // namespace

std::unique_ptr<const trace::TraceProgram> joined(const std::string& name,
                                                  const std::vector<std::unique_ptr<const trace::TraceProgram>>& pieces,
                                                  bool follow) {
  std::uint32_t blocks = 0;
  std::uint32_t block_warps = 0;
  for (const auto& piece : pieces) {
    blocks = std::max(blocks, piece->blocks());
    block_warps = std::max(block_warps, block_warps_of(*piece));
  }
  trace::Trace all(name);
  std::uint64_t label = 0;
  for (const auto& piece : pieces) {
    if (label > 0) all.add_barrier(blocks > 1 && !follow);
    const trace::Trace& trace = piece->trace();
    const std::uint32_t own_warps = block_warps_of(*piece);
    for (const trace::TraceRound& round : trace.rounds()) {
      for (std::size_t i = round.first; i < round.end; ++i) {
        const trace::TraceAccess& access = trace.accesses()[i];
        const Address* const address = trace.addresses(i);
        all.add(label, access.warp / own_warps * block_warps + access.warp % own_warps, access.op,
                {address, address + trace.width()}, access.line, access.space, access.words, trace.work_of(access));
      }
      ++label;
      if (round.barrier_after) all.add_barrier(round.device_barrier_after);
    }
  }
  return std::make_unique<trace::TraceProgram>(std::move(all), blocks, block_warps);
}

}  // namespace superwarp::input
