// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "language/machine_info.h"
#include "sim/reproduce/papers.h"
#include "sim/reproduce/sums/runs.h"
#include "sim/workload/lower_bounds.h"

namespace superwarp::reproduce {
namespace {

// Constants. Loops over E_1, E_2, .. elements, a rounds a pass, c slots for every warp at most:
// sum of c ceil(E/w) + a(l-1) ceil(E/p) <= c (E/w + 1) + a(l-1)(E/p + 1). There are log n loops.

Finding theorem_1(Laboratory& laboratory, MachineKind kind) {
  return check_scheduled(
      laboratory, sum_runs("sum", kind, {}),
      {optimal_time, 3,
       "log n loops over n/2, n/4, .. 1 elements, three accesses of consecutive words each: at "
       "most 3(n/w + log n) slots and 3(n/p + log n) rounds of l-1 more"});
}

Finding lemma_2(Laboratory& laboratory, MachineKind kind) {
  const bool unified = kind == MachineKind::kUmm;
  const auto f = [](const Experiment& e) {
    const auto log_n = static_cast<double>(log_size(e));
    return throughput_terms(e) * log_n + e.machine.latency * log_n;
  };
  return check_scheduled(
      laboratory, sum_runs("prefix-sums-simple", kind, {12, 8}),
      {f, unified ? 5.0 : 3.0,
       unified ? "log n loops over less than n elements; a[i] costs one slot a warp, reading and "
                 "writing a[i + 2^t] two, as it straddles address groups: 5(n/w + 1) slots and "
                 "3(n/p + 1) rounds a loop"
               : "log n loops over less than n elements, three accesses of consecutive words each: "
                 "3(n/w + 1) slots and 3(n/p + 1) rounds a loop"});
}

Finding theorem_3(Laboratory& laboratory, MachineKind kind) {
  const bool unified = kind == MachineKind::kUmm;
  return check_scheduled(
      laboratory, sum_runs("prefix-sums-optimal", kind, {13, 9}),
      {optimal_time, unified ? 14.0 : 12.0,
       unified ? "E elements on the way up: 2 + 2 + 1 slots for w of them, on the way down 1 + 3 + "
                 "2 + 3; 7 rounds a pass; E adds up to less than n each way"
               : "E elements on the way up: 2 + 2 + 1 slots for w of them, on the way down 1 + 2 + "
                 "2 + 2; 7 rounds a pass; E adds up to less than n each way"});
}

std::vector<Experiment> sum_runs_on_both(const char* workload, const Extent& extent) {
  return on_both([&](MachineKind kind) { return sum_runs(workload, kind, extent); });
}

/// Time over the largest lower bound. `constant`: those of the three terms, added up.
Finding optimality(Laboratory& laboratory, const char* workload, const Extent& extent,
                   double constant, const char* why) {
  Finding finding = check_scheduled(laboratory, sum_runs_on_both(workload, extent),
                                    {largest_lower_bound, constant, why});
  finding.figures = fmt::format("time/lower bound <= {:.3f}, constant {:.0f}",
                                finding.model["largest_ratio"].get<double>(), constant);
  return finding;
}

/// The time over the largest lower bound, for n growing where one term is the whole bound.
Finding simple_is_not_optimal(Laboratory& laboratory) {
  struct Regime {
    const char* name;
    std::uint32_t threads, latency;
  };
  const std::vector<Regime> regimes = {{"n/w", 256, 1}, {"nl/p", 16, 100}};
  Finding finding;
  bool grows = true;
  Range per_log;  // time / (bound * log n)
  finding.model = Figure::object();
  finding.rtl = Figure::object();
  for (const MachineKind kind : {MachineKind::kDmm, MachineKind::kUmm}) {
    for (const Regime& regime : regimes) {
      double last = 0;
      Figure model = Figure::object();
      Figure rtl = Figure::object();
      for (std::uint32_t log_n = 8; log_n <= 14; log_n += 2) {
        Experiment e = run_of("prefix-sums-simple", kind, 16, std::uint64_t{1} << log_n,
                              regime.threads, regime.latency);
        e.rtl = log_n <= 10;
        const Measurement& m = laboratory.measure(e);
        const double ratio = static_cast<double>(m.model) / largest_lower_bound(e);
        const std::string n = std::to_string(e.size);
        model[n] = ratio;
        if (m.rtl) rtl[n] = static_cast<double>(*m.rtl) / largest_lower_bound(e);
        grows = grows && ratio > last;
        last = ratio;
        per_log.add(ratio / log_n);
      }
      const std::string name =
          fmt::format("{}, {} dominates", machine_info(kind).name, regime.name);
      finding.model[name] = model;
      finding.rtl[name] = rtl;
    }
  }
  finding.parameters = {{"width", 16},
                        {"threads", {256, 16}},
                        {"latency", {1, 100}},
                        {"size", {256, 1024, 4096, 16384}}};
  finding.closed = {{"time / (lower bound * log n) at least", 1}};
  finding.figures = fmt::format("time/lower bound = {:.2f} to {:.2f} times log n, growing",
                                per_log.least, per_log.most);
  finding.decide(grows && per_log.least >= 1,
                 "with n/w the largest bound and with nl/p the largest bound alike, time over the "
                 "bound rises with every n and is log n times it or more");
  return finding;
}

using Term = std::uint64_t workload::LowerBounds::*;

/// The smallest time over one bound among all runs of all three algorithms, on both machines.
Finding never_undercut(Laboratory& laboratory, Term term, const char* premise) {
  const std::vector<std::pair<const char*, Extent>> algorithms = {
      {"sum", {}}, {"prefix-sums-simple", {12, 8}}, {"prefix-sums-optimal", {13, 9}}};
  std::vector<Experiment> runs;
  for (const auto& [workload, extent] : algorithms)
    append(runs, sum_runs_on_both(workload, extent));
  const Ratios ratios = ratios_of(laboratory, runs, [term](const Experiment& e) {
    const auto bounds = workload::lower_bounds(workload::Task::kReduce, e.size, e.threads,
                                               e.machine.width, e.machine.latency);
    return static_cast<double>(bounds.*term);
  });
  Finding finding = never_below(runs, ratios,
                                fmt::format("no run of the three algorithms is faster; that no "
                                            "algorithm is rests on the proof: {}; closest: {}",
                                            premise, ratios.closest.command()));
  finding.parameters["schedule"] = {"rounds", "async"};
  return finding;
}

}  // namespace

std::vector<Claim> sums_theorem_claims() {
  std::vector<Claim> all;
  const auto on_both = [&](const char* id, const char* place, const char* text,
                           Finding (*check)(Laboratory&, MachineKind), double seconds) {
    for (const MachineKind kind : {MachineKind::kDmm, MachineKind::kUmm}) {
      const std::string& name = machine_info(kind).name;
      all.push_back({fmt::format("{}.{}", id, name), sums_source(place),
                     fmt::format("{} on the {}", text, name),
                     [check, kind](Laboratory& l) { return check(l, kind); }, seconds});
    }
  };
  on_both("sums.theorem-1", "Section 4, Theorem 1",
          "the sum of n numbers takes O(n/w + nl/p + l log n) time units", theorem_1, 3);
  on_both("sums.lemma-2", "Section 6, Lemma 2",
          "the simple prefix sums take O((n log n)/w + (nl log n)/p + l log n) time units", lemma_2,
          4);
  on_both("sums.theorem-3", "Section 7, Theorem 3",
          "the optimal prefix sums take O(n/w + nl/p + l log n) time units", theorem_3, 5);
  all.push_back({"sums.optimal.sum", sums_source("Section 5, after Theorem 2"),
                 "the sum algorithm is optimal: its time is within a constant of the lower bounds",
                 [](Laboratory& l) {
                   return optimality(
                       l, "sum", {}, 9,
                       "at most 3 n/w + 3 nl/p + 3 l log n, each term at most the largest bound");
                 },
                 0.2});
  all.push_back({"sums.optimal.prefix-sums", sums_source("Section 7, after Theorem 3"),
                 "the prefix-sum algorithm of Theorem 3 is optimal: its time is within a constant "
                 "of the lower bounds",
                 [](Laboratory& l) {
                   return optimality(l, "prefix-sums-optimal", {13, 9}, 28,
                                     "at most 14 n/w + 7 nl/p + 7 l log n on the UMM and 12 n/w on "
                                     "the DMM, each term at most the largest bound");
                 },
                 0.2});
  all.push_back({"sums.lemma-2.not-optimal", sums_source("Section 6, after Lemma 2"),
                 "the simple prefix-sum algorithm is not optimal: a factor of log n both for n/w "
                 "and for nl/p",
                 simple_is_not_optimal, 2});
  return all;
}

std::vector<Claim> sums_lower_bound_claims() {
  return {
      {"sums.theorem-2.bandwidth", sums_source("Section 5, Theorem 2, bandwidth limitation"),
       "the sum of n numbers takes n/w time units at least",
       [](Laboratory& l) {
         return never_undercut(l, &workload::LowerBounds::bandwidth,
                               "a slot serves at most w words, which the bench checks");
       },
       1},
      {"sums.theorem-2.latency", sums_source("Section 5, Theorem 2, latency limitation"),
       "the sum of n numbers takes nl/p time units at least",
       [](Laboratory& l) {
         return never_undercut(l, &workload::LowerBounds::latency,
                               "a thread has one request in l time units, which the bench checks");
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
