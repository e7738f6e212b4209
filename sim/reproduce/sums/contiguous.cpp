// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/reproduce/papers.h"
#include "sim/reproduce/picture.h"
#include "sim/reproduce/sums/runs.h"

namespace superwarp::reproduce {
namespace {

Finding figure_3(Laboratory& laboratory, MachineKind kind,
                 const std::vector<std::uint32_t>& congestion) {
  return check_picture(laboratory, {{7, 5, 15, 0}, {10, 11, 12, 9}}, machine_of(kind, 4, 5),
                       congestion);
}

/// Contiguous access with p up to n, or with n below p, on DMM and UMM.
std::vector<Experiment> accesses(const Accept& accept, Schedule schedule,
                                 const std::function<Sizes(std::uint32_t)>& sizes) {
  std::vector<Experiment> runs;
  for (const MachineKind kind : {MachineKind::kDmm, MachineKind::kUmm}) {
    for (const std::uint32_t w : {4, 8, 16, 32, 64}) {
      for (const std::uint64_t n : sizes(w)) {
        for (const std::uint32_t warps : {1, 2, 3, 8, 9, 32}) {
          for (const std::uint32_t l : {1, 2, 8, 9, 50, 400}) {
            Experiment e = run_of("contiguous", kind, w, n, warps * w, l);
            e.machine.schedule = schedule;
            if (accept(e)) runs.push_back(e);
          }
        }
      }
    }
  }
  return runs;
}

Sizes multiples(std::uint64_t w) { return {w, 8 * w, 72 * w, 288 * w}; }
Sizes any_sizes(std::uint64_t w) { return {2, w - 1, w, 3 * w + 1, 96 * w, 100 * w + 1}; }

std::uint32_t warps_of(const Experiment& e) { return e.threads / e.machine.width; }

/// Where p divides n and a thread's next request finds the pipeline empty, or full.
Finding check_case(Laboratory& laboratory, bool few_warps, const Formula& formula) {
  const auto in_case = [few_warps](const Experiment& e) {
    return e.size % e.threads == 0 && (warps_of(e) <= e.machine.latency) == few_warps;
  };
  return check_exact(laboratory, accesses(in_case, Schedule::kAsync, multiples), formula);
}

Finding few_warps_case(Laboratory& laboratory) {
  return check_case(laboratory, true, [](const Experiment& e, const Counted&) {
    return e.size / e.threads * e.machine.latency + warps_of(e) - 1;
  });
}

Finding many_warps_case(Laboratory& laboratory) {
  return check_case(laboratory, false, [](const Experiment& e, const Counted&) {
    return e.size / e.machine.width + e.machine.latency - 1;
  });
}

Finding fewer_words_than_threads(Laboratory& laboratory) {
  const auto inactive = [](const Experiment& e) { return e.size < e.threads; };
  return check_exact(
      laboratory, accesses(inactive, Schedule::kAsync, any_sizes),
      [](const Experiment& e, const Counted&) {
        const std::uint64_t w = e.machine.width;
        return (e.size + w - 1) / w + e.machine.latency - 1;
      },
      "; the O(n/w + l) of the text, with constant 1 where n/w is rounded up");
}

Finding lemma_1(Laboratory& laboratory) {
  const auto all = [](const Experiment&) { return true; };
  return check_scheduled(
      laboratory, in_both_schedules(accesses(all, Schedule::kRounds, any_sizes)),
      {[](const Experiment& e) { return throughput_terms(e) + e.machine.latency; }, 1,
       "round by round ceil(n/w) + (l-1) ceil(n/p) <= n/w + 1 + (l-1)(n/p + 1); asynchronously "
       "nl/p + p/w - 1 with p/w <= l, or n/w + l - 1"});
}

/// Where Section 3 says "prefix-sums" and means the access: what no algorithm for them can keep.
Finding prefix_sums_in_the_time_of_an_access(Laboratory& laboratory) {
  Finding finding;
  Figure ratios = Figure::object();
  Figure measured = Figure::object();
  Figure measured_rtl = Figure::object();
  double last = 0;
  bool grows = true;
  for (const std::uint32_t w : {4, 8, 16, 32, 64, 128}) {
    const Experiment e = run_of("prefix-sums-optimal", MachineKind::kDmm, w, w, w, 400);
    const double f = throughput_terms(e) + e.machine.latency;
    const double ratio = largest_lower_bound(e) / f;
    ratios[std::to_string(w)] = ratio;
    const Measurement& m = laboratory.measure(e);
    measured[std::to_string(w)] = static_cast<double>(m.model) / f;
    if (m.rtl) measured_rtl[std::to_string(w)] = static_cast<double>(*m.rtl) / f;
    grows = grows && ratio > last;
    last = ratio;
    finding.counterexample = shown_by(e, m);
  }
  finding.parameters = {{"n = p = w", {4, 8, 16, 32, 64, 128}}, {"latency", 400}};
  finding.closed = {{"lower bound / f", ratios}};
  finding.model = {{"time / f", measured}};
  finding.rtl = {{"time / f", measured_rtl}};
  finding.figures = fmt::format("lower bound/f grows to {:.2f}", last);
  finding.verdict = grows ? Verdict::kFails : Verdict::kHolds;
  finding.why =
      "it is the contiguous access that takes this time (sums.lemma-1); prefix sums take l log n "
      "or more (Theorem 2), on n = p = w (log n)/2 times this bound, without limit";
  return finding;
}

}  // namespace

std::vector<Claim> sums_figure_3_claims() {
  return {
      {"sums.fig-3.dmm", sums_source("Section 2, fig. 3"),
       "m[7], m[5], m[15], m[0] and m[10], m[11], m[12], m[9] take 2 + 1 + 4 = 7 time units on the "
       "DMM with w = 4, l = 5",
       [](Laboratory& l) {
         return figure_3(l, MachineKind::kDmm, {2, 1});
       }},
      {"sums.fig-3.umm", sums_source("Section 2, fig. 3"),
       "the same accesses take 3 + 2 + 4 = 9 time units on the UMM",
       [](Laboratory& l) {
         return figure_3(l, MachineKind::kUmm, {3, 2});
       }},
  };
}

std::vector<Claim> sums_contiguous_claims() {
  return {
      {"sums.contiguous.case-1", sums_source("Section 3, Case 1"),
       "contiguous access takes nl/p + p/w - 1 time units when p/w <= l, on DMM and UMM, warps "
       "going on by themselves",
       few_warps_case, 1},
      {"sums.contiguous.case-2", sums_source("Section 3, Case 2"),
       "contiguous access takes n/w + l - 1 time units when p/w > l, on DMM and UMM, warps going "
       "on by themselves",
       many_warps_case, 1},
      {"sums.contiguous.few-words", sums_source("Section 3, before Lemma 1"),
       "for n < p contiguous access takes O(n/w + l) time units", fewer_words_than_threads, 1},
      {"sums.lemma-1", sums_source("Section 3, Lemma 1"),
       "contiguous access takes O(n/w + nl/p + l) time units on DMM and UMM", lemma_1, 2},
      {"sums.lemma-1.as-printed", sums_source("Section 3, sentence before Lemma 1"),
       "\"the prefix-sums can be computed in O(n/w + nl/p + l) time units\"",
       prefix_sums_in_the_time_of_an_access, 0.2},
  };
}

}  // namespace superwarp::reproduce
