// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/super_warp/loads.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/reference/random.h"
#include "tools/congestion/occupancy.h"
#include "tools/congestion/pattern.h"
#include "tools/congestion/table2.h"

namespace superwarp::reproduce {
namespace {

/// Rows of `next()` requests each until all are placed.
template <class Next>
RowCounts fill(std::string name, std::uint32_t all, std::uint32_t width, Next next) {
  RowCounts rows{std::move(name), {}};
  for (std::uint32_t left = all; left > 0; left -= rows.requests.back()) {
    rows.requests.push_back(std::clamp<std::uint32_t>(next(left), 1, std::min(left, width)));
  }
  return rows;
}

}  // namespace

std::vector<RowCounts> row_counts(std::uint32_t width, std::uint32_t super_warp, std::uint64_t seed) {
  const std::uint32_t all = width * super_warp;
  std::vector<RowCounts> shapes;
  for (std::uint32_t each = 1; each <= width; each *= 2) {
    shapes.push_back(fill("rows of " + std::to_string(each), all, width, [=](std::uint32_t) { return each; }));
  }
  shapes.push_back(fill("half full rows, half single words", all, width,
                        [=](std::uint32_t left) { return left > all / 2 ? width : 1; }));
  shapes.push_back(fill("geometric", all, width, [](std::uint32_t left) { return left / 2; }));
  for (std::uint64_t draw = 0; draw < 4; ++draw) {
    std::uint64_t index = 0;
    const auto key = model::extend_key(model::extend_key(seed, 0x726f7773), draw);  // "rows"
    shapes.push_back(fill("random " + std::to_string(draw), all, width,
                          [&](std::uint32_t) { return 1 + model::uniform_at(key, index++, width); }));
  }
  return shapes;
}

double tail_probability(const RowCounts& rows, std::uint32_t width, double bound) {
  // law[x] = P(X = x) of the rows so far, for x up to the bound; loads above it stay above it.
  std::vector<double> law(static_cast<std::size_t>(std::floor(bound)) + 1, 0.0);
  law[0] = 1;
  double above = 0;
  for (const std::uint32_t requests : rows.requests) {
    const double p = static_cast<double>(requests) / width;
    above += law.back() * p;
    for (std::size_t x = law.size() - 1; x > 0; --x) law[x] = law[x] * (1 - p) + law[x - 1] * p;
    law[0] *= 1 - p;
  }
  return above;
}

std::vector<Setting> full_super_warps() {
  std::vector<Setting> settings;
  for (const std::uint32_t w : {4U, 8U, 16U, 32U, 64U, 128U, 256U})
    settings.push_back({w, log_width(w), w == 4 || w == 16 || w == 32});
  return settings;
}

std::vector<FixedAccess> distinct_accesses(const Setting& setting) {
  const std::uint32_t w = setting.width;
  const std::uint32_t lanes = w * setting.super_warp;
  return {{"column", lanes}, {fmt::format("stride:{}", w), lanes},
          {"stride:2"},      {fmt::format("stride:{}", w + 1)},
          {"contiguous"},    {"contiguous:1"},
          {"scattered:1"}};
}

FixedAccess merging_access(const Setting& setting) { return {"diagonal", setting.width}; }

std::vector<FixedAccess> all_accesses(const Setting& setting) {
  std::vector<FixedAccess> all = distinct_accesses(setting);
  all.push_back(merging_access(setting));
  return all;
}

std::vector<std::string> column_ratios(const std::vector<MeanRatio>& results) {
  std::vector<std::string> ratios;
  for (const MeanRatio& r : results) {
    if (r.pattern == "column") ratios.push_back(fmt::format("{:.3f} (w = {})", *r.expected, r.setting.width));
  }
  return ratios;
}

double MeanRatio::share() const { return (model + kStandardErrors * error) / bound; }

double MeanRatio::deviation() const {
  if (!expected || error == 0) return 0;
  return std::max(std::abs(model - *expected), std::abs(rtl.value_or(*expected) - *expected)) / error;
}

Figure MeanRatio::figure() const {
  return {{"width", setting.width},
          {"super_warp", setting.super_warp},
          {"pattern", pattern},
          {"bound", bound},
          {"expected", or_null(expected)},
          {"model", model},
          {"standard_error", error},
          {"largest", largest},
          {"rtl", or_null(rtl)}};
}

MeanRatio mean_ratio(Laboratory& laboratory, const Setting& setting, const FixedAccess& access) {
  const std::uint32_t w = setting.width;
  const std::uint32_t s = setting.super_warp;
  const std::uint64_t side = std::uint64_t{s} * w;
  const auto program = congestion::make_pattern(congestion::parse_pattern(access.pattern), {w, s, side * side});
  const RekeyingStudy& study = laboratory.rekey(fmt::format("{}, w = {}, s = {}", access.pattern, w, s), *program,
                                                machine_of(kRsdmm, w, 7, s), kRekeyings, setting.rtl);
  MeanRatio result{setting, access.pattern, congestion::proven_bound(w, s).value_or(0)};
  if (access.own_rows > 0) result.expected = congestion::occupancy(access.own_rows, w).mean / s;
  result.model = study.model.mean() / s;
  result.error = study.model.standard_error() / s;
  result.largest = static_cast<double>(study.model.dispatches.max()) / s;
  if (study.rtl) result.rtl = study.rtl->mean() / s;
  return result;
}

Check within_bound(const std::vector<Setting>& settings, std::vector<FixedAccess> (*accesses)(const Setting&),
                   const std::function<std::string(const std::vector<MeanRatio>&)>& why) {
  return [=](Laboratory& laboratory) -> Finding {
    std::vector<MeanRatio> results;
    Figure points = Figure::array();
    double share = 0;
    double off = 0;
    Range model;
    Range rtl;
    Range expected;
    std::size_t done = 0;
    for (const Setting& setting : settings) {
      for (const FixedAccess& access : accesses(setting)) {
        const MeanRatio& r = results.emplace_back(mean_ratio(laboratory, setting, access));
        points.push_back(r.figure());
        share = std::max(share, r.share());
        off = std::max(off, r.deviation());
        model.add(r.model);
        if (r.rtl) rtl.add(*r.rtl);
        if (r.expected) expected.add(*r.expected);
      }
      laboratory.progress(static_cast<double>(++done) / static_cast<double>(settings.size()));
    }
    const auto largest = [](const Range& range) -> Figure {
      if (!range) return nullptr;
      return {{"largest_ratio", range.most}};
    };
    return {{{"rekeyings", kRekeyings}, {"seed", laboratory.seed()}, {"points", std::move(points)}},
            largest(expected),
            largest(model),
            largest(rtl),
            fmt::format("E/s <= {:.3f}, RTL {:.3f}; at most {:.0f} % of its bound; {:.1f} s.e. off at "
                        "most",
                        model.most, rtl.most, 100 * share, off),
            holds_if(share <= 1 && off <= kStandardErrors),
            why(results)};
  };
}

}  // namespace superwarp::reproduce
