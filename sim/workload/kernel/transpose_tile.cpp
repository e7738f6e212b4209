// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/workload/entry.h"

namespace superwarp::workload {
namespace {

void through_tile(std::uint64_t side, std::uint64_t pitch, Listing& block) {
  const std::uint64_t block_rows = std::max<std::uint64_t>(1, side / 4);
  block.array(side * pitch);
  for (std::uint64_t i = 0; i < side; i += block_rows) {
    block.step_by_step(
        side * block_rows,
        {write(cells(side, [=](Element y, Element x) { return only_if(y + i < side, (y + i) * pitch + x); }))});
  }
  block.barrier();
  for (std::uint64_t i = 0; i < side; i += block_rows) {
    block.step_by_step(
        side * block_rows,
        {read(cells(side, [=](Element y, Element x) { return only_if(y + i < side, x * pitch + y + i); }))});
  }
}

}  // namespace

std::vector<Workload> kernel_transpose_tile() {
  const char* source = "NVIDIA, An Efficient Matrix Transpose in CUDA C/C++, 2013";
  Workload plain =
      tile_kernel({1, "kernel-transpose-tile", "tile[B][B], B*B/4 threads: writes B*y + x, reads B*x + y", source});
  plain.listing = [](const WorkloadOptions& o, Listing& block) { through_tile(o.size, o.size, block); };

  Workload padded = tile_kernel({2, "kernel-transpose-tile-padded", "the same in tile[B][B+1]: (B+1)*x + y", source});
  padded.listing = [](const WorkloadOptions& o, Listing& block) { through_tile(o.size, o.size + 1, block); };
  return {plain, padded};
}

}  // namespace superwarp::workload
