#include "sim/reproduce/memory_machines/growth.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace superwarp::reproduce {
namespace {

constexpr double kGrowth = 2;  ///< last over first

bool grows(const std::vector<double>& ratios) {
  for (std::size_t i = 1; i < ratios.size(); ++i) {
    if (ratios[i] <= ratios[i - 1]) return false;
  }
  return ratios.size() > 2 && ratios.back() >= kGrowth * ratios.front();
}

}  // namespace

Finding check_growth(Laboratory& laboratory, const Series& series) {
  std::vector<double> model;
  std::vector<double> law;
  Figure rtl = Figure::array();
  bool any_rtl = false;
  bool lawful = true;
  for (const Experiment& e : series.runs) {
    const Measurement& m = laboratory.measure(e);
    const double unit = series.f(e);
    model.push_back(static_cast<double>(m.model) / unit);
    law.push_back(series.law(e));
    lawful = lawful && model.back() >= law.back();
    lawful = lawful && (!m.rtl || static_cast<double>(*m.rtl) / unit >= law.back());
    rtl.push_back(m.rtl ? Figure(static_cast<double>(*m.rtl) / unit) : Figure(nullptr));
    any_rtl = any_rtl || m.rtl;
    laboratory.progress(static_cast<double>(model.size()) /
                        static_cast<double>(series.runs.size()));
  }
  Finding finding;
  finding.parameters = grid_figure(series.runs);
  finding.parameters["along"] = series.along;
  finding.closed = {{"ratio_at_least", law}};
  finding.model = {{"ratio", model}};
  if (any_rtl) finding.rtl = {{"ratio", rtl}};
  finding.figures = fmt::format("time/f = {:.2f}", fmt::join(model, ", "));
  const bool fails = grows(law) && grows(model) && lawful;
  finding.verdict = fails ? Verdict::kFails : Verdict::kHolds;
  finding.why = fails ? fmt::format("time / f = {:.2f} for {}: grows without limit, as {}; e.g. {}",
                                    fmt::join(model, ", "), series.along, series.why,
                                    series.runs.back().command())
                      : fmt::format("time / f = {:.2f} for {} does not grow as foretold ({})",
                                    fmt::join(model, ", "), series.along, series.why);
  return finding;
}

}  // namespace superwarp::reproduce
