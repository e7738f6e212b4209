// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/reproduce/grid.h"
#include "sim/reproduce/papers.h"
#include "sim/reproduce/super_warp/transpose_runs.h"

namespace superwarp::reproduce {
namespace {

std::function<Finding(Laboratory&)> bounded(TransposeKind kind, MachineKind machine) {
  return [kind, machine](Laboratory& laboratory) {
    return check_bound(laboratory, transposes(kind, machine), transpose_bound(kind, machine));
  };
}

/// Total congestion of the diagonal transpose on the SDMM: printed n/w, where a is read and b is
/// written.
Finding diagonal_congestion(Laboratory& laboratory) {
  return check_exact(
      laboratory, transposes(TransposeKind::kDiagonal, MachineKind::kSdmm),
      [](const Experiment& e, const Counted& counted) {
        return e.elements() / e.machine.width + (e.machine.latency - 1) * counted.rounds;
      },
      "; a is read with congestion n/w in all and b is written with as much: 2n/w, without effect "
      "on the O()");
}

/// max(n/w, nl/p): w words a slot, one request of a thread in l time units, n words to read.
double lower_bound(const Experiment& e) {
  const Symbols o(e);
  return std::max(static_cast<double>(o.n) / static_cast<double>(o.w),
                  static_cast<double>(o.passes() * o.l));
}

Finding lower_bound_check(Laboratory& laboratory) {
  std::vector<Experiment> runs;
  for (const TransposeKind kind : {TransposeKind::kNaive, TransposeKind::kDiagonal}) {
    for (const MachineKind machine : {MachineKind::kDmm, MachineKind::kSdmm})
      append(runs, transposes(kind, machine));
  }
  return never_below(runs, ratios_of(laboratory, runs, lower_bound),
                     "no run of either transpose is faster than max(n/w, ceil(n/p) l), which is at "
                     "least half of n/w + nl/p; a statement on all algorithms rests on its proof, "
                     "whose two premises the bench checks in every run");
}

/// "The SDMM runs faster than the DMM when w log w > sqrt(n)": naive transpose, the same p and l.
Finding sdmm_faster(Laboratory& laboratory) {
  std::vector<Experiment> inside;
  EngineTally tally;
  for (const Experiment& e : transposes(TransposeKind::kNaive, MachineKind::kSdmm)) {
    const Symbols o(e);
    if (o.lanes() <= o.side) continue;
    inside.push_back(e);
    Experiment plain = e;
    plain.machine.kind = MachineKind::kDmm;
    plain.machine.super_warp = 1;
    const Measurement packed = laboratory.measure(e);
    const Measurement& unpacked = laboratory.measure(plain);
    const auto slower = [&] { return "not faster: " + e.command(); };
    tally.add(tally.model, packed.model < unpacked.model, e, packed, slower);
    if (packed.rtl && unpacked.rtl)
      tally.add(tally.rtl, *packed.rtl < *unpacked.rtl, e, packed, slower);
  }
  return tally.finding(inside, "faster", "faster",
                       "naive transpose, s = log w, the same p and l on both machines");
}

}  // namespace

std::vector<Claim> super_warp_transpose_claims() {
  return {
      {"super-warp.theorem-2.naive", super_warp_source("Section III, Theorem 2"),
       "the naive transpose runs in O(n + nl/p) on the DMM",
       bounded(TransposeKind::kNaive, MachineKind::kDmm), 6},
      {"super-warp.theorem-2.diagonal", super_warp_source("Section III, Theorem 2"),
       "the diagonal transpose runs in O(n/w + nl/p) on the DMM",
       bounded(TransposeKind::kDiagonal, MachineKind::kDmm), 4},
      {"super-warp.theorem-3.naive", super_warp_source("Section IV, Theorem 3"),
       "the naive transpose runs in O(n/w + min(n, n sqrt(n)/(s w)) + nl/p) on the SDMM",
       bounded(TransposeKind::kNaive, MachineKind::kSdmm), 6},
      {"super-warp.theorem-3.diagonal", super_warp_source("Section IV, Theorem 3"),
       "the diagonal transpose runs in O(n/w + nl/p) on the SDMM",
       bounded(TransposeKind::kDiagonal, MachineKind::kSdmm), 4},
      {"super-warp.theorem-3.diagonal-congestion",
       super_warp_source("Section IV, before Theorem 3"),
       "the diagonal transpose has total congestion n/w on the SDMM", diagonal_congestion},
      {"super-warp.sdmm-faster", super_warp_source("Section I.C"),
       "the SDMM with s = log w runs the naive transpose faster than the DMM when w log w > "
       "sqrt(n)",
       sdmm_faster, 2},
      {"super-warp.lower-bound", super_warp_source("Section III, after Theorem 2"),
       "transposing takes Omega(n/w + nl/p) time units", lower_bound_check},
  };
}

}  // namespace superwarp::reproduce
