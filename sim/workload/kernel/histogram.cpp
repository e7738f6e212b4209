// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/model/random.h"
#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> kernel_histogram() {
  Workload histogram = block_kernel(
      {15, "kernel-histogram",
       "6 warps, a table of 256 bins each: every thread counts 4n random bytes, then bins merge",
       "CUDA samples, histogram, histogram256Kernel; an atomic addition is one write"});
  // Every thread of six warps counts 4n random bytes in its warp's table.
  histogram.listing = [](const WorkloadOptions& o, Listing& block) {
    constexpr std::uint64_t kBins = 256;
    constexpr std::uint64_t kWarps = 6;

    const std::uint64_t threads = kWarps * o.width;
    const std::uint64_t words = kWarps * kBins;
    const std::uint64_t key =
        model::extend_key(o.seed, 0x68697374);  // "hist": independent of other draws
    block.array(words);
    for (std::uint64_t first = 0; first < words; first += threads) {
      block.step_by_step(std::min(threads, words - first),
                         {write([=](Element t) { return first + t; })});
    }
    block.barrier();
    for (std::uint64_t byte = 0; byte < 4 * o.size; ++byte) {
      block.step_by_step(threads, {write(cells(o.width, [=](Element warp, Element lane) {
                           const Element draw = byte * threads + warp * (threads / kWarps) + lane;
                           return warp * kBins + model::uniform_at(key, draw, kBins);
                         }))});
    }
    block.barrier();
    for (std::uint64_t first = 0; first < kBins; first += threads) {
      for (std::uint64_t warp = 0; warp < kWarps; ++warp) {
        block.step_by_step(std::min(threads, kBins - first),
                           {read([=](Element t) { return warp * kBins + first + t; })});
      }
    }
  };
  return {histogram};
}

}  // namespace superwarp::workload
