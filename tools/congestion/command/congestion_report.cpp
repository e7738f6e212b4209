// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <utility>

#include "model/reference/mapping.h"
#include "sim/draw/table.h"
#include "sim/draw/text.h"
#include "sim/files/message.h"
#include "tools/congestion/command/congestion.h"

namespace superwarp::cli {
namespace {

Json json_of(const std::optional<Sampled>& sampled) {
  if (!sampled) return nullptr;
  Json distribution = Json::object();
  const std::vector<std::uint64_t>& counts = sampled->dispatches.counts();
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (counts[c] > 0) distribution[std::to_string(c)] = counts[c];
  }
  return {{"rounds", sampled->rounds},        {"mean", sampled->mean},
          {"ci95", or_null(sampled->ci95())}, {"p99", sampled->dispatches.quantile(0.99)},
          {"max", sampled->dispatches.max()}, {"p99_ratio", sampled->p99},
          {"max_ratio", sampled->max},        {"distribution", std::move(distribution)}};
}

std::optional<double> difference(const CellResult& r) {
  if (!r.exact || !r.printed) return std::nullopt;
  return *r.exact_ratio() - *r.printed;
}

/// The summary line for the cell with the largest `value`.
template <class Value>
std::string largest(const std::vector<CellResult>& results, const char* what, int digits, Value value) {
  const CellResult* at = nullptr;
  double most = 0;
  for (const CellResult& r : results) {
    const std::optional<double> v = value(r);
    if (v && (at == nullptr || *v > most)) {
      most = *v;
      at = &r;
    }
  }
  if (at == nullptr) return "";
  return fmt::format("{}: at most {:.{}f} (w = {}, s = {}, n = {})\n", what, most, digits, at->cell.width,
                     at->cell.super_warp, at->cell.size);
}

/// The distance of a sample's mean from the exact one, in standard errors of the exact law.
std::optional<double> deviation(const CellResult& r, const std::optional<Sampled>& sampled) {
  constexpr double kRounding = 1e-6;
  if (!r.exact || !sampled) return std::nullopt;
  const double off = std::abs(sampled->mean - *r.exact_ratio());
  return off <= kRounding ? 0 : off / r.exact_error(sampled->rounds);
}

/// A correct sample is off by this many standard errors with probability 2e-9.
constexpr double kImpossible = 6;

}  // namespace

Json congestion_json(const CongestionRequest& request, const std::string& pattern,
                     const std::vector<CellResult>& results, const CongestionEngines& engines, double seconds) {
  Json json = result_of("superwarp.congestion/1");
  json["seed"] = request.seed;
  json["cells"] = Json::array();
  for (const CellResult& r : results) {
    json["cells"].push_back({{"width", r.cell.width},
                             {"super_warp", r.cell.super_warp},
                             {"size", r.cell.size},
                             {"mapping", request.mapping},
                             {"pattern", pattern},
                             {"printed", or_null(r.printed)},
                             {"exact", or_null(r.exact_ratio())},
                             {"printed_f", r.printed_f},
                             {"bound", or_null(r.bound)},
                             {"monte_carlo", json_of(r.monte_carlo)},
                             {"rtl", json_of(r.rtl)}});
  }
  json["simulation"] = {
      {"seconds", seconds},
      {"requests_per_second", engines.seconds() > 0 ? Json(engines.requests() / engines.seconds()) : Json(nullptr)}};
  return json;
}

std::string congestion_table(const CongestionRequest& request, const std::string& pattern,
                             const std::vector<CellResult>& results) {
  const bool fixed = request.pattern.fixed();
  const bool keyed = model::mapping_info(request.mapping).key != model::KeyKind::kNone;
  std::string text = fmt::format("Expected congestion ratio E/s, {} access, mapping {}", pattern, request.mapping);
  if (fixed) {
    text += keyed ? "; samples are re-keyings" : "; without a key all samples are equal";
  }
  text += "\n";

  draw::Table table({"n:>8", "s: >3", "w: >3", "printed: >7.3f", "exact: >9.5f", "diff: >7+.4f"});
  const bool differ = keyed || !fixed;  // samples, and so they have an interval
  const auto add_samples = [&](const char* name, std::uint64_t rounds) {
    table.group(fmt::format("{}, {}", name, draw::counted(rounds, fixed ? "re-keying" : "round")),
                {"mean: | >9.4f", "ci95: >8.4f", "p99: >7.3f", "max: >7.3f"});
  };
  if (request.monte_carlo) add_samples("monte carlo", request.rounds);
  if (request.rtl) add_samples("RTL", request.rtl_rounds);
  // Theorem 6 and its formula assume addresses that are spread at random.
  const bool formulas = !fixed || request.mapping == "random-shift";
  if (formulas) table.group("", {"f/(es): | >7.3f", "bound: >7.3f"});
  for (const CellResult& r : results) {
    std::vector<draw::Cell> cells = {r.cell.size,           r.cell.super_warp,           r.cell.width,
                                     draw::cell(r.printed), draw::cell(r.exact_ratio()), draw::cell(difference(r))};
    const auto add = [&](const std::optional<Sampled>& s) {
      if (!s) return cells.resize(cells.size() + 4);
      const draw::Cell interval = differ ? draw::cell(s->ci95()) : draw::Cell();
      cells.insert(cells.end(), {s->mean, interval, s->p99, s->max});
    };
    if (request.monte_carlo) add(r.monte_carlo);
    if (request.rtl) add(r.rtl);
    if (formulas) cells.insert(cells.end(), {r.printed_f, draw::cell(r.bound)});
    table.add(std::move(cells));
  }
  return text + table.text();
}

std::string congestion_summary(const std::vector<CellResult>& results, const CongestionEngines& engines) {
  std::string text;
  text += largest(results, "exact against printed", 4, [](const CellResult& r) -> std::optional<double> {
    const std::optional<double> off = difference(r);
    return off ? std::optional(std::abs(*off)) : std::nullopt;
  });
  text += largest(results, "Monte Carlo against exact, in standard errors", 2,
                  [](const CellResult& r) { return deviation(r, r.monte_carlo); });
  text += largest(results, "RTL against exact, in standard errors", 2,
                  [](const CellResult& r) { return deviation(r, r.rtl); });
  if (engines.seconds() > 0) {
    text += fmt::format("Monte Carlo: {:.3g} requests in {:.1f} s, {:.2g} a second\n", engines.requests(),
                        engines.seconds(), engines.requests() / engines.seconds());
  }
  return text;
}

int report_congestion_disagreement(const std::vector<CellResult>& results) {
  int status = 0;
  for (const CellResult& r : results) {
    for (const auto& [name, sampled] :
         {std::make_pair("Monte Carlo", &r.monte_carlo), std::make_pair("the RTL", &r.rtl)}) {
      const std::optional<double> off = deviation(r, *sampled);
      if (!off || *off <= kImpossible) continue;
      files::message(
          "superwarp: the engines disagree: w = {}, s = {}, n = {}: {} has {:.5f}, exact "
          "is {:.5f}, {:.1f} standard errors\n",
          r.cell.width, r.cell.super_warp, r.cell.size, name, (*sampled)->mean, *r.exact_ratio(), *off);
      status = 1;
    }
  }
  return status;
}

}  // namespace superwarp::cli
