// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/grid.h"
#include "sim/reproduce/papers.h"
#include "sim/reproduce/sums/runs.h"

namespace superwarp::reproduce {
namespace {

/// l of the abstract, the global memory's.
double latency_of(const Experiment& e) { return e.machine.hierarchy->latency; }

/// n/w + nl/p + l.
double without_log(const Experiment& e) {
  const auto n = static_cast<double>(e.elements());
  return n / e.machine.width + n * latency_of(e) / e.threads + latency_of(e);
}

/// `workload` on DMMs of latency 1: `warps` a multiprocessor. The RTL has width 4.
Experiment hierarchical_run(const std::string& workload, std::uint32_t width,
                            std::uint32_t multiprocessors, std::uint32_t warps,
                            std::uint32_t latency) {
  Experiment e;
  e.workload = workload;
  e.threads = multiprocessors * warps * width;
  e.machine = machine_of(MachineKind::kDmm, width, 1);
  e.machine.hierarchy = Hierarchy{multiprocessors, latency};
  e.rtl = width == 4;
  return e;
}

std::vector<Experiment> hierarchical_sums() {
  std::vector<Experiment> runs;
  for (const std::uint32_t w : {4, 8, 32}) {
    for (const std::uint32_t d : {1, 2, 4, 8}) {
      for (const std::uint32_t warps : {1, 4}) {
        if (warps * w < d) continue;
        for (const std::uint64_t n : {1U, w, 100U, 1024U, 8192U}) {
          for (const std::uint32_t l : {1, 7, 50, 400}) {
            Experiment e = hierarchical_run("hmm-sum", w, d, warps, l);
            e.size = n;
            e.rtl = e.rtl && n <= 1024 && l <= 50;
            runs.push_back(e);
          }
        }
      }
    }
  }
  return in_both_schedules(std::move(runs));
}

Finding sum_bound(Laboratory& laboratory) {
  return check_scheduled(
      laboratory, hierarchical_sums(),
      {[](const Experiment& e) { return without_log(e) + static_cast<double>(log_size(e)); }, 11,
       "checked against the abstract only, whose algorithm is not known here; ours, for d <= p/d: "
       "reading n/w + nl/p + l; adding up in shared memories 3 n/w + 2 log n + 3; the sums of at "
       "most "
       "n/w + 1 multiprocessors to global memory and back n/w (1 + 1/w) + 2l, adding them up "
       "3 n/w^2 + 2 log n + 3; the result l; l at least 1 pays for what is constant"});
}

std::vector<Experiment> convolutions() {
  std::vector<Experiment> runs;
  for (const std::uint32_t w : {4, 8, 32}) {
    for (const std::uint32_t d : {1, 2, 4, 8}) {
      for (const std::uint32_t warps : {1, 4}) {
        for (const std::uint64_t m : {1, 5, 16}) {
          for (const std::uint64_t each : {1, 5}) {  // outputs of a thread
            for (const std::uint32_t l : {1, 50, 400}) {
              Experiment e = hierarchical_run("hmm-convolution", w, d, warps, l);
              e.size = each * e.threads;
              e.taps = m;
              e.rtl = e.rtl && l <= 50 && e.size <= 160;
              if (m * d <= e.size) runs.push_back(e);
            }
          }
        }
      }
    }
  }
  return in_both_schedules(std::move(runs));
}

Finding convolution_bound(Laboratory& laboratory) {
  return check_scheduled(
      laboratory, convolutions(),
      {[](const Experiment& e) {
         const auto n = static_cast<double>(e.elements());
         return without_log(e) +
                static_cast<double>(e.taps) * n / e.machine.multiprocessors() / e.machine.width;
       },
       14,
       "checked against the abstract only, whose algorithm is not known here; ours, for p <= n, "
       "where "
       "log m is not needed, and m d <= n: a to every shared memory 4 n/w + nl/p + l, b 8 n/w + 3 "
       "nl/p + l, the products 4 mn/(dw), the results 2 n/w + 2 nl/p + l"});
}

}  // namespace

std::vector<Claim> hierarchy_claims() {
  return {
      {"hmm.sum", hierarchy_source("abstract"),
       "the sum of n numbers takes O(n/w + nl/p + l + log n) time units", sum_bound, 4},
      {"hmm.convolution", hierarchy_source("abstract"),
       "the direct convolution of m and m + n - 1 numbers takes O(n/w + mn/(dw) + nl/p + l + log "
       "m) time units",
       convolution_bound, 4}};
}

}  // namespace superwarp::reproduce
