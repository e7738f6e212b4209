// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/reproduce/grid.h"

// The figure shows running times of one GPU, and the text concludes from them. The findings add
// what the machines do for the same sizes and threads, n/2 threads and w = 32. That is no verdict:
// a machine is no evidence for or against a measurement.

namespace superwarp::reproduce {
namespace {

constexpr std::uint32_t kLatency = 29;

/// The time of `workload` over that of `other`, named `what`, by model and RTL, on both machines.
Check compared_times(const char* workload, const char* other, const char* what, const Sizes& sizes,
                     const Figure& expected, const std::string& why) {
  return [=](Laboratory& laboratory) {
    Range model;
    Range rtl;
    for (const MachineKind kind : {kDmm, kUmm}) {
      for (const std::uint64_t n : sizes) {
        Experiment e = run_of(workload, kind, 32, n, static_cast<std::uint32_t>(n / 2), kLatency);
        e.machine.schedule = Schedule::kAsync;
        const Measurement& one = laboratory.measure(e);
        e.workload = other;
        const Measurement& two = laboratory.measure(e);
        model.add(static_cast<double>(one.model) / static_cast<double>(two.model));
        if (one.rtl && two.rtl)
          rtl.add(static_cast<double>(*one.rtl) / static_cast<double>(*two.rtl));
      }
    }
    Finding finding =
        not_checked("measured on a GeForce Titan, which is not at hand; on the machines " + why,
                    fmt::format("{} = {:.2f} to {:.2f}", what, model.least, model.most), expected);
    finding.parameters = {{"width", 32},
                          {"latency", kLatency},
                          {"size", sizes},
                          {"threads", "n/2"},
                          {"machine", {"dmm", "umm"}}};
    finding.model = model.figure();
    finding.rtl = rtl.figure();
    return finding;
  };
}

}  // namespace

Claims sums_figure_8() {
  const Sizes small = {64, 128, 256, 512};
  const Sizes large = {4096, 8192, 16384};
  const std::string place = "sum/prefix-sums chapter, Section 8";
  return {
      {"sums.fig-8.optimal-small-n", Kind::kFigure, place,
       "for small n the optimal prefix sums take much longer than the sum, their latency overhead "
       "being more than 2 l log n",
       compared_times("prefix-sums-optimal", "sum", "optimal/sum", small, {{"least", 2}},
                      "it is so: 7 rounds a step where the sum has 3"),
       0.5},
      {"sums.fig-8.simple-small-n", Kind::kFigure, place,
       "for small n the simple prefix sums and the sum take almost the same time, with n/2 threads",
       compared_times(
           "prefix-sums-simple", "sum", "simple/sum", small, {{"most", 1.1}},
           "it is not so, with \"almost\" read as 10 %: with n/2 threads a step over n - "
           "2^t elements takes two passes of the simple prefix sums and one of the sum: "
           "nl log n / p is as large as l log n"),
       0.5},
      {"sums.fig-8.simple-large-n", Kind::kFigure, place,
       "for large n the simple prefix sums take longer than the others",
       compared_times("prefix-sums-simple", "prefix-sums-optimal", "simple/optimal", large,
                      {{"least", 1}},
                      "it is so: n log n / w against n/w; the sum is faster than both"),
       1},
      {"sums.fig-8.times", Kind::kFigure, place + ", fig. 8", "the curves of the figure",
       unchecked(
           "running times on a GeForce Titan: its figures are in the picture only, not in the "
           "text, and a memory machine's time units are no seconds",
           "no data")},
  };
}

}  // namespace superwarp::reproduce
