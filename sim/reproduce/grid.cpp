// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/grid.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace superwarp::reproduce {
namespace {

/// The distinct values of `value` over `experiments`.
template <class Value>
Figure values(const std::vector<Experiment>& experiments, Value value) {
  std::set<std::uint64_t> seen;
  for (const Experiment& e : experiments) seen.insert(value(e));
  Figure figure = seen;
  return figure;
}

constexpr double kGrowth = 2;  ///< last over first

bool grows(const std::vector<double>& ratios) {
  for (std::size_t i = 1; i < ratios.size(); ++i) {
    if (ratios[i] <= ratios[i - 1]) return false;
  }
  return ratios.size() > 2 && ratios.back() >= kGrowth * ratios.front();
}

}  // namespace

bool threads_divide(const Experiment& e) { return e.elements() % e.threads == 0; }

Experiment run_of(const std::string& workload, MachineKind kind, std::uint32_t width,
                  std::uint64_t size, std::uint32_t threads, std::uint32_t latency) {
  return {workload, size, threads, machine_of(kind, width, latency), width <= 32, {}};
}

std::vector<Experiment> grid(const Axes& axes, const Accept& accept) {
  std::vector<Experiment> experiments;
  const auto add = [&](std::uint32_t w, std::uint32_t s, std::uint64_t size) {
    for (const std::uint32_t dispatches : axes.dispatches) {
      for (const std::uint32_t l : axes.latencies) {
        Experiment e = run_of(axes.workload, axes.kind, w, size, dispatches * s * w, l);
        e.machine.super_warp = s;
        if (e.threads <= e.elements() && (!accept || accept(e))) experiments.push_back(e);
      }
    }
  };
  for (const std::uint32_t w : axes.widths) {
    for (const std::uint32_t s : axes.super_warps ? axes.super_warps(w) : Widths{1}) {
      for (const std::uint64_t size : axes.sizes(w)) add(w, s, size);
    }
  }
  return experiments;
}

std::vector<Experiment> on_both(const std::function<std::vector<Experiment>(MachineKind)>& runs) {
  std::vector<Experiment> all = runs(MachineKind::kDmm);
  append(all, runs(MachineKind::kUmm));
  return all;
}

