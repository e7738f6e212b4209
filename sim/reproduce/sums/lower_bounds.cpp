#include "sim/workload/lower_bounds.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/reproduce/sums/claims.h"
#include "sim/reproduce/sums/runs.h"

namespace superwarp::reproduce {
namespace {

using Term = std::uint64_t workload::LowerBounds::*;

/// The smallest time over one bound among all runs of all three algorithms, on both machines.
Finding never_undercut(Laboratory& laboratory, Term term, const char* premise) {
  const std::vector<std::pair<const char*, Extent>> algorithms = {
      {"sum", {}}, {"prefix-sums-simple", {12, 8}}, {"prefix-sums-optimal", {13, 9}}};
  std::vector<Experiment> runs;
  for (const auto& [workload, extent] : algorithms) {
    for (const MachineKind kind : {MachineKind::kDmm, MachineKind::kUmm}) {
      for (Experiment& e : sum_runs(workload, kind, extent)) runs.push_back(std::move(e));
    }
  }
  double model = 1e300;
  std::optional<double> rtl;
  std::string closest;
  for (const Experiment& e : runs) {
    const Measurement& m = laboratory.measure(e);
    const auto bound =
        static_cast<double>(workload::lower_bounds(workload::Task::kReduce, e.size, e.threads,
                                                   e.machine.width, e.machine.latency).*
                            term);
    const double ratio = static_cast<double>(m.model) / bound;
    if (ratio < model) {
      model = ratio;
      closest = e.command();
    }
    if (m.rtl) rtl = std::min(rtl.value_or(1e300), static_cast<double>(*m.rtl) / bound);
  }
  Finding finding;
  finding.parameters = grid_figure(runs);
  finding.parameters["schedule"] = {"rounds", "async"};
  finding.closed = {{"smallest_ratio", 1}};
  finding.model = {{"smallest_ratio", model}};
  if (rtl) finding.rtl = {{"smallest_ratio", *rtl}};
  finding.figures = fmt::format("time/bound >= {:.3f}", std::min(model, rtl.value_or(model)));
  finding.decide(model >= 1 && rtl.value_or(1) >= 1,
                 fmt::format("no run of the three algorithms is faster; that no algorithm is rests "
                             "on the proof: {}; closest: {}",
                             premise, closest));
  return finding;
}

}  // namespace

std::vector<Claim> sums_lower_bound_claims() {
  return {
      {"sums.theorem-2.bandwidth", sums_source("Section 5, Theorem 2, bandwidth limitation"),
       "the sum of n numbers takes n/w time units at least",
       [](Laboratory& l) {
         return never_undercut(l, &workload::LowerBounds::bandwidth,
                               "a slot serves at most w words, which the scoreboard checks");
       },
       1},
      {"sums.theorem-2.latency", sums_source("Section 5, Theorem 2, latency limitation"),
       "the sum of n numbers takes nl/p time units at least",
       [](Laboratory& l) {
         return never_undercut(
             l, &workload::LowerBounds::latency,
             "a thread has one request in l time units, which the scoreboard checks");
       },
       1},
      {"sums.theorem-2.reduction", sums_source("Section 5, Theorem 2, reduction limitation"),
       "the sum of n numbers takes l log n time units at least",
       [](Laboratory& l) {
         return never_undercut(
             l, &workload::LowerBounds::reduction,
             "in l time units a thread takes in one word, so at best half of the words are merged");
       },
       1},
  };
}

}  // namespace superwarp::reproduce
