// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "tools/claims/memory_machines/runs.h"

// Symbols as in Section III: s = n/p words a processor, G = gcd(n/p, w).

namespace superwarp::reproduce {
namespace {

/// k requests to one bank: one round of k/w warps.
Runs one_round_to_one_bank() {
  const auto sizes = [](std::uint64_t w) { return Sizes{w, 4 * w}; };
  return grid({kDmm, "all-same-bank", {4, 8, 16, 32, 64}, sizes}, [](const Whole& o) { return o.p == o.n; });
}

std::uint64_t contiguous_time(const Whole& o) { return (o.p / o.w + o.l - 1) * (o.n / o.p); }

/// Stride access whose warps have `congestion`.
Check stride(MachineKind kind, std::uint64_t (*congestion)(std::uint64_t s, std::uint64_t w), const char* note = "") {
  return exact(
      sequential_accesses("stride", kind),
      [congestion](const Whole& o) {
        const std::uint64_t s = o.n / o.p;
        return (congestion(s, o.w) * (o.p / o.w) + o.l - 1) * s;
      },
      note);
}

/// Read and written, a row each: p words by p processors.
Runs copies() {
  const auto sizes = [](std::uint64_t w) { return Sizes{w, 4 * w, 16 * w}; };
  return grid({kDmm, "permute-row-wise", {4, 8, 16, 32, 64}, sizes, {1, 4, 16}, {1, 7, 50}, nullptr, {"identity"}},
              [](const Whole& o) { return o.p == o.n; });
}

/// Warps that go on by themselves, with at least four accesses each.
Runs going_on() {
  const Runs runs = grid({kDmm,
                          "contiguous",
                          {4, 8, 16, 32},
                          [](std::uint64_t w) {
                            return Sizes{64 * w, 256 * w};
                          },
                          {1, 2, 8, 16},
                          {1, 2, 7, 8, 16, 50}},
                         [](const Whole& o) { return o.n % o.p == 0 && o.n / o.p >= 4; });
  return [runs] {
    std::vector<Experiment> all = runs();
    for (Experiment& e : all) e.machine.schedule = Schedule::kAsync;
    return all;
  };
}

bool latency_is_hidden(const Whole& o) { return threads_divide(o) && o.w * o.l <= o.p; }

/// Programs of every kind.
Runs programs() {
  const auto sizes = [](std::uint64_t w) { return Sizes{2 * w, 5 * w + 3}; };
  std::vector<Runs> parts;
  for (const char* workload : {"contiguous", "stride", "random", "all-same-bank", "all-same-address", "permutation",
                               "column-major", "transpose-straightforward", "transpose-diagonal-workspace"})
    parts.push_back(grid({kDmm, workload, {4, 8, 16, 32}, sizes}));
  return joined(parts);
}

/// PRAM <= BPRAM <= DMM <= UMM, time by time.
bool in_order(const Rivals& r) {
  return r.first.rounds <= r.first.bpram && r.first.bpram <= r.time && r.time <= r.other;
}

}  // namespace

Claims memory_machines_accesses() {
  Claims claims = {
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
           sequential_accesses("contiguous", kDmm), [](const Whole& o) { return (o.n / o.w + o.l - 1) * (o.n / o.p); },
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
                   series({16, 64, 256, 1024}, [](std::uint32_t l) { return run_of("stride", kUmm, 4, 64, 4, l); }),
                   [](const Real& o) { return std::min(stride_groups(o) + latency_term(o), o.n); },
                   [](const Real& o) { return latency_term(o) / o.n; },
                   "every processor waits l time units for each of its n/p words, whatever n is; "
                   "Table 1 has nl/p outside the bracket"}),
       0.1, Weight::kSlip},
      {"memory-machines.stride.umm.overhead", Kind::kExact, "DMM/UMM papers, Section I.C",
       "stride access on the UMM needs an overhead of a factor of n/p: n/w n/p slots (any n/p)",
       stride(
           kUmm, [](std::uint64_t s, std::uint64_t) { return s; },
           "; a warp has w words, so that the factor is min(n/p, w), and the paper's own bound "
           "says n"),
       0.1, Weight::kCondition},
      {"memory-machines.contiguous.optimal", Kind::kAsymptotic, "DMM/UMM papers, Section I.C",
       "contiguous access is optimal on DMM and UMM when w l <= p: O(n/w)",
       bounded(on_both([](MachineKind kind) { return sequential_accesses("contiguous", kind, latency_is_hidden); }),
               {bandwidth_term, 2, "n/w + (l-1)n/p, and n l/p <= n/w where w l <= p"})},
      {"memory-machines.stride.optimal", Kind::kAsymptotic, "DMM/UMM papers, Section I.C",
       "stride access is optimal on the DMM when n/p and w are coprime and w l <= p: O(n/w)",
       bounded(
           sequential_accesses("stride", kDmm,
                               [](const Whole& o) { return latency_is_hidden(o) && std::gcd(o.n / o.p, o.w) == 1; }),
           {bandwidth_term, 2, "G = 1: n/w + (l-1)n/p, and n l/p <= n/w where w l <= p"})},
      {"memory-machines.pipeline-full", Kind::kBound, "DMM/UMM papers, Section I.C",
       "w l <= p must be satisfied to fill the pipeline registers full of requests",
       all_are(
           going_on(),
           [](const Whole& o, std::uint64_t time, std::uint64_t congestion) {
             return (time == congestion + o.l - 1) == (o.w * o.l <= o.p);
           },
           "full if and only if w l <= p",
           "contiguous access, warps going on by themselves: a slot enters the pipeline in every "
           "time unit until the last if w l <= p, and in no other run"),
       1},
      {"memory-machines.copy", Kind::kExact, "DMM/UMM papers, Section IV, before Lemma 2",
       "p processors can copy p memory cells in p/w + l time units on the DMM",
       exact(
           copies(), [](const Whole& o) { return o.p / o.w + o.l; },
           "; a copy is a read and a write, and the write waits for the read: 2(p/w + l - 1), "
           "which "
           "changes no O()"),
       0.3, Weight::kConstant},
      {"memory-machines.power-order", Kind::kBound, "DMM/UMM papers, Section I.B",
       "the BPRAM is less powerful than the PRAM and more than DMM and UMM; the UMM is less "
       "powerful than the DMM",
       compared(
           programs(), [](Machine& machine) { machine.kind = kUmm; }, in_order, "in order",
           "the same program on all four: a slot of the UMM is a slot of the DMM, which serves at "
           "most w requests of different addresses"),
       3}};
  const auto entry = [&](const std::string& id, const std::string& text, const Check& check) {
    claims.push_back(
        {"memory-machines.theorem-1." + id, Kind::kAsymptotic, "DMM/UMM papers, Theorem 1, Table 1", text, check});
  };
  const auto on_prams = [&](const std::string& access) {
    const Runs runs = sequential_accesses(access, kDmm);
    entry(access + ".pram", access + " access in O(n/p) on the PRAM",
          on_pram(runs, Quantity::kPram, 1, "n/p rounds, one time unit each"));
    entry(access + ".bpram", access + " access in O(n/w) on the BPRAM",
          on_pram(runs, Quantity::kBpram, 1, "n/p rounds of p requests: p/w time units each"));
  };
  const Bound contiguous = {optimal, 1, "n/w + (l-1)n/p exactly, less than the sum of the lower bounds n/w and nl/p"};
  on_prams("contiguous");
  entry("contiguous.dmm", "contiguous access in O(n/w + nl/p) on the DMM",
        bounded(sequential_accesses("contiguous", kDmm), contiguous));
  entry("contiguous.umm", "contiguous access in O(n/w + nl/p) on the UMM",
        bounded(sequential_accesses("contiguous", kUmm), contiguous));
  on_prams("stride");
  entry("stride.dmm", "stride access in O(n/w G + nl/p) on the DMM, G = gcd(n/p, w)",
        bounded(sequential_accesses("stride", kDmm), {[](const Real& o) {
                                                        const Whole whole{o.run};
                                                        const std::uint64_t gcd = std::gcd(whole.n / whole.p, whole.w);
                                                        return bandwidth_term(o) * static_cast<double>(gcd) +
                                                               latency_term(o);
                                                      },
                                                      1, "G n/w + (l-1)n/p exactly"}));
  entry("stride.umm", "stride access in O(min(n, n/w n/p) + nl/p) on the UMM",
        bounded(sequential_accesses("stride", kUmm), {[](const Real& o) { return stride_groups(o) + latency_term(o); },
                                                      1, "min(n/p, w) n/w + (l-1)n/p exactly"}));
  return claims;
}

}  // namespace superwarp::reproduce
