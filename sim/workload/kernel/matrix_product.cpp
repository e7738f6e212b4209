// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> kernel_matrix_product() {
  Workload product =
      tile_kernel({8, "kernel-matrix-product", "B*B threads, one step of tiles: reads B*y + k and B*k + x",
                   "CUDA C++ Programming Guide, shared memory, matrix multiplication"});
  product.listing = [](const WorkloadOptions& o, Listing& block) {
    const std::uint64_t side = o.size;
    const std::uint64_t threads = side * side;
    const Element b = threads;  // after a
    block.array(2 * threads);
    block.step_by_step(threads,
                       {write([](Element t) { return t; }), write([=](Element t) { return b + t; }), barrier()});
    for (std::uint64_t k = 0; k < side; ++k) {
      block.step_by_step(threads, {read(cells(side, [=](Element y, Element /*x*/) { return y * side + k; })),
                                   read(cells(side, [=](Element /*y*/, Element x) { return b + k * side + x; }))});
    }
    block.barrier();
  };
  return {product};
}

}  // namespace superwarp::workload
