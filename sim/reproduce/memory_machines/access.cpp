// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "sim/reproduce/memory_machines/runs.h"
#include "sim/reproduce/papers.h"

// Symbols as in Section III: s = n/p words a processor, G = gcd(n/p, w).

namespace superwarp::reproduce {
namespace {

/// k requests to one bank: one round of k/w warps.
Runs one_round_to_one_bank() {
  const auto sizes = [](std::uint64_t w) { return Sizes{w, 4 * w}; };
  return grid({kDmm, "all-same-bank", {4, 8, 16, 32, 64}, sizes},
              [](const Whole& o) { return o.p == o.n; });
}

std::uint64_t contiguous_time(const Whole& o) { return (o.p / o.w + o.l - 1) * (o.n / o.p); }

/// Stride access whose warps have `congestion`.
Check stride(MachineKind kind, std::uint64_t (*congestion)(std::uint64_t s, std::uint64_t w),
             const char* note = "") {
  return exact(
      sequential_accesses("stride", kind),
      [congestion](const Whole& o) {
        const std::uint64_t s = o.n / o.p;
        return (congestion(s, o.w) * (o.p / o.w) + o.l - 1) * s;
      },
      note);
}

bool latency_is_hidden(const Whole& o) { return threads_divide(o) && o.w * o.l <= o.p; }

}  // namespace

Claims memory_machines_accesses() {
  return {
      {"memory-machines.pipeline", Kind::kExact, "DMM/UMM papers, Section II",
       "k continuous access requests to one bank take k + l - 1 time units",
       exact(one_round_to_one_bank(), [](const Whole& o) { return o.n + o.l - 1; })},
      {"memory-machines.contiguous.dmm", Kind::kExact, "DMM/UMM paper (IPDPSW), Section III",
       "contiguous access takes (p/w + l - 1)s time units on the DMM, s = n/p",
       exact(sequential_accesses("contiguous", kDmm), contiguous_time), 2},
      {"memory-machines.contiguous.umm", Kind::kExact, "DMM/UMM paper (IPDPSW), Section III",
       "contiguous access takes (p/w + l - 1)s time units on the UMM as on the DMM",
       exact(sequential_accesses("contiguous", kUmm), contiguous_time), 2},
      {"memory-machines.contiguous.ipsj", Kind::kExact, "DMM/UMM paper (IPSJ), Section 3",
       "contiguous access takes (n/w + l - 1)s time units on the DMM",
       exact(
           sequential_accesses("contiguous", kDmm),
           [](const Whole& o) { return (o.n / o.w + o.l - 1) * (o.n / o.p); },
           "; a round has p/w warps, not n/w: IPDPSW prints (p/w + l - 1)s, which is exact"),
       0.1, Weight::kSlip},
      {"memory-machines.stride.dmm", Kind::kExact, "DMM/UMM papers, Section III",
       "stride access takes (G p/w + l - 1)s time units on the DMM, G = gcd(s, w)",
       stride(kDmm, [](std::uint64_t s, std::uint64_t w) { return std::gcd(s, w); }), 3},
      {"memory-machines.stride.umm", Kind::kExact, "DMM/UMM papers, Section III",
       "stride access takes (min(s, w) p/w + l - 1)s time units on the UMM",
       stride(
           kUmm, [](std::uint64_t s, std::uint64_t w) { return std::min(s, w); },
           "; printed for s < w as \"at most\": a warp's words span s whole groups, so it is "
           "exact"),
       3},
      // The bracket closes behind nl/p, so that no latency could cost more than n.
      {"memory-machines.stride.umm.section-1", Kind::kAsymptotic, "DMM/UMM papers, Section I.C",
       "stride access runs in O(min(n, n/w n/p + nl/p)) on the UMM",
       refuted_by({"l = 16, 64, 256, 1024 (n = 64, p = w = 4)",
                   series({16, 64, 256, 1024},
                          [](std::uint32_t l) { return run_of("stride", kUmm, 4, 64, 4, l); }),
                   [](const Real& o) { return std::min(stride_groups(o) + latency_term(o), o.n); },
                   [](const Real& o) { return latency_term(o) / o.n; },
                   "every processor waits l time units for each of its n/p words, whatever n is"}),
       0.1, Weight::kCondition},
      {"memory-machines.stride.umm.overhead", Kind::kExact, "DMM/UMM papers, Section I.C",
       "stride access on the UMM needs an overhead of a factor of n/p: n/w n/p slots (any n/p)",
       stride(
           kUmm, [](std::uint64_t s, std::uint64_t) { return s; },
           "; a warp has w words, so that the factor is min(n/p, w), and the paper's own bound "
           "says n"),
       0.1, Weight::kCondition},
      {"memory-machines.contiguous.optimal", Kind::kAsymptotic, "DMM/UMM papers, Section I.C",
       "contiguous access is optimal on DMM and UMM when w l <= p: O(n/w)",
       bounded(on_both([](MachineKind kind) {
                 return sequential_accesses("contiguous", kind, latency_is_hidden);
               }),
               {bandwidth_term, 2, "n/w + (l-1)n/p, and n l/p <= n/w where w l <= p"})},
      {"memory-machines.stride.optimal", Kind::kAsymptotic, "DMM/UMM papers, Section I.C",
       "stride access is optimal on the DMM when n/p and w are coprime and w l <= p: O(n/w)",
       bounded(sequential_accesses("stride", kDmm,
                                   [](const Whole& o) {
                                     return latency_is_hidden(o) && std::gcd(o.n / o.p, o.w) == 1;
                                   }),
               {bandwidth_term, 2, "G = 1: n/w + (l-1)n/p, and n l/p <= n/w where w l <= p"})},
  };
}

}  // namespace superwarp::reproduce
