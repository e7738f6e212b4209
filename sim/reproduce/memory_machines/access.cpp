// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "sim/reproduce/grid.h"
#include "sim/reproduce/memory_machines/runs.h"
#include "sim/reproduce/papers.h"

// Symbols as in Section III: s = n/p words a processor, G = gcd(n/p, w).

namespace superwarp::reproduce {
namespace {

/// k requests to one bank: one round of k/w warps.
Finding pipeline(Laboratory& laboratory) {
  const auto sizes = [](std::uint64_t w) { return Sizes{w, 4 * w}; };
  return check_exact(laboratory,
                     grid({MachineKind::kDmm, "all-same-bank", {4, 8, 16, 32, 64}, sizes},
                          [](const Experiment& e) { return e.threads == e.size; }),
                     [](const Experiment& e, const Counted&) {
                       const Symbols o(e);
                       return o.n + o.l - 1;
                     });
}

Finding contiguous(Laboratory& laboratory, MachineKind kind) {
  return check_exact(laboratory, sequential_accesses("contiguous", kind),
                     [](const Experiment& e, const Counted&) {
                       const Symbols o(e);
                       return (o.p / o.w + o.l - 1) * (o.n / o.p);
                     });
}

Finding contiguous_ipsj(Laboratory& laboratory) {
  return check_exact(
      laboratory, sequential_accesses("contiguous", MachineKind::kDmm),
      [](const Experiment& e, const Counted&) {
        const Symbols o(e);
        return (o.n / o.w + o.l - 1) * (o.n / o.p);
      },
      "; a round has p/w warps, not n/w: IPDPSW prints (p/w + l - 1)s, which is exact");
}

/// `each` is the congestion of a warp.
Finding stride(Laboratory& laboratory, MachineKind kind,
               std::uint64_t (*each)(std::uint64_t s, std::uint64_t w), const char* note = "") {
  return check_exact(
      laboratory, sequential_accesses("stride", kind),
      [each](const Experiment& e, const Counted&) {
        const Symbols o(e);
        const std::uint64_t s = o.n / o.p;
        return (each(s, o.w) * (o.p / o.w) + o.l - 1) * s;
      },
      note);
}

Finding stride_dmm(Laboratory& laboratory) {
  return stride(laboratory, MachineKind::kDmm,
                [](std::uint64_t s, std::uint64_t w) { return std::gcd(s, w); });
}

Finding stride_umm(Laboratory& laboratory) {
  return stride(
      laboratory, MachineKind::kUmm,
      [](std::uint64_t s, std::uint64_t w) { return std::min(s, w); },
      "; printed for s < w as \"at most\": a warp's words span s whole groups, so it is exact");
}

/// Slots of stride access n/p times those of contiguous access.
Finding stride_umm_overhead(Laboratory& laboratory) {
  return stride(
      laboratory, MachineKind::kUmm, [](std::uint64_t s, std::uint64_t) { return s; },
      "; a warp has w words, so that the factor is min(n/p, w), and the paper's own bound says n");
}

/// The bracket of Section I.C closes behind nl/p: no latency could cost more than n.
Finding stride_umm_section_1(Laboratory& laboratory) {
  std::vector<Experiment> runs;
  for (const std::uint32_t l : {16U, 64U, 256U, 1024U})
    runs.push_back(run_of("stride", MachineKind::kUmm, 4, 64, 4, l));
  const auto f = [](const Experiment& e) {
    return std::min(stride_groups(e) + Symbols(e).latency_term(), static_cast<double>(e.size));
  };
  const auto law = [](const Experiment& e) {
    return Symbols(e).latency_term() / static_cast<double>(e.size);
  };
  return check_growth(
      laboratory, {"l = 16, 64, 256, 1024 (n = 64, p = w = 4)", runs, f, law,
                   "every processor waits l time units for each of its n/p words, whatever n is"});
}

Finding contiguous_optimal(Laboratory& laboratory) {
  std::vector<Experiment> runs =
      on_both([](MachineKind kind) { return sequential_accesses("contiguous", kind); });
  const auto latency_shows = [](const Experiment& e) {
    return Symbols(e).w * Symbols(e).l > e.threads;
  };
  runs.erase(std::remove_if(runs.begin(), runs.end(), latency_shows), runs.end());
  return check_bound(laboratory, runs,
                     {bandwidth_bound, 2, "n/w + (l-1)n/p, and n l/p <= n/w where w l <= p"});
}

Finding stride_optimal(Laboratory& laboratory) {
  std::vector<Experiment> runs;
  for (Experiment& e : sequential_accesses("stride", MachineKind::kDmm)) {
    const Symbols o(e);
    if (o.w * o.l <= o.p && std::gcd(o.n / o.p, o.w) == 1) runs.push_back(std::move(e));
  }
  return check_bound(
      laboratory, runs,
      {bandwidth_bound, 2, "G = 1: n/w + (l-1)n/p, and n l/p <= n/w where w l <= p"});
}

}  // namespace

std::vector<Claim> memory_machines_access_claims() {
  return {
      {"memory-machines.pipeline", memory_machines_source("Section II"),
       "k continuous access requests to one bank take k + l - 1 time units", pipeline},
      {"memory-machines.contiguous.dmm", ipdpsw_source("Section III"),
       "contiguous access takes (p/w + l - 1)s time units on the DMM, s = n/p",
       [](Laboratory& l) { return contiguous(l, MachineKind::kDmm); }, 2},
      {"memory-machines.contiguous.umm", ipdpsw_source("Section III"),
       "contiguous access takes (p/w + l - 1)s time units on the UMM as on the DMM",
       [](Laboratory& l) { return contiguous(l, MachineKind::kUmm); }, 2},
      {"memory-machines.contiguous.ipsj", "DMM/UMM paper (IPSJ), Section 3",
       "contiguous access takes (n/w + l - 1)s time units on the DMM", contiguous_ipsj},
      {"memory-machines.stride.dmm", memory_machines_source("Section III"),
       "stride access takes (G p/w + l - 1)s time units on the DMM, G = gcd(s, w)", stride_dmm, 3},
      {"memory-machines.stride.umm", memory_machines_source("Section III"),
       "stride access takes (min(s, w) p/w + l - 1)s time units on the UMM", stride_umm, 3},
      {"memory-machines.stride.umm.section-1", memory_machines_source("Section I.C"),
       "stride access runs in O(min(n, n/w n/p + nl/p)) on the UMM", stride_umm_section_1},
      {"memory-machines.stride.umm.overhead", memory_machines_source("Section I.C"),
       "stride access on the UMM needs an overhead of a factor of n/p: n/w n/p slots (any n/p)",
       stride_umm_overhead},
      {"memory-machines.contiguous.optimal", memory_machines_source("Section I.C"),
       "contiguous access is optimal on DMM and UMM when w l <= p: O(n/w)", contiguous_optimal},
      {"memory-machines.stride.optimal", memory_machines_source("Section I.C"),
       "stride access is optimal on the DMM when n/p and w are coprime and w l <= p: O(n/w)",
       stride_optimal},
  };
}

}  // namespace superwarp::reproduce
