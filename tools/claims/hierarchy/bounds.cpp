// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/grid.h"

namespace superwarp::reproduce {
namespace {

/// `workload` on DMMs of latency 1, with a global memory of `latency`. The RTL has width 4.
struct Hierarchical {
  std::uint32_t width, multiprocessors, warps, latency;  ///< warps of a multiprocessor

  [[nodiscard]] Experiment run(const std::string& workload) const {
    Experiment e;
    e.workload = workload;
    e.threads = multiprocessors * warps * width;
    e.machine = machine_of(kDmm, width, 1);
    e.machine.hierarchy = Hierarchy{multiprocessors, latency};
    e.rtl = width == 4;
    return e;
  }
};

template <class Visit>
void for_each_machine(const std::vector<std::uint32_t>& latencies, Visit visit) {
  for (const std::uint32_t w : {4, 8, 32}) {
    for (const std::uint32_t d : {1, 2, 4, 8}) {
      for (const std::uint32_t warps : {1, 4}) {
        for (const std::uint32_t l : latencies) visit(Hierarchical{w, d, warps, l});
      }
    }
  }
}

/// With at most as many multiprocessors as threads of each.
Runs sums() {
  return in_both_schedules([] {
    std::vector<Experiment> runs;
    for_each_machine({1, 7, 50, 400}, [&](const Hierarchical& h) {
      if (h.warps * h.width < h.multiprocessors) return;
      for (const std::uint64_t n : {1U, h.width, 100U, 1024U, 8192U}) {
        Experiment e = h.run("hmm-sum");
        e.size = n;
        e.rtl = e.rtl && n <= 1024 && h.latency <= 50;
        runs.push_back(e);
      }
    });
    return runs;
  });
}

Runs convolutions() {
  return in_both_schedules([] {
    std::vector<Experiment> runs;
    for_each_machine({1, 50, 400}, [&](const Hierarchical& h) {
      for (const std::uint64_t taps : {1, 5, 16}) {
        for (const std::uint64_t outputs : {1, 5}) {  // of a thread
          Experiment e = h.run("hmm-convolution");
          e.size = outputs * e.threads;
          e.taps = taps;
          e.rtl = e.rtl && h.latency <= 50 && e.size <= 160;
          if (taps * h.multiprocessors <= e.size) runs.push_back(e);
        }
      }
    });
    return runs;
  });
}

/// n/w + nl/p + l, with the l of the global memory.
double without_log(const Real& o) { return optimal(o) + o.l; }

}  // namespace

Claims hierarchy_bounds() {
  // The paper is known by its abstract alone: the algorithms are the project's.
  return {
      of_project({"hmm.sum", Kind::kAsymptotic, "HMM paper, abstract",
                  "the sum of n numbers takes O(n/w + nl/p + l + log n) time units",
                  bounded(sums(), {[](const Real& o) { return without_log(o) + o.log_n; }, 11,
                                   "checked against the abstract only, whose algorithm is not known here; ours, for d "
                                   "<= p/d: reading n/w + nl/p + l; adding up in shared memories 3 n/w + 2 log n + 3; "
                                   "the sums of at most n/w + 1 multiprocessors to global memory and back n/w (1 + "
                                   "1/w) + 2l, adding them up 3 n/w^2 + 2 log n + 3; the result l; l at least 1 pays "
                                   "for what is constant"}),
                  4}),
      of_project(
          {"hmm.convolution", Kind::kAsymptotic, "HMM paper, abstract",
           "the direct convolution of m and m + n - 1 numbers takes O(n/w + mn/(dw) + nl/p + l + "
           "log "
           "m) time units",
           bounded(convolutions(), {[](const Real& o) {
                                      const auto taps = static_cast<double>(o.run.taps);
                                      return without_log(o) + taps * o.n / o.run.machine.multiprocessors() / o.w;
                                    },
                                    14,
                                    "checked against the abstract only, whose algorithm is not known here; ours, for p "
                                    "<= n, where log m is not needed, and m d <= n: a to every shared memory 4 n/w + "
                                    "nl/p + l, b 8 n/w + 3 nl/p + l, the products 4 mn/(dw), the results 2 n/w + 2 "
                                    "nl/p "
                                    "+ l"}),
           4})};
}

}  // namespace superwarp::reproduce
