// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> kernel_bitonic_sort() {
  Workload sort = block_kernel(
      {7, "kernel-bitonic-sort",
       "n/2 threads compare and exchange words i = 2t - (t & (s-1)) and i + s, keys only",
       "CUDA samples, sortingNetworks, bitonicSortShared"});
  sort.size_rule = power_of_two;
  sort.listing = [](const WorkloadOptions& o, Listing& block) {
    const std::uint64_t n = std::max<std::uint64_t>(o.size, 2);
    block.array(n);
    const auto low = [](Element t) { return t; };
    const auto high = [=](Element t) { return t + n / 2; };
    block.step_by_step(n / 2, {write(low), write(high)});
    for (std::uint64_t size = 2; size <= n; size *= 2) {
      for (std::uint64_t stride = size / 2; stride > 0; stride /= 2) {
        const auto a = [=](Element t) { return 2 * t - (t & (stride - 1)); };
        const auto b = [=](Element t) { return a(t) + stride; };
        block.step_by_step(n / 2, {barrier(), read(a), read(b), write(a), write(b)});
      }
    }
    block.step_by_step(n / 2, {barrier(), read(low), read(high)});
  };
  return {sort};
}

}  // namespace superwarp::workload
