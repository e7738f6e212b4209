#include "sim/reproduce/super_warp/rsdmm_transpose.h"

#include <algorithm>
#include <cmath>

#include "sim/congestion/occupancy.h"
#include "sim/congestion/table2.h"
#include "sim/reproduce/super_warp/super_warps.h"

namespace superwarp::reproduce {
namespace {

using Sides = std::vector<std::uint64_t>;

Sides sides_of(std::uint32_t w) {
  if (w == 4) return {4, 16, 32};
  if (w == 16) return {16, 64, 128, 256};
  return {32, 64, 160, 256};
}

std::vector<Experiment> runs(TransposeKind kind) {
  Axes axes;
  axes.kind = MachineKind::kRsdmm;
  axes.workload = transpose_workload(kind);
  axes.widths = {4, 16, 32};
  axes.super_warps = [](std::uint32_t w) { return std::vector<std::uint32_t>{log_width(w)}; };
  axes.sizes = sides_of;
  axes.dispatches = {2};
  axes.latencies = {7};
  return grid(axes);
}

/// Expected total congestion of one column-major or diagonal access to the whole matrix. A super
/// warp's words lie in rows of their own while s*w <= sqrt(n): balls into bins. No law is known
/// else.
std::optional<double> expected_scattered(const Symbols& o) {
  if (o.lanes() > o.side) return std::nullopt;
  const auto lanes = static_cast<std::uint32_t>(o.lanes());
  const auto w = static_cast<std::uint32_t>(o.w);
  const std::uint64_t whole = o.n / lanes;  // accesses by all lanes, without the rest
  const auto rest = static_cast<std::uint32_t>(o.n % lanes);
  return static_cast<double>(whole) * congestion::occupancy(lanes, w).mean +
         (rest > 0 ? congestion::occupancy(rest, w).mean : 0);
}

/// The naive transpose reads whole rows, n/w in all; everything else is scattered.
std::optional<double> expected_congestion(const Symbols& o, TransposeKind kind) {
  const std::optional<double> scattered = expected_scattered(o);
  if (!scattered) return std::nullopt;
  return kind == TransposeKind::kDiagonal
             ? 2 * *scattered
             : *scattered + static_cast<double>(o.n) / static_cast<double>(o.w);
}

/// Largest (C + (l-1)T) / (n/w + nl/p) over p = 1 .. 64 super warps and l = 1 .. 1024 (Lemma 1; C
/// does not depend on p and l).
double largest_ratio(Experiment e, double congestion) {
  double largest = 0;
  const std::uint32_t lanes = e.machine.lanes();
  for (std::uint32_t super_warps = 1; super_warps <= 64; super_warps *= 2) {
    e.threads = super_warps * lanes;
    if (e.threads > e.elements()) break;
    for (const std::uint32_t l : {1U, 2U, 7U, 50U, 1024U}) {
      e.machine.latency = l;
      const Symbols o(e);
      const double time = congestion + static_cast<double>(2 * o.passes() * (l - 1));
      largest = std::max(largest, time / o.optimal());
    }
  }
  return largest;
}

RsdmmTransposePoint study(Laboratory& laboratory, const Experiment& e, TransposeKind kind) {
  const RekeyingStudy& study = laboratory.rekey(e, kTheorem8Rekeyings);
  const auto waiting = static_cast<double>((e.machine.latency - 1) * study.rounds);
  RsdmmTransposePoint point;
  point.experiment = e;
  if (const auto c = expected_congestion(Symbols(e), kind)) point.expected = *c + waiting;
  const double model = study.model.totals.mean();
  point.model = model + waiting;
  point.error = study.model.totals.standard_error();
  point.largest = largest_ratio(e, model);
  if (study.rtl) {
    const double rtl = study.rtl->totals.mean();
    point.rtl = rtl + waiting;
    point.largest_rtl = largest_ratio(e, rtl);
  }
  return point;
}

}  // namespace

RsdmmTranspose rsdmm_transpose(Laboratory& laboratory, TransposeKind kind) {
  RsdmmTranspose result;
  const std::vector<Experiment> experiments = runs(kind);
  for (const Experiment& e : experiments) {
    const RsdmmTransposePoint point = study(laboratory, e, kind);
    // Theorem 6: each scattered access costs at most (f_w(s)/s + w^(2-2e)) n/w, twice where the
    // last super warp is not full; the latency term is 4 nl/p at most.
    const double per_access = *congestion::proven_bound(e.machine.width, e.machine.super_warp);
    const double lanes = e.machine.lanes();
    const double rounding = 1 + lanes / static_cast<double>(e.elements());
    const double accesses = kind == TransposeKind::kDiagonal ? 2 * per_access : 1 + per_access;
    result.constant = std::max({result.constant, accesses * rounding, 4.0});
    result.largest_model = std::max(result.largest_model, point.largest);
    if (point.largest_rtl) {
      result.largest_rtl = std::max(result.largest_rtl.value_or(0), *point.largest_rtl);
    }
    result.points.push_back(point);
  }
  return result;
}

}  // namespace superwarp::reproduce
