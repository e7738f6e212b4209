// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <utility>

#include "model/reference/mapping.h"
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

std::string number(const std::optional<double>& value, int width, int digits) {
  return value ? fmt::format("{:>{}.{}f}", *value, width, digits) : fmt::format("{:>{}}", "-", width);
}

std::string signed_number(const std::optional<double>& value, int width) {
  return value ? fmt::format("{:>+{}.4f}", *value, width) : fmt::format("{:>{}}", "-", width);
}

/// A column of the table: its header, as wide as its entries, and its entry for a cell.
struct Column {
  std::string header;
  std::function<std::string(const CellResult&)> entry;
};

/// The columns between two bars, and the title above them.
struct ColumnGroup {
  std::string title;
  std::vector<Column> columns;

  /// The texts of all columns side by side.
  template <class TextOf>
  [[nodiscard]] std::string line(TextOf text_of) const {
    std::string text;
    for (const Column& column : columns) text += (text.empty() ? "" : " ") + text_of(column);
    return text;
  }
};

template <class Value>
Column numbers(const char* name, int width, int digits, Value value) {
  return {fmt::format("{:>{}}", name, width), [=](const CellResult& r) { return number(value(r), width, digits); }};
}

std::optional<double> difference(const CellResult& r) {
  if (!r.exact || !r.printed) return std::nullopt;
  return *r.exact_ratio() - *r.printed;
}

template <class Value>
bool any(const std::vector<CellResult>& results, Value value) {
  return std::any_of(results.begin(), results.end(), [&](const CellResult& r) { return value(r).has_value(); });
}

/// Parameters, then printed and exact values if any cell has them.
ColumnGroup cell_columns(const std::vector<CellResult>& results) {
  ColumnGroup group;
  const auto parameter = [&](const char* name, int width, auto value) {
    group.columns.push_back({fmt::format("{:>{}}", name, width),
                             [=](const CellResult& r) { return fmt::format("{:>{}}", value(r.cell), width); }});
  };
  using congestion::CongestionCell;
  parameter("n", 8, [](const CongestionCell& cell) { return cell.size; });
  parameter("s", 3, [](const CongestionCell& cell) { return cell.super_warp; });
  parameter("w", 3, [](const CongestionCell& cell) { return cell.width; });
  const auto printed = [](const CellResult& r) { return r.printed; };
  const auto exact = [](const CellResult& r) { return r.exact_ratio(); };
  if (any(results, printed)) group.columns.push_back(numbers("printed", 7, 3, printed));
  if (any(results, exact)) group.columns.push_back(numbers("exact", 9, 5, exact));
  if (any(results, difference)) {
    group.columns.push_back(
        {fmt::format("{:>7}", "diff"), [](const CellResult& r) { return signed_number(difference(r), 7); }});
  }
  return group;
}

/// The samples of one engine; with an interval only where samples differ.
ColumnGroup sample_columns(const std::string& title, std::optional<Sampled> CellResult::*engine, bool differ) {
  const auto of = [engine](auto value) {
    return [=](const CellResult& r) -> std::optional<double> {
      if (!(r.*engine)) return std::nullopt;
      return value(*(r.*engine));
    };
  };
  const int room = static_cast<int>(title.size()) - (differ ? 34 : 25);  // missing for the title
  ColumnGroup group{title, {numbers("mean", 9 + std::max(0, room), 4, of([](const Sampled& s) { return s.mean; }))}};
  if (differ) {
    group.columns.push_back(numbers("ci95", 8, 4, of([](const Sampled& s) { return s.ci95(); })));
  }
  group.columns.push_back(numbers("p99", 7, 3, of([](const Sampled& s) { return s.p99; })));
  group.columns.push_back(numbers("max", 7, 3, of([](const Sampled& s) { return s.max; })));
  return group;
}

/// Removes blanks and bars from the end of a line.
std::string ended(const std::string& line) { return line.substr(0, line.find_last_not_of(" |") + 1) + "\n"; }

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

  std::vector<ColumnGroup> groups = {cell_columns(results)};
  const auto add_samples = [&](const char* name, std::uint64_t rounds, std::optional<Sampled> CellResult::*engine) {
    groups.push_back(sample_columns(fmt::format("{}, {}", name, draw::counted(rounds, fixed ? "re-keying" : "round")),
                                    engine, keyed || !fixed));
  };
  if (request.monte_carlo) add_samples("monte carlo", request.rounds, &CellResult::monte_carlo);
  if (request.rtl) add_samples("RTL", request.rtl_rounds, &CellResult::rtl);
  // Theorem 6 and its formula assume addresses that are spread at random.
  if (!fixed || request.mapping == "random-shift") {
    const auto formula = [](const CellResult& r) { return std::optional(r.printed_f); };
    const auto bound = [](const CellResult& r) { return r.bound; };
    groups.push_back({"", {numbers("f/(es)", 7, 3, formula)}});
    if (any(results, bound)) groups.back().columns.push_back(numbers("bound", 7, 3, bound));
  }

  const auto add_line = [&](auto text_of) {
    std::string line;
    for (const ColumnGroup& group : groups) line += (line.empty() ? "" : " | ") + text_of(group);
    text += ended(line);
  };
  const auto header = [](const ColumnGroup& group) {
    return group.line([](const Column& column) { return column.header; });
  };
  if (request.monte_carlo || request.rtl) {
    add_line([&](const ColumnGroup& group) { return fmt::format("{:<{}}", group.title, header(group).size()); });
  }
  add_line(header);
  for (const CellResult& r : results) {
    add_line(
        [&](const ColumnGroup& group) { return group.line([&](const Column& column) { return column.entry(r); }); });
  }
  return text;
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
