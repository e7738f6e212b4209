#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/reproduce/super_warp/claims.h"
#include "sim/reproduce/super_warp/rsdmm_transpose.h"

namespace superwarp::reproduce {
namespace {

constexpr double kStandardErrors = 4;

Figure point_figure(const RsdmmTransposePoint& point) {
  const Machine& m = point.experiment.machine;
  Figure figure = {{"width", m.width},
                   {"super_warp", m.super_warp},
                   {"side", point.experiment.size},
                   {"threads", point.experiment.threads},
                   {"latency", m.latency}};
  figure["expected"] = point.expected ? Figure(*point.expected) : Figure(nullptr);
  figure["model_mean"] = point.model;
  figure["rtl_mean"] = point.rtl ? Figure(*point.rtl) : Figure(nullptr);
  figure["standard_error"] = point.error;
  return figure;
}

/// How far the sample means are from the exact expectations, in standard errors.
double worst_deviation(const RsdmmTranspose& result) {
  double worst = 0;
  for (const RsdmmTransposePoint& point : result.points) {
    if (!point.expected) continue;
    worst = std::max(worst, std::abs(point.model - *point.expected) / point.error);
    if (point.rtl) worst = std::max(worst, std::abs(*point.rtl - *point.expected) / point.error);
  }
  return worst;
}

Finding theorem_8(Laboratory& laboratory, TransposeKind kind) {
  const RsdmmTranspose result = rsdmm_transpose(laboratory, kind);
  Finding finding;
  Figure points = Figure::array();
  for (const RsdmmTransposePoint& point : result.points) points.push_back(point_figure(point));
  finding.parameters = {{"rekeyings", kTheorem8Rekeyings},
                        {"seed", laboratory.seed()},
                        {"constant", result.constant},
                        {"points", std::move(points)}};
  const double off = worst_deviation(result);
  finding.closed = {{"constant", result.constant}};
  finding.model = {{"largest_ratio", result.largest_model}};
  if (result.largest_rtl) finding.rtl = {{"largest_ratio", *result.largest_rtl}};
  finding.figures = fmt::format("time/f <= {:.3f}, constant {:.2f}; mean {:.1f} s.e. off at most",
                                std::max(result.largest_model, result.largest_rtl.value_or(0)),
                                result.constant, off);
  const bool bounded =
      result.largest_model <= result.constant && result.largest_rtl.value_or(0) <= result.constant;
  finding.decide(
      bounded && off <= kStandardErrors,
      fmt::format("mean of {} re-keyings against 1 or 2 accesses of Theorem 6's f_w(s)/s + "
                  "w^(2-2e) each, and where s*w <= sqrt(n) against the exact expectation (balls "
                  "into bins) within 4 standard errors; data transposed correctly in every run",
                  kTheorem8Rekeyings));
  return finding;
}

}  // namespace

std::vector<Claim> super_warp_theorem_8_claims() {
  return {
      {"rsdmm.theorem-8.naive", super_warp_source("Section V, Theorem 8"),
       "the naive transpose runs in expected O(n/w + nl/p) on the RSDMM with s = log w",
       [](Laboratory& laboratory) { return theorem_8(laboratory, TransposeKind::kNaive); }, 25},
      {"rsdmm.theorem-8.diagonal", super_warp_source("Section V, Theorem 8"),
       "the diagonal transpose runs in expected O(n/w + nl/p) on the RSDMM with s = log w",
       [](Laboratory& laboratory) { return theorem_8(laboratory, TransposeKind::kDiagonal); }, 25},
  };
}

}  // namespace superwarp::reproduce
