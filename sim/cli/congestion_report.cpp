#include "sim/cli/congestion_report.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <utility>

#include "sim/cli/version.h"
#include "sim/draw/text.h"
#include "sim/model/mapping.h"

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
  return value ? fmt::format("{:>{}.{}f}", *value, width, digits)
               : fmt::format("{:>{}}", "-", width);
}

std::string signed_number(const std::optional<double>& value, int width) {
  return value ? fmt::format("{:>+{}.4f}", *value, width) : fmt::format("{:>{}}", "-", width);
}

std::string columns(const std::optional<Sampled>& sampled) {
  if (!sampled) return fmt::format("{:>9} {:>8} {:>7} {:>7}", "-", "-", "-", "-");
  return fmt::format("{:>9.4f} {} {:>7.3f} {:>7.3f}", sampled->mean, number(sampled->ci95(), 8, 4),
                     sampled->p99, sampled->max);
}

/// The cell in which `value` is largest, for the summary.
template <class Value>
std::string largest(const std::vector<CellResult>& results, const char* what, int digits,
                    Value value) {
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
  return fmt::format("{}: at most {:.{}f} (w = {}, s = {}, n = {})\n", what, most, digits,
                     at->cell.width, at->cell.super_warp, at->cell.size);
}

/// How far a sample's mean is from the exact one, in standard errors (of the exact law).
std::optional<double> deviation(const CellResult& r, const std::optional<Sampled>& sampled) {
  constexpr double kRounding = 1e-6;
  if (!r.exact || !sampled) return std::nullopt;
  const double off = std::abs(sampled->mean - *r.exact_ratio());
  return off <= kRounding ? 0 : off / r.exact_error(sampled->rounds);
}

/// Whatever the seed, no honest sample is this many standard errors off (1 in 5e8).
constexpr double kImpossible = 6;

}  // namespace

Json congestion_json(const CongestionRequest& request, const std::string& pattern,
                     const std::vector<CellResult>& results, const CongestionEngines& engines,
                     double seconds) {
  Json json = {{"schema", "superwarp.congestion/1"},
               {"commit", commit()},
               {"version", version()},
               {"seed", request.seed}};
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
      {"requests_per_second",
       engines.seconds() > 0 ? Json(engines.requests() / engines.seconds()) : Json(nullptr)}};
  return json;
}

std::string congestion_table(const CongestionRequest& request, const std::string& pattern,
                             const std::vector<CellResult>& results) {
  std::string text =
      fmt::format("Expected congestion ratio E/s, {} access, mapping {}", pattern, request.mapping);
  if (request.pattern.fixed()) {
    text += model::mapping_info(request.mapping).key == model::KeyKind::kNone
                ? "; it has no key, so samples are all alike"
                : "; samples are re-keyings";
  }
  text += "\n";
  const auto sample_header = [&](const char* name, std::uint64_t rounds) {
    return fmt::format(
        " | {:<34}",
        fmt::format("{}, {}", name,
                    draw::counted(rounds, request.pattern.fixed() ? "re-keying" : "round")));
  };
  const std::string figures =
      fmt::format(" | {:>9} {:>8} {:>7} {:>7}", "mean", "ci95", "p99", "max");
  std::string over = fmt::format("{:<42}", "");
  if (request.monte_carlo) over += sample_header("monte carlo", request.rounds);
  if (request.rtl) over += sample_header("RTL", request.rtl_rounds);
  text += over.substr(0, over.find_last_not_of(' ') + 1);
  text += "\n";
  text +=
      fmt::format("{:>8} {:>3} {:>3} {:>7} {:>9} {:>7}", "n", "s", "w", "printed", "exact", "diff");
  if (request.monte_carlo) text += figures;
  if (request.rtl) text += figures;
  text += fmt::format(" | {:>7} {:>7}\n", "f/(es)", "bound");
  for (const CellResult& r : results) {
    const std::optional<double> exact = r.exact_ratio();
    const std::optional<double> difference =
        exact && r.printed ? std::optional<double>(*exact - *r.printed) : std::nullopt;
    text += fmt::format("{:>8} {:>3} {:>3} {} {} {}", r.cell.size, r.cell.super_warp, r.cell.width,
                        number(r.printed, 7, 3), number(exact, 9, 5), signed_number(difference, 7));
    if (request.monte_carlo) text += " | " + columns(r.monte_carlo);
    if (request.rtl) text += " | " + columns(r.rtl);
    text += fmt::format(" | {:>7.3f} {}\n", r.printed_f, number(r.bound, 7, 3));
  }
  return text;
}

std::string congestion_summary(const std::vector<CellResult>& results,
                               const CongestionEngines& engines) {
  std::string text;
  text +=
      largest(results, "exact against print", 4, [](const CellResult& r) -> std::optional<double> {
        if (!r.exact || !r.printed) return std::nullopt;
        return std::abs(*r.exact_ratio() - *r.printed);
      });
  text += largest(results, "Monte Carlo against exact, in standard errors", 2,
                  [](const CellResult& r) { return deviation(r, r.monte_carlo); });
  text += largest(results, "RTL against exact, in standard errors", 2,
                  [](const CellResult& r) { return deviation(r, r.rtl); });
  if (engines.seconds() > 0) {
    text +=
        fmt::format("Monte Carlo: {:.3g} requests in {:.1f} s, {:.2g} a second\n",
                    engines.requests(), engines.seconds(), engines.requests() / engines.seconds());
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
      fmt::print(stderr,
                 "superwarp: the engines disagree: w = {}, s = {}, n = {}: {} says {:.5f}, exact "
                 "is {:.5f}, {:.1f} standard errors\n",
                 r.cell.width, r.cell.super_warp, r.cell.size, name, (*sampled)->mean,
                 *r.exact_ratio(), *off);
      status = 1;
    }
  }
  return status;
}

}  // namespace superwarp::cli
