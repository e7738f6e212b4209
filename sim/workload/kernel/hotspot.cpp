// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> kernel_hotspot() {
  Workload hotspot = tile_kernel(
      {11, "kernel-hotspot",
       "B*B threads, two steps of a 5-point stencil: B*y + x, +-1, +-B; the edge is idle",
       "Rodinia 3.1, hotspot, calculate_temp"});
  hotspot.listing = [](const WorkloadOptions& o, Listing& block) {
    constexpr std::uint64_t kIterations = 2;

    const std::uint64_t side = o.size;
    const std::uint64_t threads = side * side;
    const Element power = threads;  // the arrays are consecutive
    const Element next = 2 * threads;
    block.array(3 * threads);
    block.step_by_step(threads, {write([](Element t) { return t; }),
                                 write([=](Element t) { return power + t; }), barrier()});
    for (std::uint64_t margin = 1; margin <= kIterations; ++margin) {
      // Threads whose cell is at least `margin` cells from the tile's edge; thread t at `first` +
      // t.
      const auto inside = [=](Element first) {
        return cells(side, [=](Element y, Element x) {
          return only_if(std::min(x, y) >= margin && std::max(x, y) + margin < side,
                         first + y * side + x);
        });
      };
      block.step_by_step(threads,
                         {read(inside(0)), read(inside(power)), read(inside(side)),
                          read(inside(0 - side)), read(inside(1)), read(inside(Element{0} - 1)),
                          write(inside(next)), barrier(), read(inside(next))});
      if (margin < kIterations) block.step_by_step(threads, {write(inside(0)), barrier()});
    }
  };
  return {hotspot};
}

}  // namespace superwarp::workload
