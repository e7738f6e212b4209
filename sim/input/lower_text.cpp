// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lower_text.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/gpu/lower.h"
#include "sim/trace/input_error.h"

namespace superwarp::input {
namespace {

constexpr std::uint32_t kWordBytes = 4;

/// One warp's access of a round.
struct Lowered {
  std::size_t number = 0;  ///< of the access
  std::vector<std::vector<Address>> dispatches;
};

Lowered lowered(const trace::Trace& text, std::size_t number, const gpu::Description& gpu,
                gpu::Lowering& lowering, traceg::GpuCost& cost) {
  const trace::TraceAccess& access = text.accesses()[number];
  if (access.space == Space::kGlobal)
    throw trace::InputError(text.name(), access.line,
                            "an access to global memory, expected shared memory with --gpu");
  gpu::Access lanes{access.op == Op::kWrite ? gpu::Operation::kWrite : gpu::Operation::kRead,
                    access.words * kWordBytes,
                    {}};
  for (std::uint32_t lane = 0; lane < text.width(); ++lane) {
    const Address address = text.addresses(number)[lane];
    lanes.address.push_back(address == kInactive ? gpu::kIdle
                                                 : std::uint64_t{address} * kWordBytes);
  }
  Lowered result{number, {}};
  try {
    const gpu::Lowered one = lowering.lower(lanes);
    if (one.slots > 0) cost.add({1, one.slots, one.ideal, one.slots});
    for (const gpu::Phase& phase : one.phases) {
      if (phase.idle()) result.dispatches.emplace_back(gpu.banks, kInactive);
      for (std::vector<Address>& dispatch : gpu::dispatches(phase, gpu.banks))
        result.dispatches.push_back(std::move(dispatch));
    }
  } catch (const std::invalid_argument& error) {
    throw trace::InputError(text.name(), access.line, error.what());
  }
  return result;
}

}  // namespace

trace::Trace lower_text(const trace::Trace& text, const gpu::Description& gpu,
                        traceg::GpuCost& cost) {
  gpu::Lowering lowering(gpu);
  trace::Trace result(text.name());
  std::uint64_t label = 0;
  for (const trace::TraceRound& round : text.rounds()) {
    std::vector<Lowered> warps;
    std::size_t most = 0;
    for (std::size_t i = round.first; i < round.end; ++i) {
      warps.push_back(lowered(text, i, gpu, lowering, cost));
      most = std::max(most, warps.back().dispatches.size());
    }
    for (std::size_t phase = 0; phase < most; ++phase, ++label) {
      for (const Lowered& warp : warps) {
        if (phase >= warp.dispatches.size()) continue;
        const trace::TraceAccess& access = text.accesses()[warp.number];
        const std::vector<Address>& lanes = warp.dispatches[phase];
        std::optional<Work> work = text.work_of(access);
        if (work) {
          const bool requests =
              std::any_of(lanes.begin(), lanes.end(), [](Address a) { return a != kInactive; });
          *work = part_of(*work, phase == 0, phase + 1 == warp.dispatches.size(), requests);
        }
        result.add(label, access.warp, access.op, lanes, access.line, access.space, 1, work);
      }
    }
    if (round.barrier_after) result.add_barrier(round.device_barrier_after);
  }
  return result;
}

}  // namespace superwarp::input
