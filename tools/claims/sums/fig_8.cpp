// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tools/claims/grid.h"

// The figure shows running times of one GPU, and the text concludes from them. The findings add
// what the machines do with the paper's sizes and threads and w = 32. This gives no verdict: a
// machine cannot confirm or refute a measurement.

namespace superwarp::reproduce {
namespace {

/// Which memory an experiment of Section 8 is about.
struct Place {
  MachineKind kind;
  std::uint32_t latency;
  std::uint32_t most_threads;
};
constexpr Place kShared = {kDmm, 29, 1024};       ///< one block
constexpr Place kGlobal = {kUmm, 400, 1U << 26};  ///< n/2 threads in many blocks

/// `workload` on n numbers by n/2 threads, at most as many as the place has.
Experiment run_in(const Place& place, const char* workload, std::uint64_t n) {
  const auto threads = std::min<std::uint64_t>(n / 2, place.most_threads);
  Experiment e = run_of(workload, place.kind, 32, n, static_cast<std::uint32_t>(threads), place.latency);
  e.machine.schedule = Schedule::kAsync;
  e.rtl = n <= 1U << 14;
  return e;
}

/// The numbers 2^first, 2^(first + step), .. 2^last.
Sizes powers_of_two(std::uint32_t first, std::uint32_t last, std::uint32_t step = 1) {
  Sizes sizes;
  for (std::uint32_t log_n = first; log_n <= last; log_n += step) sizes.push_back(std::uint64_t{1} << log_n);
  return sizes;
}

/// The time of `workload` over that of `other`, named `what`, by model and RTL.
Check compared_times(const Place& place, const char* workload, const char* other, const char* what, const Sizes& sizes,
                     const std::string& why) {
  return [=](Laboratory& laboratory) {
    std::vector<double> ratios;
    Figure model = Figure::object();
    Figure rtl = Figure::object();
    for (const std::uint64_t n : sizes) {
      const Measurement& one = laboratory.measure(run_in(place, workload, n));
      const Measurement& two = laboratory.measure(run_in(place, other, n));
      const std::string key = std::to_string(n);
      ratios.push_back(static_cast<double>(one.model) / static_cast<double>(two.model));
      model[key] = ratios.back();
      if (one.rtl && two.rtl) rtl[key] = static_cast<double>(*one.rtl) / static_cast<double>(*two.rtl);
      laboratory.progress(static_cast<double>(ratios.size()) / static_cast<double>(sizes.size()));
    }
    Finding finding = not_checked("measured on a GeForce Titan, which is not at hand; on the machine " + why,
                                  fmt::format("{} = {:.2f}", what, fmt::join(ratios, ", ")), {{"ratio", nullptr}});
    finding.parameters = {{"machine", place.kind == kDmm ? "dmm" : "umm"},
                          {"width", 32},
                          {"latency", place.latency},
                          {"size", sizes},
                          {"threads", fmt::format("n/2, at most {}", place.most_threads)}};
    finding.model = model;
    finding.rtl = rtl.empty() ? Figure() : rtl;
    return finding;
  };
}

/// The reason that the text gives, which needs no GPU: T rounds of l time units each.
Check latency_overhead() {
  const Runs runs = [] {
    std::vector<Experiment> all;
    for (const std::uint64_t n : powers_of_two(6, 12)) all.push_back(run_in(kShared, "prefix-sums-optimal", n));
    return all;
  };
  return never_below(
      runs, [](const Real& o) { return 2 * o.l * o.log_n; },
      "each of the 2 log n steps waits l time units for every one of its accesses");
}

}  // namespace

Claims sums_figure_8() {
  const Sizes shared = powers_of_two(6, 12);
  const Sizes global = powers_of_two(10, 20, 2);
  const std::string place = "sum/prefix-sums chapter, Section 8";
  const char* const simple = "prefix-sums-simple";
  const char* const optimal = "prefix-sums-optimal";
  return {
      {"sums.fig-8.optimal-latency", Kind::kBound, place,
       "the latency overhead of the optimal prefix sums is more than 2 l log n", latency_overhead(), 0.3},
      {"sums.fig-8.optimal-small-n", Kind::kFigure, place,
       "in shared memory the optimal prefix sums take much longer than the sum for small n",
       compared_times(kShared, optimal, "sum", "optimal/sum", shared,
                      "it is so, n = 64 .. 4096: 7 rounds a step where the sum has 3"),
       0.5},
      {"sums.fig-8.simple-small-n", Kind::kFigure, place,
       "in shared memory the simple prefix sums and the sum take almost the same time for small n",
       compared_times(kShared, simple, "sum", "simple/sum", shared,
                      "it is not so, n = 64 .. 4096: with n/2 threads a step over n - 2^t elements takes two "
                      "passes of the simple prefix sums and one of the sum"),
       0.5},
      {"sums.fig-8.simple-large-n", Kind::kFigure, place,
       "in shared memory the simple prefix sums take longer than the others for large n",
       compared_times(kShared, simple, optimal, "simple/optimal", shared,
                      "it is so from n = 2048 on, n = 64 .. 4096: n log n/w against n/w"),
       0.5},
      {"sums.fig-8.global", Kind::kFigure, place,
       "in global memory n log n/w of the simple prefix sums dominates for large n, l log n for "
       "small n",
       compared_times(kGlobal, simple, optimal, "simple/optimal", global,
                      "it is so, n = 2^10, 2^12, .. 2^20: the simple prefix sums are faster first, "
                      "slower from 2^14 on at the latest"),
       12},
      only_by_name({"sums.fig-8.global.to-2-27", Kind::kFigure, place,
                    "the same up to 128M numbers, by 64M threads (the model alone, minutes)",
                    compared_times(kGlobal, simple, optimal, "simple/optimal", powers_of_two(21, 27),
                                   "the ratio goes on growing"),
                    900}),
      {"sums.fig-8.times", Kind::kFigure, place + ", fig. 8", "the curves of the figure",
       unchecked("running times on a GeForce Titan: its figures are in the picture only, not in the "
                 "text, and a memory machine's time units are no seconds",
                 "no data")},
  };
}

}  // namespace superwarp::reproduce
