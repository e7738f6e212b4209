// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/reproduce/papers.h"
#include "sim/reproduce/sums/runs.h"

// The figure's running times are of one GPU, and the text's conclusions are of them. What the
// machines do for the sizes and threads of the experiments, n/2 threads, w = 32, stands beside them
// and is no verdict: a machine is no evidence against a measurement, nor for it.

namespace superwarp::reproduce {
namespace {

constexpr std::uint32_t kLatency = 29;

Experiment of_experiments(const char* workload, MachineKind kind, std::uint64_t n) {
  Experiment e = run_of(workload, kind, 32, n, static_cast<std::uint32_t>(n / 2), kLatency);
  e.machine.schedule = Schedule::kAsync;
  return e;
}

/// The time of `workload` over that of `other`, by model and RTL, on both machines.
struct Comparison {
  Range model;
  Range rtl;
};

Comparison compare(Laboratory& laboratory, const char* workload, const char* other,
                   const std::vector<std::uint64_t>& sizes) {
  Comparison result;
  for (const MachineKind kind : {MachineKind::kDmm, MachineKind::kUmm}) {
    for (const std::uint64_t n : sizes) {
      const Measurement one = laboratory.measure(of_experiments(workload, kind, n));
      const Measurement two = laboratory.measure(of_experiments(other, kind, n));
      result.model.add(static_cast<double>(one.model) / static_cast<double>(two.model));
      if (one.rtl && two.rtl)
        result.rtl.add(static_cast<double>(*one.rtl) / static_cast<double>(*two.rtl));
    }
  }
  return result;
}

Finding finding_of(const Comparison& ratios, const char* what,
                   const std::vector<std::uint64_t>& sizes, const Figure& expected,
                   const std::string& why) {
  Finding finding =
      not_checked("measured on a GeForce Titan, which is not at hand; on the machines " + why);
  finding.parameters = {{"width", 32},
                        {"latency", kLatency},
                        {"size", sizes},
                        {"threads", "n/2"},
                        {"machine", {"dmm", "umm"}}};
  finding.closed = expected;
  finding.model = ratios.model.figure();
  finding.rtl = ratios.rtl.figure();
  finding.figures =
      fmt::format("{} = {:.2f} to {:.2f}", what, ratios.model.least, ratios.model.most);
  return finding;
}

std::vector<std::uint64_t> small_sizes() { return {64, 128, 256, 512}; }
std::vector<std::uint64_t> large_sizes() { return {4096, 8192, 16384}; }

Finding optimal_is_slow_when_small(Laboratory& laboratory) {
  const Comparison ratios = compare(laboratory, "prefix-sums-optimal", "sum", small_sizes());
  return finding_of(ratios, "optimal/sum", small_sizes(), {{"least", 2}},
                    "it is so: 7 rounds a step where the sum has 3");
}

Finding simple_is_as_fast_when_small(Laboratory& laboratory) {
  constexpr double kAlmost = 1.1;
  const Comparison ratios = compare(laboratory, "prefix-sums-simple", "sum", small_sizes());
  return finding_of(ratios, "simple/sum", small_sizes(), {{"most", kAlmost}},
                    "it is not so, \"almost\" taken as 10 %: with n/2 threads a step over n - 2^t "
                    "elements takes two passes of the simple prefix sums "
                    "and one of the sum: nl log n / p is as large as l log n");
}

Finding simple_is_slowest_when_large(Laboratory& laboratory) {
  Comparison ratios =
      compare(laboratory, "prefix-sums-simple", "prefix-sums-optimal", large_sizes());
  return finding_of(ratios, "simple/optimal", large_sizes(), {{"least", 1}},
                    "it is so: n log n / w against n/w; the sum is faster than both");
}

}  // namespace

std::vector<Claim> sums_figure_8_claims() {
  const std::string place = sums_source("Section 8");
  return {
      {"sums.fig-8.optimal-small-n", place,
       "for small n the optimal prefix sums take much longer than the sum, their latency overhead "
       "being more than 2 l log n",
       optimal_is_slow_when_small, 0.5},
      {"sums.fig-8.simple-small-n", place,
       "for small n the simple prefix sums and the sum take almost the same time, with n/2 threads",
       simple_is_as_fast_when_small, 0.5},
      {"sums.fig-8.simple-large-n", place,
       "for large n the simple prefix sums take longer than the others",
       simple_is_slowest_when_large, 1},
      {"sums.fig-8.times", sums_source("Section 8, fig. 8"), "the curves of the figure",
       [](Laboratory&) {
         return not_checked(
             "running times on a GeForce Titan: its figures are in the picture only, not in the "
             "text, and a memory machine's time units are no seconds",
             "no data");
       }},
  };
}

}  // namespace superwarp::reproduce
