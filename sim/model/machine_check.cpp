// SPDX-License-Identifier: Apache-2.0
#include "sim/model/machine_check.h"

#include <fmt/format.h>

#include <stdexcept>

#include "language/log2.h"

namespace superwarp::model {

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
}

}  // namespace superwarp::model
