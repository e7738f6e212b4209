// SPDX-License-Identifier: Apache-2.0
#include "sim/model/machine_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "language/log2.h"
#include "language/machine.h"
#include "language/machine_info.h"
#include "language/rpu_info.h"

namespace superwarp::model {
namespace {

/// Parameters of an RPU in which warps overlap, and what has one.
void check_overlapping(const Machine& machine) {
  const Streaming& streaming = machine.streaming;
  if (!machine_info(machine.kind).streams()) {
    throw std::invalid_argument(
        fmt::format("the {} has no choice of RPUs", machine_info(machine.kind).name));
  }
  const RpuInfo& rpu = rpu_info(machine.rpu);
  if (machine.super_warp > 1) {
    throw std::invalid_argument(
        fmt::format("super warps with the RPU {}: it takes single warps", rpu.name));
  }
  if (std::none_of(rpu.priorities.begin(), rpu.priorities.end(),
                   [&](const PriorityInfo& has) { return has.priority == streaming.priority; })) {
    throw std::invalid_argument(
        fmt::format("the RPU {} has no priority {}", rpu.name, priority_name(streaming.priority)));
  }
  if (streaming.depth < 1 || streaming.depth > kMostDepth) {
    throw std::invalid_argument(
        fmt::format("windows of {} places, expected 1 to {}", streaming.depth, kMostDepth));
  }
  if (streaming.passes < 1 || streaming.passes > kMostPasses)
    throw std::invalid_argument(
        fmt::format("{} passes, expected 1 to {}", streaming.passes, kMostPasses));
}

}  // namespace

void check_machine(const Machine& machine) {
  if (machine.hierarchy) {
    throw std::invalid_argument(
        "a hierarchical machine has several memories, expected one of them: memory_of()");
  }
  constexpr std::uint32_t kLargestWidth = 1U << 16;
  const std::uint32_t width = machine.width;
  if (width < 2 || width > kLargestWidth || !is_power_of_two(width)) {
    throw std::invalid_argument(
        fmt::format("width {} is not a power of two from 2 to {}", width, kLargestWidth));
  }
  if (machine.latency == 0)
    throw std::invalid_argument("latency 0: the pipeline has at least one stage");
  if (machine.super_warp == 0)
    throw std::invalid_argument("super warp 0: it has at least one warp");
  if (machine.super_warp > 1 && !machine_info(machine.kind).packs) {
    throw std::invalid_argument(
        fmt::format("the {} has no super warps", machine_info(machine.kind).name));
  }
  if (machine.overlaps()) check_overlapping(machine);
}

}  // namespace superwarp::model
