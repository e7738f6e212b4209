// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/sums/runs.h"

#include <algorithm>

#include "sim/workload/lower_bounds.h"

namespace superwarp::reproduce {

double sum_time(const Real& o) { return optimal(o) + o.l * o.log_n; }

double largest_lower_bound(const Real& o) {
  const Whole whole{o.run};
  const auto bounds =
      workload::lower_bounds(workload::Task::kReduce, whole.n, whole.p, whole.w, whole.l);
  return static_cast<double>(std::max({bounds.bandwidth, bounds.latency, bounds.reduction}));
}

Runs sum_runs(const std::string& workload, MachineKind kind, const Extent& extent) {
  return in_both_schedules([=] {
    std::vector<Experiment> runs;
    Experiment e;
    e.workload = workload;
    e.machine.kind = kind;
    for (const std::uint32_t w : {4, 8, 16, 32, 128}) {
      e.machine.width = w;
      for (std::uint32_t log_n = 1; log_n <= extent.log_most; log_n += log_n < 4 ? 1 : 2) {
        e.size = std::uint64_t{1} << log_n;
        e.rtl = w <= 32 && log_n <= extent.log_rtl;
        for (e.threads = w;; e.threads *= 8) {
          for (const std::uint32_t l : {1, 7, 50, 400}) {
            e.machine.latency = l;
            runs.push_back(e);
          }
          if (e.threads >= e.size) break;
        }
      }
    }
    return runs;
  });
}

}  // namespace superwarp::reproduce
