// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> kernel_stencil() {
  Workload stencil =
      block_kernel({12, "kernel-stencil", "n threads read words t .. t + 6 one by one: contiguous, unaligned",
                    "NVIDIA, CUDA C/C++ Basics, 1D stencil, radius 3"});
  stencil.listing = [](const WorkloadOptions& o, Listing& block) {
    constexpr std::uint64_t kRadius = 3;

    const std::uint64_t n = o.size;
    block.array(n + 2 * kRadius);
    block.step_by_step(n, {write([](Element t) { return t + kRadius; })});
    block.step_by_step(std::min(n, kRadius),
                       {write([](Element t) { return t; }), write([=](Element t) { return t + kRadius + n; })});
    block.barrier();
    for (std::uint64_t offset = 0; offset <= 2 * kRadius; ++offset)
      block.step_by_step(n, {read([=](Element t) { return t + offset; })});
  };
  return {stencil};
}

}  // namespace superwarp::workload
