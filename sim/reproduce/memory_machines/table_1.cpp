// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "sim/reproduce/memory_machines/runs.h"
#include "sim/reproduce/papers.h"

namespace superwarp::reproduce {
namespace {

/// Programs of every kind.
Runs programs() {
  const auto sizes = [](std::uint64_t w) { return Sizes{2 * w, 5 * w + 3}; };
  std::vector<Runs> parts;
  for (const char* workload :
       {"contiguous", "stride", "random", "all-same-bank", "all-same-address", "permutation",
        "column-major", "transpose-straightforward", "transpose-diagonal-workspace"})
    parts.push_back(grid({kDmm, workload, {4, 8, 16, 32}, sizes}));
  return joined(parts);
}

/// PRAM <= BPRAM <= DMM <= UMM, time by time.
bool in_order(const Rivals& r) {
  return r.first.rounds <= r.first.bpram && r.first.bpram <= r.time && r.time <= r.other;
}

}  // namespace

Claims memory_machines_table_1() {
  Claims claims = {
      {"memory-machines.power-order", Kind::kBound, "DMM/UMM papers, Section I.B",
       "the BPRAM is less powerful than the PRAM and more than DMM and UMM; the UMM is less "
       "powerful than the DMM",
       compared(
           programs(), [](Machine& machine) { machine.kind = kUmm; }, in_order, "in order",
           "the same program on all four: a slot of the UMM is a slot of the DMM, which serves at "
           "most w requests of different addresses"),
       3}};
  const auto entry = [&](const std::string& id, const std::string& text, const Check& check) {
    claims.push_back({"memory-machines.theorem-1." + id, Kind::kAsymptotic,
                      "DMM/UMM papers, Theorem 1, Table 1", text, check});
  };
  const auto on_prams = [&](const std::string& access) {
    const Runs runs = sequential_accesses(access, kDmm);
    entry(access + ".pram", access + " access in O(n/p) on the PRAM",
          on_pram(runs, Pram::kPram, 1, "n/p rounds, one time unit each"));
    entry(access + ".bpram", access + " access in O(n/w) on the BPRAM",
          on_pram(runs, Pram::kBpram, 1, "n/p rounds of p requests: p/w time units each"));
  };
  const Bound contiguous = {
      optimal, 1, "n/w + (l-1)n/p exactly, less than the sum of the lower bounds n/w and nl/p"};
  on_prams("contiguous");
  entry("contiguous.dmm", "contiguous access in O(n/w + nl/p) on the DMM",
        bounded(sequential_accesses("contiguous", kDmm), contiguous));
  entry("contiguous.umm", "contiguous access in O(n/w + nl/p) on the UMM",
        bounded(sequential_accesses("contiguous", kUmm), contiguous));
  on_prams("stride");
  entry("stride.dmm", "stride access in O(n/w G + nl/p) on the DMM, G = gcd(n/p, w)",
        bounded(sequential_accesses("stride", kDmm),
                {[](const Real& o) {
                   const Whole whole{o.run};
                   const std::uint64_t gcd = std::gcd(whole.n / whole.p, whole.w);
                   return bandwidth_term(o) * static_cast<double>(gcd) + latency_term(o);
                 },
                 1, "G n/w + (l-1)n/p exactly"}));
  entry("stride.umm", "stride access in O(min(n, n/w n/p) + nl/p) on the UMM",
        bounded(sequential_accesses("stride", kUmm),
                {[](const Real& o) { return stride_groups(o) + latency_term(o); }, 1,
                 "min(n/p, w) n/w + (l-1)n/p exactly"}));
  return claims;
}

}  // namespace superwarp::reproduce
