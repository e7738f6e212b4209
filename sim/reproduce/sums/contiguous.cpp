#include <fmt/format.h>

#include <algorithm>

#include "sim/reproduce/sums/claims.h"
#include "sim/reproduce/sums/runs.h"

namespace superwarp::reproduce {
namespace {

using Sizes = std::vector<std::uint64_t>;

/// Contiguous access with p up to n, or with n below p, on DMM and UMM.
std::vector<Experiment> accesses(const Accept& accept, Schedule schedule,
                                 const std::function<Sizes(std::uint32_t)>& sizes) {
  std::vector<Experiment> runs;
  for (const MachineKind kind : {MachineKind::kDmm, MachineKind::kUmm}) {
    for (const std::uint32_t w : {4, 8, 16, 32, 64}) {
      for (const std::uint64_t n : sizes(w)) {
        for (const std::uint32_t warps : {1, 2, 3, 8, 9, 32}) {
          for (const std::uint32_t l : {1, 2, 8, 9, 50, 400}) {
            Experiment e;
            e.workload = "contiguous";
            e.size = n;
            e.threads = warps * w;
            e.machine.kind = kind;
            e.machine.width = w;
            e.machine.latency = l;
            e.machine.schedule = schedule;
            e.rtl = w <= 32;
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

Finding case_1(Laboratory& laboratory) {
  const auto few_warps = [](const Experiment& e) {
    return e.size % e.threads == 0 && warps_of(e) <= e.machine.latency;
  };
  return check_exact(laboratory, accesses(few_warps, Schedule::kAsync, multiples),
                     [](const Experiment& e, const Counted&) {
                       return e.size / e.threads * e.machine.latency + warps_of(e) - 1;
                     });
}

Finding case_2(Laboratory& laboratory) {
  const auto many_warps = [](const Experiment& e) {
    return e.size % e.threads == 0 && warps_of(e) > e.machine.latency;
  };
  return check_exact(laboratory, accesses(many_warps, Schedule::kAsync, multiples),
                     [](const Experiment& e, const Counted&) {
                       return e.size / e.machine.width + e.machine.latency - 1;
                     });
}

Finding fewer_words_than_threads(Laboratory& laboratory) {
  const auto inactive = [](const Experiment& e) { return e.size < e.threads; };
  Finding finding = check_exact(laboratory, accesses(inactive, Schedule::kAsync, any_sizes),
                                [](const Experiment& e, const Counted&) {
                                  const std::uint64_t w = e.machine.width;
                                  return (e.size + w - 1) / w + e.machine.latency - 1;
                                });
  finding.why += "; the O(n/w + l) of the text, with constant 1 where n/w is rounded up";
  return finding;
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
    Experiment e;
    e.workload = "prefix-sums-optimal";
    e.size = e.threads = e.machine.width = w;
    e.machine.latency = 400;
    e.rtl = w <= 32;
    const double f = throughput_terms(e) + e.machine.latency;
    const double ratio = largest_lower_bound(e) / f;
    ratios[std::to_string(w)] = ratio;
    const Measurement& m = laboratory.measure(e);
    measured[std::to_string(w)] = static_cast<double>(m.model) / f;
    if (m.rtl) measured_rtl[std::to_string(w)] = static_cast<double>(*m.rtl) / f;
    grows = grows && ratio > last;
    last = ratio;
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

std::vector<Claim> sums_contiguous_claims() {
  return {
      {"sums.contiguous.case-1", sums_source("Section 3, Case 1"),
       "contiguous access takes nl/p + p/w - 1 time units when p/w <= l, on DMM and UMM, warps "
       "going on by themselves",
       case_1, 1},
      {"sums.contiguous.case-2", sums_source("Section 3, Case 2"),
       "contiguous access takes n/w + l - 1 time units when p/w > l, on DMM and UMM, warps going "
       "on by themselves",
       case_2, 1},
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
