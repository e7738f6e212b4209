// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "model/reference/random.h"
#include "sim/workload/entry.h"

namespace superwarp::workload {
namespace {

void bitonic_sort(const WorkloadOptions& o, Listing& block) {
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
}

void convolution_columns(const WorkloadOptions& o, Listing& block) {
  constexpr std::uint64_t kColumns = 16;
  constexpr std::uint64_t kRows = 8;
  constexpr std::uint64_t kRadius = 8;

  const std::uint64_t result_steps = o.size;
  const std::uint64_t pitch = (result_steps + 2) * kRows + 1;
  block.array(kColumns * pitch);
  const auto word = [=](std::uint64_t row) {
    return cells(kColumns, [=](Element y, Element x) { return x * pitch + y + row; });
  };
  const auto do_steps = [&](std::vector<Step> steps) { block.step_by_step(kColumns * kRows, std::move(steps)); };
  for (std::uint64_t i = 1; i <= result_steps; ++i) do_steps({write(word(i * kRows))});
  do_steps({write(word(0)), write(word((result_steps + 1) * kRows)), barrier()});
  for (std::uint64_t i = 1; i <= result_steps; ++i) {
    for (std::uint64_t j = 0; j <= 2 * kRadius; ++j) do_steps({read(word(i * kRows + j - kRadius))});
  }
}

/// Every thread of six warps counts 4n random bytes in its warp's table.
void histogram(const WorkloadOptions& o, Listing& block) {
  constexpr std::uint64_t kBins = 256;
  constexpr std::uint64_t kWarps = 6;

  const std::uint64_t threads = kWarps * o.width;
  const std::uint64_t words = kWarps * kBins;
  const std::uint64_t key = model::extend_key(o.seed, 0x68697374);  // "hist": independent of other draws
  block.array(words);
  for (std::uint64_t first = 0; first < words; first += threads) {
    block.step_by_step(std::min(threads, words - first), {write([=](Element t) { return first + t; })});
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
      block.step_by_step(std::min(threads, kBins - first), {read([=](Element t) { return warp * kBins + first + t; })});
    }
  }
}

}  // namespace

std::vector<Workload> kernel_cuda_samples() {
  Workload sorting = block_kernel(
      {7, "kernel-bitonic-sort", "n/2 threads compare and exchange words i = 2t - (t & (s-1)) and i + s, keys only",
       "CUDA samples, sortingNetworks, bitonicSortShared"},
      bitonic_sort);
  sorting.size_rule = power_of_two;
  return {sorting,
          block_kernel({13, "kernel-convolution-columns",
                        "16 x 8 threads, n result steps, pitch 8(n+2)+1: pitch*x + y + 8i + j, j = -8 .. 8",
                        "CUDA samples, convolutionSeparable, convolutionColumnsKernel"},
                       convolution_columns),
          block_kernel({15, "kernel-histogram",
                        "6 warps, a table of 256 bins each: every thread counts 4n random bytes, then "
                        "bins merge",
                        "CUDA samples, histogram, histogram256Kernel; an atomic addition is one write"},
                       histogram)};
}

}  // namespace superwarp::workload
