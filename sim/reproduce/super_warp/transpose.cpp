#include <fmt/format.h>

#include "sim/reproduce/super_warp/claims.h"
#include "sim/reproduce/super_warp/super_warps.h"
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
  Finding finding = check_exact(
      laboratory, transposes(TransposeKind::kDiagonal, MachineKind::kSdmm),
      [](const Experiment& e, const Counted& counted) {
        return e.elements() / e.machine.width + (e.machine.latency - 1) * counted.rounds;
      });
  finding.why +=
      "; a is read with congestion n/w in all and b is written with as much: 2n/w, without effect "
      "on the O()";
  return finding;
}

/// max(n/w, nl/p): w words a slot, one request of a thread in l time units, n words to read.
double lower_bound(const Experiment& e) {
  const Symbols o(e);
  return std::max(static_cast<double>(o.n) / static_cast<double>(o.w),
                  static_cast<double>(o.passes() * o.l));
}

Finding lower_bound_check(Laboratory& laboratory) {
  Finding finding;
  std::vector<Experiment> runs;
  for (const TransposeKind kind : {TransposeKind::kNaive, TransposeKind::kDiagonal}) {
    for (const MachineKind machine : {MachineKind::kDmm, MachineKind::kSdmm}) {
      for (Experiment& e : transposes(kind, machine)) runs.push_back(std::move(e));
    }
  }
  double model = 1e300;
  std::optional<double> rtl;
  for (const Experiment& e : runs) {
    const Measurement& m = laboratory.measure(e);
    model = std::min(model, static_cast<double>(m.model) / lower_bound(e));
    if (m.rtl) rtl = std::min(rtl.value_or(1e300), static_cast<double>(*m.rtl) / lower_bound(e));
  }
  finding.parameters = grid_figure(runs);
  finding.closed = {{"smallest_ratio", 1}};
  finding.model = {{"smallest_ratio", model}};
  if (rtl) finding.rtl = {{"smallest_ratio", *rtl}};
  finding.figures = fmt::format("time/bound >= {:.3f}", std::min(model, rtl.value_or(model)));
  finding.decide(model >= 1 && rtl.value_or(1) >= 1,
                 "no run of either transpose is faster than max(n/w, ceil(n/p) l), which is at "
                 "least half of n/w + nl/p; a statement on all algorithms rests on its proof, "
                 "whose two premises the scoreboard checks in every run");
  return finding;
}

/// "The SDMM runs faster than the DMM when w log w > sqrt(n)": naive transpose, the same p and l.
Finding sdmm_faster(Laboratory& laboratory) {
  Finding finding;
  std::vector<Experiment> inside;
  std::uint64_t faster = 0;
  std::uint64_t rtl_points = 0;
  std::uint64_t rtl_faster = 0;
  std::string slower;
  for (const Experiment& e : transposes(TransposeKind::kNaive, MachineKind::kSdmm)) {
    const Symbols o(e);
    if (o.lanes() <= o.side) continue;
    inside.push_back(e);
    Experiment plain = e;
    plain.machine.kind = MachineKind::kDmm;
    plain.machine.super_warp = 1;
    const Measurement packed = laboratory.measure(e);
    const Measurement& unpacked = laboratory.measure(plain);
    if (packed.model < unpacked.model) ++faster;
    if (packed.rtl && unpacked.rtl) {
      ++rtl_points;
      if (*packed.rtl < *unpacked.rtl) ++rtl_faster;
    }
    if (packed.model >= unpacked.model && slower.empty()) slower = e.command();
  }
  finding.parameters = grid_figure(inside);
  finding.closed = {{"points", inside.size()}};
  finding.model = {{"points", inside.size()}, {"faster", faster}};
  if (rtl_points > 0) finding.rtl = {{"points", rtl_points}, {"faster", rtl_faster}};
  finding.figures = fmt::format("faster on {}/{} by model, {}/{} by RTL", faster, inside.size(),
                                rtl_faster, rtl_points);
  const bool holds = faster == inside.size() && rtl_faster == rtl_points;
  finding.decide(holds, holds ? "naive transpose, s = log w, the same p and l on both machines"
                              : "not faster: " + slower);
  return finding;
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
