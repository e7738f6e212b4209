// SPDX-License-Identifier: Apache-2.0
#include "sim/model/machine_check.h"

#include <fmt/format.h>

#include <stdexcept>

#include "language/log2.h"

namespace superwarp::model {
namespace {

/// The streaming RPU's parameters, and what has one.
void check_streaming(const Machine& machine) {
  const Streaming& streaming = machine.streaming;
  if (!machine_info(machine.kind).streams()) {
    throw std::invalid_argument(
        fmt::format("the {} has no streaming RPU", machine_info(machine.kind).name));
  }
  if (machine.super_warp > 1)
    throw std::invalid_argument("super warps with a streaming RPU: it takes single warps");
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
  if (machine.rpu == Rpu::kStream) check_streaming(machine);
}

}  // namespace superwarp::model
