// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> kernel_convolution_columns() {
  Workload convolution = block_kernel(
      {13, "kernel-convolution-columns",
       "16 x 8 threads, n result steps, pitch 8(n+2)+1: pitch*x + y + 8i + j, j = -8 .. 8",
       "CUDA samples, convolutionSeparable, convolutionColumnsKernel"});
  convolution.listing = [](const WorkloadOptions& o, Listing& block) {
    constexpr std::uint64_t kColumns = 16;
    constexpr std::uint64_t kRows = 8;
    constexpr std::uint64_t kRadius = 8;

    const std::uint64_t result_steps = o.size;
    const std::uint64_t pitch = (result_steps + 2) * kRows + 1;
    block.array(kColumns * pitch);
    const auto word = [=](std::uint64_t row) {
      return cells(kColumns, [=](Element y, Element x) { return x * pitch + y + row; });
    };
    const auto do_steps = [&](std::vector<Step> steps) {
      block.step_by_step(kColumns * kRows, std::move(steps));
    };
    for (std::uint64_t i = 1; i <= result_steps; ++i) do_steps({write(word(i * kRows))});
    do_steps({write(word(0)), write(word((result_steps + 1) * kRows)), barrier()});
    for (std::uint64_t i = 1; i <= result_steps; ++i) {
      for (std::uint64_t j = 0; j <= 2 * kRadius; ++j)
        do_steps({read(word(i * kRows + j - kRadius))});
    }
  };
  return {convolution};
}

}  // namespace superwarp::workload
