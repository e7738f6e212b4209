// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/lower_bounds.h"

#include "model/machine/log2.h"

namespace superwarp::workload {

LowerBounds lower_bounds(Task task, std::uint64_t n, std::uint64_t p, std::uint64_t w, std::uint64_t l,
                         std::uint64_t blocks) {
  LowerBounds bounds;
  if (task == Task::kAny) return bounds;
  if (task == Task::kMirror) {
    std::uint64_t side = 0;
    while ((side + 1) * (side + 1) <= n) ++side;
    n -= side;
  }
  bounds.bandwidth = (blocks * n + w - 1) / w;
  bounds.latency = (n + p - 1) / p * l;  // some thread has ceil(n/p) requests, one after another
  if (task != Task::kReduce) return bounds;
  bounds.reduction = l * ceil_log2(n);  // halvings
  return bounds;
}

}  // namespace superwarp::workload
