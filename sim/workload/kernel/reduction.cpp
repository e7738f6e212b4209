// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/entry.h"

namespace superwarp::workload {
namespace {

/// The first `threads` of n threads: word step * t += word step * t + s.
void add_pairs(Listing& block, std::uint64_t threads, std::uint64_t step, std::uint64_t s) {
  const auto left = [=](Element t) { return step * t; };
  const auto right = [=](Element t) { return step * t + s; };
  block.step_by_step(threads, {read(left), read(right), write(left), barrier()});
}

void fill(Listing& block, std::uint64_t n) {
  block.array(n);
  block.step_by_step(n, {write([](Element t) { return t; }), barrier()});
}

}  // namespace

std::vector<Workload> kernel_reduction() {
  Workload interleaved = block_kernel({3, "kernel-reduction-interleaved",
                                       "n threads: word 2st += word 2st + s for s = 1, 2, .. n/2, where 2st < n",
                                       "M. Harris, Optimizing Parallel Reduction in CUDA, kernel 2"});
  interleaved.size_rule = power_of_two;
  interleaved.listing = [](const WorkloadOptions& o, Listing& block) {
    fill(block, o.size);
    for (std::uint64_t s = 1; s < o.size; s *= 2) add_pairs(block, o.size / (2 * s), 2 * s, s);
  };

  Workload sequential = block_kernel({4, "kernel-reduction-sequential",
                                      "n threads: word t += word t + s for s = n/2, .. 2, 1, where t < s",
                                      "M. Harris, Optimizing Parallel Reduction in CUDA, kernel 3"});
  sequential.size_rule = power_of_two;
  sequential.listing = [](const WorkloadOptions& o, Listing& block) {
    fill(block, o.size);
    for (std::uint64_t s = o.size / 2; s > 0; s /= 2) add_pairs(block, s, 1, s);
  };
  return {interleaved, sequential};
}

}  // namespace superwarp::workload
