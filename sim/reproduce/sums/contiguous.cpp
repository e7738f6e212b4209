// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/reproduce/papers.h"
#include "sim/reproduce/picture.h"
#include "sim/reproduce/sums/runs.h"

namespace superwarp::reproduce {
namespace {

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
  return accesses(
      [few_warps](const Whole& o) { return o.n % o.p == 0 && (o.p / o.w <= o.l) == few_warps; },
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
  finding.figures = fmt::format("lower bound/f grows to {:.2f}", last);
  finding.verdict = holds_if(!grows);
  finding.why =
      "it is the contiguous access that takes this time (sums.lemma-1); prefix sums take l log n "
      "or more (Theorem 2), on n = p = w (log n)/2 times this bound, without limit";
  return finding;
}

}  // namespace

Claims sums_accesses() {
  return {
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
      {"sums.contiguous.few-words", Kind::kExact,
       "sum/prefix-sums chapter, Section 3, before Lemma 1",
       "for n < p contiguous access takes O(n/w + l) time units",
       exact(
           accesses([](const Whole& o) { return o.n < o.p; }, Schedule::kAsync, any_sizes),
           [](const Whole& o) { return (o.n + o.w - 1) / o.w + o.l - 1; },
           "; the O(n/w + l) of the text, with constant 1 where n/w is rounded up"),
       1},
      {"sums.lemma-1", Kind::kAsymptotic, "sum/prefix-sums chapter, Section 3, Lemma 1",
       "contiguous access takes O(n/w + nl/p + l) time units on DMM and UMM",
       bounded(in_both_schedules(
                   accesses([](const Whole&) { return true; }, Schedule::kRounds, any_sizes)),
               {access_time, 1,
                "round by round ceil(n/w) + (l-1) ceil(n/p) <= n/w + 1 + (l-1)(n/p + 1); "
                "asynchronously nl/p + p/w - 1 with p/w <= l, or n/w + l - 1"}),
       2},
      {"sums.lemma-1.as-printed", Kind::kAsymptotic,
       "sum/prefix-sums chapter, Section 3, sentence before Lemma 1",
       "\"the prefix-sums can be computed in O(n/w + nl/p + l) time units\"",
       prefix_sums_in_the_time_of_an_access, 0.2, Weight::kSlip},
  };
}

}  // namespace superwarp::reproduce