void append(std::vector<Experiment>& all, const std::vector<Experiment>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

Figure grid_figure(const std::vector<Experiment>& experiments) {
  std::set<std::string> names;
  std::set<std::string> permutations;
  for (const Experiment& e : experiments) {
    names.insert(e.workload);
    if (!e.permutation.empty()) permutations.insert(e.permutation);
  }
  Figure figure = {
      {"workload", names},
      {"width", values(experiments, [](const Experiment& e) { return e.machine.width; })},
      {"super_warp", values(experiments, [](const Experiment& e) { return e.machine.super_warp; })},
      {"latency", values(experiments,
                         [](const Experiment& e) {
                           const auto& hierarchy = e.machine.hierarchy;
                           return hierarchy ? hierarchy->latency : e.machine.latency;
                         })},
      {"size", values(experiments, [](const Experiment& e) { return e.size; })},
      {"threads", values(experiments, [](const Experiment& e) { return e.threads; })},
      {"points", experiments.size()}};
  if (!experiments.empty() && experiments.front().machine.hierarchy) {
    figure["multiprocessors"] =
        values(experiments, [](const Experiment& e) { return e.machine.multiprocessors(); });
    figure["taps"] = values(experiments, [](const Experiment& e) { return e.taps; });
  }
  if (!permutations.empty()) figure["permutation"] = permutations;
  return figure;
}

Finding EngineTally::finding(const std::vector<Experiment>& experiments, const char* words,
                             const char* key, const std::string& why) const {
  const auto figure = [key](const Count& engine) -> Figure {
    if (engine.points == 0) return nullptr;
    return {{"points", engine.points}, {key, engine.so}};
  };
  Finding finding;
  finding.parameters = grid_figure(experiments);
  finding.closed = {{"points", experiments.size()}};
  finding.model = figure(model);
  finding.rtl = figure(rtl);
  finding.figures = fmt::format("{} on {}/{} by model, {}/{} by RTL", words, model.so, model.points,
                                rtl.so, rtl.points);
  finding.decide(why_not.empty(), why_not.empty() ? why : why_not);
  finding.counterexample = counterexample;
  return finding;
}

Finding check_exact(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                    const Formula& formula, const char* note) {
  EngineTally tally;
  std::size_t done = 0;
  for (const Experiment& e : experiments) {
    const Measurement& m = laboratory.measure(e);
    const auto compare = [&](const char* engine, std::uint64_t time, std::uint64_t congestion,
                             EngineTally::Count& count) {
      const std::uint64_t right = formula(e, {m.rounds, congestion});
      tally.add(count, time == right, e, m, [&] {
        return fmt::format("{} takes {} time units on the {}, the formula says {}", e.command(),
                           time, engine, right);
      });
    };
    compare("model", m.model, m.congestion, tally.model);
    if (m.rtl) compare("RTL", *m.rtl, *m.rtl_congestion, tally.rtl);
    laboratory.progress(static_cast<double>(++done) / static_cast<double>(experiments.size()));
  }
  Finding finding = tally.finding(experiments, "exact", "equal",
                                  "time units equal the formula on the whole grid");
  finding.why += note;
  return finding;
}

Ratios ratios_of(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                 const Unit& f) {
  Ratios ratios;
  std::size_t done = 0;
  for (const Experiment& e : experiments) {
    const Measurement& m = laboratory.measure(e);
    const double unit = f(e);
    const double model = static_cast<double>(m.model) / unit;
    if (model > ratios.model.most) ratios.worst = e;
    if (model < ratios.model.least) ratios.closest = e;
    ratios.model.add(model);
    if (m.rtl) ratios.rtl.add(static_cast<double>(*m.rtl) / unit);
    if (m.closed) {
      ratios.closed = std::max(ratios.closed.value_or(0), static_cast<double>(*m.closed) / unit);
    }
    laboratory.progress(static_cast<double>(++done) / static_cast<double>(experiments.size()));
  }
  return ratios;
}

Finding check_bound(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                    const Bound& bound) {
  const Ratios ratios = ratios_of(laboratory, experiments, bound.f);
  const double largest = std::max(ratios.model.most, ratios.rtl.most);
  Finding finding;
  finding.parameters = grid_figure(experiments);
  finding.parameters["constant"] = bound.constant;
  if (ratios.closed) finding.closed = {{"largest_ratio", *ratios.closed}};
  finding.model = {{"largest_ratio", ratios.model.most}};
  if (ratios.rtl) finding.rtl = {{"largest_ratio", ratios.rtl.most}};
  finding.figures = fmt::format("time/f <= {:.3f}, constant {:.2f}", largest, bound.constant);
  finding.decide(largest <= bound.constant,
                 fmt::format("{}; largest at: {}", bound.why, ratios.worst.command()));
  return finding;
}

Finding never_below(const std::vector<Experiment>& experiments, const Ratios& ratios,
                    const std::string& why) {
  const double least = std::min(ratios.model.least, ratios.rtl.least);
  Finding finding;
  finding.parameters = grid_figure(experiments);
  finding.closed = {{"smallest_ratio", 1}};
  finding.model = {{"smallest_ratio", ratios.model.least}};
  if (ratios.rtl) finding.rtl = {{"smallest_ratio", ratios.rtl.least}};
  finding.figures = fmt::format("time/bound >= {:.3f}", least);
  finding.decide(least >= 1, why);
  return finding;
}

Finding check_growth(Laboratory& laboratory, const Series& series) {
  std::vector<double> model;
  std::vector<double> law;
  Counterexample last;
  Figure rtl = Figure::array();
  bool any_rtl = false;
  bool lawful = true;
  for (const Experiment& e : series.runs) {
    const Measurement& m = laboratory.measure(e);
    const double unit = series.f(e);
    model.push_back(static_cast<double>(m.model) / unit);
    law.push_back(series.law(e));
    last = shown_by(e, m);
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
  if (fails) finding.counterexample = last;
  finding.verdict = fails ? Verdict::kFails : Verdict::kHolds;
  finding.why = fails ? fmt::format("time / f = {:.2f} for {}: grows without limit, as {}; e.g. {}",
                                    fmt::join(model, ", "), series.along, series.why,
                                    series.runs.back().command())
                      : fmt::format("time / f = {:.2f} for {} does not grow as foretold ({})",
                                    fmt::join(model, ", "), series.along, series.why);
  return finding;
}

}  // namespace superwarp::reproduce
