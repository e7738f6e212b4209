// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/sums/runs.h"

#include <algorithm>

#include "sim/workload/lower_bounds.h"

namespace superwarp::reproduce {

double throughput_terms(const Experiment& e) {
  const auto n = static_cast<double>(e.elements());
  return n / e.machine.width + n * e.machine.latency / e.threads;
}

std::uint64_t log_size(const Experiment& e) {
  std::uint64_t log = 0;
  while ((std::uint64_t{1} << log) < e.elements()) ++log;
  return log;
}

double optimal_time(const Experiment& e) {
  return throughput_terms(e) + static_cast<double>(e.machine.latency * log_size(e));
}

double largest_lower_bound(const Experiment& e) {
  const auto bounds = workload::lower_bounds(workload::Task::kReduce, e.elements(), e.threads,
                                             e.machine.width, e.machine.latency);
  return static_cast<double>(std::max({bounds.bandwidth, bounds.latency, bounds.reduction}));
}

std::vector<Experiment> sum_runs(const std::string& workload, MachineKind kind,
                                 const Extent& extent) {
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
  return in_both_schedules(std::move(runs));
}

Finding check_scheduled(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                        const Bound& bound) {
  Finding finding = check_bound(laboratory, experiments, bound);
  finding.parameters["schedule"] = {"rounds", "async"};
  return finding;
}

std::vector<Experiment> in_both_schedules(std::vector<Experiment> experiments) {
  const std::size_t count = experiments.size();
  experiments.reserve(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    experiments.push_back(experiments[i]);
    experiments.back().machine.schedule = Schedule::kAsync;
  }
  return experiments;
}

}  // namespace superwarp::reproduce
