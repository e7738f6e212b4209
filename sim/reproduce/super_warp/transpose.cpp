// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "sim/reproduce/grid.h"
#include "sim/reproduce/papers.h"
#include "sim/reproduce/super_warp/transpose_runs.h"

namespace superwarp::reproduce {
namespace {

Check bounded(TransposeKind kind, MachineKind machine) {
  return bounded(transposes(kind, machine), transpose_bound(kind, machine));
}

/// max(n/w, nl/p): w words a slot, one request of a thread in l time units, n words to read.
double lower_bound(const Real& o) {
  return std::max(bandwidth_term(o), std::ceil(o.n / o.p) * o.l);
}

}  // namespace

Claims super_warp_transposes() {
  return {
      {"super-warp.theorem-2.naive", Kind::kAsymptotic, "super-warp paper, Section III, Theorem 2",
       "the naive transpose runs in O(n + nl/p) on the DMM", bounded(TransposeKind::kNaive, kDmm),
       6},
      {"super-warp.theorem-2.diagonal", Kind::kAsymptotic,
       "super-warp paper, Section III, Theorem 2",
       "the diagonal transpose runs in O(n/w + nl/p) on the DMM",
       bounded(TransposeKind::kDiagonal, kDmm), 4},
      {"super-warp.theorem-3.naive", Kind::kAsymptotic, "super-warp paper, Section IV, Theorem 3",
       "the naive transpose runs in O(n/w + min(n, n sqrt(n)/(s w)) + nl/p) on the SDMM",
       bounded(TransposeKind::kNaive, kSdmm), 6},
      {"super-warp.theorem-3.diagonal", Kind::kAsymptotic,
       "super-warp paper, Section IV, Theorem 3",
       "the diagonal transpose runs in O(n/w + nl/p) on the SDMM",
       bounded(TransposeKind::kDiagonal, kSdmm), 4},
      {"super-warp.theorem-3.diagonal-congestion", Kind::kExact,
       "super-warp paper, Section IV, before Theorem 3",
       "the diagonal transpose has total congestion n/w on the SDMM",
       exact(
           transposes(TransposeKind::kDiagonal, kSdmm),
           [](const Whole& o) { return o.n / o.w + (o.l - 1) * o.T; },
           "; reading a has congestion n/w in all and writing b as much: 2n/w, without effect on "
           "the O()"),
       0.1, Weight::kCondition},
      {"super-warp.sdmm-faster", Kind::kBound, "super-warp paper, Section I.C",
       "the SDMM with s = log w runs the naive transpose faster than the DMM when w log w > "
       "sqrt(n)",
       compared(
           transposes(TransposeKind::kNaive, kSdmm,
                      [](const Whole& o) { return o.lanes > o.side; }),
           [](Machine& machine) {
             machine.kind = kDmm;
             machine.super_warp = 1;
           },
           [](const Rivals& r) { return r.time < r.other; }, "faster",
           "naive transpose, s = log w, the same p and l on both machines"),
       2},
      {"super-warp.lower-bound", Kind::kBound, "super-warp paper, Section III, after Theorem 2",
       "transposing takes Omega(n/w + nl/p) time units",
       never_below(joined({transposes(TransposeKind::kNaive, kDmm),
                           transposes(TransposeKind::kNaive, kSdmm),
                           transposes(TransposeKind::kDiagonal, kDmm),
                           transposes(TransposeKind::kDiagonal, kSdmm)}),
                   lower_bound,
                   "no run of either transpose is faster than max(n/w, ceil(n/p) l), which is at "
                   "least half of n/w + nl/p; a statement on all algorithms rests on its proof, "
                   "whose two premises the bench checks in every run")},
  };
}

}  // namespace superwarp::reproduce
