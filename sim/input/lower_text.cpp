// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lower_text.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/gpu/lower.h"
#include "sim/gpu/machine_rules.h"
#include "sim/trace/input_error.h"

namespace superwarp::input {
namespace {

constexpr std::uint32_t kWordBytes = 4;

/// The parts of access `number`.
std::vector<gpu::Part> parts_of(const trace::Trace& text, std::size_t number, std::uint32_t width,
                                gpu::Lowering& lowering, traceg::GpuCost* cost) {
  const trace::TraceAccess& access = text.accesses()[number];
  gpu::Access lanes{
      access.op == Op::kWrite ? gpu::Operation::kWrite : gpu::Operation::kRead, access.words * kWordBytes, {}};
  for (std::uint32_t lane = 0; lane < text.width(); ++lane) {
    const Address address = text.addresses(number)[lane];
    lanes.address.push_back(address == kInactive ? gpu::kIdle : std::uint64_t{address} * kWordBytes);
  }
  try {
    const gpu::Lowered lowered = lowering.lower(lanes);
    if (cost != nullptr && lowered.slots > 0) cost->add({1, lowered.slots, lowered.ideal, lowered.slots});
    return gpu::parts_of(lowered, width);
  } catch (const std::invalid_argument& error) {
    throw trace::InputError(text.name(), access.line, error.what());
  }
}

}  // namespace

trace::Trace lower_text(const trace::Trace& text, std::uint32_t width, const gpu::Description* gpu,
                        traceg::GpuCost* cost) {
  if (gpu == nullptr && text.width() == width && !text.wide()) return text;
  if (gpu != nullptr) trace::check_one_memory(text, "--gpu, whose rules are of shared memory");
  const gpu::Description rules = gpu != nullptr ? *gpu : gpu::machine_rules(width, text.width());
  gpu::Lowering lowering(rules);
  trace::Trace result(text.name());
  std::uint64_t label = 0;
  std::vector<std::vector<gpu::Part>> warps;  // of a round, each with its parts
  for (const trace::TraceRound& round : text.rounds()) {
    warps.clear();
    std::size_t most = 0;
    for (std::size_t i = round.first; i < round.end; ++i) {
      warps.push_back(parts_of(text, i, width, lowering, cost));
      most = std::max(most, warps.back().size());
    }
    for (std::size_t place = 0; place < most; ++place, ++label) {
      for (std::size_t i = round.first; i < round.end; ++i) {
        const std::vector<gpu::Part>& parts = warps[i - round.first];
        if (place >= parts.size()) continue;
        const gpu::Part& part = parts[place];
        const trace::TraceAccess& access = text.accesses()[i];
        std::optional<Work> work = text.work_of(access);
        if (work) work = part_of(*work, place == 0, place + 1 == parts.size(), part.requests);
        result.add(label, access.warp, access.op, part.address, access.line, access.space, 1, work);
      }
    }
    if (round.barrier_after) result.add_barrier(round.device_barrier_after);
  }
  return result;
}

}  // namespace superwarp::input
