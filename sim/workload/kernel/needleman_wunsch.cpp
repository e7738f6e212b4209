// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> kernel_needleman_wunsch() {
  Workload alignment =
      tile_kernel({10, "kernel-needleman-wunsch",
                   "B threads along anti-diagonals: (B+1)(y-t) + x + t, scores at B(y-t) + x + t",
                   "Rodinia 3.1, needle_cuda_shared_1"});
  alignment.listing = [](const WorkloadOptions& o, Listing& block) {
    const std::uint64_t side = o.size;
    const std::uint64_t pitch = side + 1;
    const Element scores = pitch * pitch;  // start of the second array
    block.array(scores + side * side);
    block.step_by_step(1, {write([](Element) { return 0; })});
    for (std::uint64_t i = 0; i < side; ++i)
      block.step_by_step(side, {write([=](Element t) { return scores + i * side + t; })});
    block.step_by_step(side, {barrier(), write([=](Element t) { return (t + 1) * pitch; }),
                              barrier(), write([](Element t) { return t + 1; }), barrier()});

    // Cells of an anti-diagonal, thread t at row `bottom` - t and column `left` + t.
    const auto anti_diagonal = [&](std::uint64_t cells, std::uint64_t bottom, std::uint64_t left) {
      const auto cell = [=](std::uint64_t up, std::uint64_t back) {
        return [=](Element t) { return (bottom - t - up) * pitch + left + t - back; };
      };
      const auto score = [=](Element t) { return scores + (bottom - t - 1) * side + left + t - 1; };
      block.step_by_step(cells, {read(cell(1, 1)), read(score), read(cell(0, 1)), read(cell(1, 0)),
                                 write(cell(0, 0)), barrier()});
    };
    for (std::uint64_t m = 0; m < side; ++m) anti_diagonal(m + 1, m + 1, 1);
    for (std::uint64_t m = side - 1; m-- > 0;) anti_diagonal(m + 1, side, side - m);
    for (std::uint64_t i = 0; i < side; ++i)
      block.step_by_step(side, {read([=](Element t) { return (i + 1) * pitch + t + 1; })});
  };
  return {alignment};
}

}  // namespace superwarp::workload
