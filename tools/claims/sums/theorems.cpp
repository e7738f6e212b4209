// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "model/machine/machine_info.h"
#include "tools/claims/grid.h"

namespace superwarp::reproduce {
namespace {

/// n/w + nl/p + l log n: Theorems 1, 2 and 3 without their O.
double sum_time(const Real& o) { return optimal(o) + o.l * o.log_n; }

/// `workload` over n, p, l and w in both schedules: n from 2 to 2^log_most, p from w to n and one p
/// beyond n, l from 1 to 400, w from 4 to 128, so that every term of the running time is the
/// largest one somewhere. The RTL runs those of w <= 32 and n <= 2^log_rtl.
struct Extent {
  std::uint32_t log_most = 14;
  std::uint32_t log_rtl = 10;
};
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

/// Section 2, fig. 3: the same two warps on each machine.
Check figure_3(MachineKind kind, const std::vector<std::uint32_t>& congestion) {
  return picture({{7, 5, 15, 0}, {10, 11, 12, 9}}, machine_of(kind, 4, 5), congestion);
}

/// Contiguous access with p up to n, or with n below p, on DMM and UMM.
Runs accesses(const Accept& accept, Schedule schedule, Sizes (*sizes)(std::uint64_t)) {
  return [=] {
    std::vector<Experiment> runs;
    for (const MachineKind kind : {kDmm, kUmm}) {
      for (const std::uint32_t w : {4, 8, 16, 32, 64}) {
        for (const std::uint64_t n : sizes(w)) {
          for (const std::uint32_t warps : {1, 2, 3, 8, 9, 32}) {
            for (const std::uint32_t l : {1, 2, 8, 9, 50, 400}) {
              Experiment e = run_of("contiguous", kind, w, n, warps * w, l);
              e.machine.schedule = schedule;
              if (accept({e})) runs.push_back(e);
            }
          }
        }
      }
    }
    return runs;
  };
}

Sizes any_sizes(std::uint64_t w) { return {2, w - 1, w, 3 * w + 1, 96 * w, 100 * w + 1}; }

/// Runs in which p divides n, and a thread's next request finds the pipeline empty, or full.
Runs in_case(bool few_warps) {
  return accesses([few_warps](const Whole& o) { return o.n % o.p == 0 && (o.p / o.w <= o.l) == few_warps; },
                  Schedule::kAsync,
                  [](std::uint64_t w) {
                    return Sizes{w, 8 * w, 72 * w, 288 * w};
                  });
}

/// n/w + nl/p + l.
double access_time(const Real& o) { return optimal(o) + o.l; }

/// Section 3 says "prefix-sums" and means the access: no algorithm for prefix sums takes that time.
Finding prefix_sums_in_the_time_of_an_access(Laboratory& laboratory) {
  Finding finding = {{{"n = p = w", {4, 8, 16, 32, 64, 128}}, {"latency", 400}}};
  double last = 0;
  bool grows = true;
  for (const std::uint32_t w : {4, 8, 16, 32, 64, 128}) {
    const Experiment e = run_of("prefix-sums-optimal", kDmm, w, w, w, 400);
    const double f = access_time({e});
    const double ratio = largest_lower_bound({e}) / f;
    const std::string key = std::to_string(w);
    const Measurement& m = laboratory.measure(e);
    finding.closed["lower bound / f"][key] = ratio;
    finding.model["time / f"][key] = static_cast<double>(m.model) / f;
    if (m.rtl) finding.rtl["time / f"][key] = static_cast<double>(*m.rtl) / f;
    grows = grows && ratio > last;
    last = ratio;
    finding.counterexample = shown_by(e, m);
  }
  return concluded(finding, fmt::format("lower bound/f grows to {:.2f}", last), !grows,
                   "it is the contiguous access that takes this time (sums.lemma-1); prefix sums take l log n "
                   "or more (Theorem 2), on n = p = w (log n)/2 times this bound, without limit");
}

// Constants. Loops over E_1, E_2, .. elements, a rounds a pass, c slots for every warp at most:
// sum of c ceil(E/w) + a(l-1) ceil(E/p) <= c (E/w + 1) + a(l-1)(E/p + 1). There are log n loops.

constexpr Extent kSimpleExtent = {12, 8};
constexpr Extent kOptimalExtent = {13, 9};

Check theorem_1(MachineKind kind) {
  return bounded(sum_runs("sum", kind, {}),
                 {sum_time, 3,
                  "log n loops over n/2, n/4, .. 1 elements, three accesses of consecutive words "
                  "each: at most 3(n/w + log n) slots and 3(n/p + log n) rounds of l-1 more"});
}

Check lemma_2(MachineKind kind) {
  const bool unified = kind == kUmm;
  return bounded(sum_runs("prefix-sums-simple", kind, kSimpleExtent),
                 {[](const Real& o) { return optimal(o) * o.log_n + o.l * o.log_n; }, unified ? 5.0 : 3.0,
                  unified ? "log n loops over less than n elements; a[i] costs one slot a warp, reading and "
                            "writing a[i + 2^t] two, as it straddles address groups: 5(n/w + 1) slots and "
                            "3(n/p + 1) rounds a loop"
                          : "log n loops over less than n elements, three accesses of consecutive words each: "
                            "3(n/w + 1) slots and 3(n/p + 1) rounds a loop"});
}

Check theorem_3(MachineKind kind) {
  const bool unified = kind == kUmm;
  return bounded(sum_runs("prefix-sums-optimal", kind, kOptimalExtent),
                 {sum_time, unified ? 14.0 : 12.0,
                  fmt::format("E elements on the way up: 2 + 2 + 1 slots for w of them, on the way down {}; 7 "
                              "rounds a pass; E adds up to less than n each way",
                              unified ? "1 + 3 + 2 + 3" : "1 + 2 + 2 + 2")});
}

Runs sum_runs_on_both(const char* workload, const Extent& extent) {
  return on_both([=](MachineKind kind) { return sum_runs(workload, kind, extent); });
}

/// Time over the largest lower bound; `constant` adds up the constants of the three terms.
Check optimality(const char* workload, const Extent& extent, double constant, const char* why) {
  return [=](Laboratory& laboratory) {
    Finding finding = bounded(sum_runs_on_both(workload, extent), {largest_lower_bound, constant, why})(laboratory);
    finding.figures = fmt::format("time/lower bound <= {:.3f}, constant {:.0f}",
                                  finding.model["largest_ratio"].get<double>(), constant);
    return finding;
  };
}

/// The time over the largest lower bound, for growing n where one term is the whole bound.
Finding simple_is_not_optimal(Laboratory& laboratory) {
  struct Regime {
    const char* name;
    std::uint32_t threads, latency;
  };
  Finding finding = {{{"width", 16}, {"threads", {256, 16}}, {"latency", {1, 100}}, {"size", {256, 1024, 4096, 16384}}},
                     {{"time / (lower bound * log n) at least", 1}}};
  bool grows = true;
  Range per_log;  // time / (bound * log n)
  for (const MachineKind kind : {kDmm, kUmm}) {
    for (const Regime& regime : {Regime{"n/w", 256, 1}, Regime{"nl/p", 16, 100}}) {
      double last = 0;
      const std::string name = fmt::format("{}, {} dominates", machine_info(kind).name, regime.name);
      for (std::uint32_t log_n = 8; log_n <= 14; log_n += 2) {
        Experiment e =
            run_of("prefix-sums-simple", kind, 16, std::uint64_t{1} << log_n, regime.threads, regime.latency);
        e.rtl = log_n <= 10;
        const Measurement& m = laboratory.measure(e);
        const double bound = largest_lower_bound({e});
        const double ratio = static_cast<double>(m.model) / bound;
        const std::string n = std::to_string(e.size);
        finding.model[name][n] = ratio;
        if (m.rtl) finding.rtl[name][n] = static_cast<double>(*m.rtl) / bound;
        grows = grows && ratio > last;
        last = ratio;
        per_log.add(ratio / log_n);
      }
    }
  }
  return concluded(finding,
                   fmt::format("time/lower bound = {:.2f} to {:.2f} times log n, growing", per_log.least, per_log.most),
                   grows && per_log.least >= 1,
                   "whether n/w or nl/p is the largest bound, time over the bound rises with every n and is log "
                   "n times it or more");
}

/// No run of the three algorithms, on both machines, goes below the bound `term`, printed as
/// `bound`.
Claim never_undercut(const char* limitation, const char* bound, std::uint64_t workload::LowerBounds::*term,
                     const char* premise) {
  const Runs runs = joined({sum_runs_on_both("sum", {}), sum_runs_on_both("prefix-sums-simple", kSimpleExtent),
                            sum_runs_on_both("prefix-sums-optimal", kOptimalExtent)});
  const auto bound_of = [term](const Real& o) { return static_cast<double>(lower_bounds_of(o).*term); };
  return {fmt::format("sums.theorem-2.{}", limitation),
          Kind::kBound,
          fmt::format("sum/prefix-sums chapter, Section 5, Theorem 2, {} limitation", limitation),
          fmt::format("the sum of n numbers takes {} time units at least", bound),
          never_below(runs, bound_of,
                      fmt::format("no run of the three algorithms is faster; that no algorithm is rests on the "
                                  "proof: {}",
                                  premise)),
          1};
}

}  // namespace

Claims sums_theorems() {
  Claims claims = {
      {"sums.fig-3.dmm", Kind::kFigure, "sum/prefix-sums chapter, Section 2, fig. 3",
       "m[7], m[5], m[15], m[0] and m[10], m[11], m[12], m[9] take 2 + 1 + 4 = 7 time units on the "
       "DMM with w = 4, l = 5",
       figure_3(kDmm, {2, 1})},
      {"sums.fig-3.umm", Kind::kFigure, "sum/prefix-sums chapter, Section 2, fig. 3",
       "the same accesses take 3 + 2 + 4 = 9 time units on the UMM", figure_3(kUmm, {3, 2})},
      {"sums.contiguous.case-1", Kind::kExact, "sum/prefix-sums chapter, Section 3, Case 1",
       "contiguous access takes nl/p + p/w - 1 time units when p/w <= l, on DMM and UMM, warps "
       "going on by themselves",
       exact(in_case(true), [](const Whole& o) { return o.n / o.p * o.l + o.p / o.w - 1; }), 1},
      {"sums.contiguous.case-2", Kind::kExact, "sum/prefix-sums chapter, Section 3, Case 2",
       "contiguous access takes n/w + l - 1 time units when p/w > l, on DMM and UMM, warps going "
       "on by themselves",
       exact(in_case(false), [](const Whole& o) { return o.n / o.w + o.l - 1; }), 1},
      {"sums.contiguous.few-words", Kind::kExact, "sum/prefix-sums chapter, Section 3, before Lemma 1",
       "for n < p contiguous access takes O(n/w + l) time units",
       exact(
           accesses([](const Whole& o) { return o.n < o.p; }, Schedule::kAsync, any_sizes),
           [](const Whole& o) { return (o.n + o.w - 1) / o.w + o.l - 1; },
           "; the O(n/w + l) of the text, with constant 1 where n/w is rounded up"),
       1},
      {"sums.lemma-1", Kind::kAsymptotic, "sum/prefix-sums chapter, Section 3, Lemma 1",
       "contiguous access takes O(n/w + nl/p + l) time units on DMM and UMM",
       bounded(in_both_schedules(accesses([](const Whole&) { return true; }, Schedule::kRounds, any_sizes)),
               {access_time, 1,
                "round by round ceil(n/w) + (l-1) ceil(n/p) <= n/w + 1 + (l-1)(n/p + 1); "
                "asynchronously nl/p + p/w - 1 with p/w <= l, or n/w + l - 1"}),
       2},
      {"sums.lemma-1.as-printed", Kind::kAsymptotic, "sum/prefix-sums chapter, Section 3, sentence before Lemma 1",
       "\"the prefix-sums can be computed in O(n/w + nl/p + l) time units\"", prefix_sums_in_the_time_of_an_access, 0.2,
       Weight::kSlip},
  };
  const auto on_each = [&](const char* id, const char* place, const char* text, Check (*check)(MachineKind),
                           double seconds) {
    for (const MachineKind kind : {kDmm, kUmm}) {
      const std::string& name = machine_info(kind).name;
      claims.push_back({fmt::format("sums.{}.{}", id, name), Kind::kAsymptotic,
                        fmt::format("sum/prefix-sums chapter, {}", place), fmt::format("{} on the {}", text, name),
                        check(kind), seconds});
    }
  };
  on_each("theorem-1", "Section 4, Theorem 1", "the sum of n numbers takes O(n/w + nl/p + l log n) time units",
          theorem_1, 3);
  on_each("lemma-2", "Section 6, Lemma 2",
          "the simple prefix sums take O((n log n)/w + (nl log n)/p + l log n) time units", lemma_2, 4);
  on_each("theorem-3", "Section 7, Theorem 3", "the optimal prefix sums take O(n/w + nl/p + l log n) time units",
          theorem_3, 5);
  const Claims on_optimality = {
      {"sums.optimal.sum", Kind::kAsymptotic, "sum/prefix-sums chapter, Section 5, after Theorem 2",
       "the sum algorithm is optimal: its time is within a constant of the lower bounds",
       optimality("sum", {}, 9, "at most 3 n/w + 3 nl/p + 3 l log n, each term at most the largest bound"), 0.2},
      {"sums.optimal.prefix-sums", Kind::kAsymptotic, "sum/prefix-sums chapter, Section 7, after Theorem 3",
       "the prefix-sum algorithm of Theorem 3 is optimal: its time is within a constant of the "
       "lower bounds",
       optimality("prefix-sums-optimal", kOptimalExtent, 28,
                  "at most 14 n/w + 7 nl/p + 7 l log n on the UMM and 12 n/w on the DMM, each term "
                  "at most the largest bound"),
       0.2},
      {"sums.lemma-2.not-optimal", Kind::kAsymptotic, "sum/prefix-sums chapter, Section 6, after Lemma 2",
       "the simple prefix-sum algorithm is not optimal: a factor of log n both for n/w and for "
       "nl/p",
       simple_is_not_optimal, 2},
      never_undercut("bandwidth", "n/w", &workload::LowerBounds::bandwidth,
                     "a slot serves at most w words, which the bench checks"),
      never_undercut("latency", "nl/p", &workload::LowerBounds::latency,
                     "a thread has one request in l time units, which the bench checks"),
      never_undercut("reduction", "l log n", &workload::LowerBounds::reduction,
                     "in l time units a thread takes in one word, so at best half of the words are merged"),
  };
  claims.insert(claims.end(), on_optimality.begin(), on_optimality.end());
  return claims;
}

}  // namespace superwarp::reproduce
