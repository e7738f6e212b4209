#include "sim/reproduce/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace superwarp::reproduce {
namespace {

void add_point(const Axes& axes, std::uint32_t w, std::uint32_t s, std::uint64_t size,
               const Accept& accept, std::vector<Experiment>& out) {
  for (const std::uint32_t dispatches : axes.dispatches) {
    for (const std::uint32_t l : axes.latencies) {
      Experiment e;
      e.workload = axes.workload;
      e.size = size;
      e.threads = dispatches * s * w;
      e.machine.kind = axes.kind;
      e.machine.width = w;
      e.machine.super_warp = s;
      e.machine.latency = l;
      if (axes.kind == MachineKind::kRsdmm) e.machine.mapping = "random-shift";
      e.rtl = w <= axes.rtl_width;
      if (e.threads <= e.elements() && (!accept || accept(e))) out.push_back(e);
    }
  }
}

/// The distinct values of `value` over `experiments`.
template <class Value>
Figure values(const std::vector<Experiment>& experiments, Value value) {
  std::set<std::uint64_t> seen;
  for (const Experiment& e : experiments) seen.insert(value(e));
  Figure figure = seen;
  return figure;
}

/// Counts on how many experiments an engine agrees with a formula.
struct Tally {
  std::uint64_t points = 0;
  std::uint64_t equal = 0;

  void add(bool is_equal) {
    ++points;
    if (is_equal) ++equal;
  }
  [[nodiscard]] Figure figure() const {
    if (points == 0) return nullptr;
    return {{"points", points}, {"equal", equal}};
  }
};

}  // namespace

std::vector<Experiment> grid(const Axes& axes, const Accept& accept) {
  std::vector<Experiment> experiments;
  for (const std::uint32_t w : axes.widths) {
    const auto super_warps = axes.super_warps ? axes.super_warps(w) : std::vector<std::uint32_t>{1};
    for (const std::uint32_t s : super_warps) {
      for (const std::uint64_t size : axes.sizes(w))
        add_point(axes, w, s, size, accept, experiments);
    }
  }
  return experiments;
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
      {"latency", values(experiments, [](const Experiment& e) { return e.machine.latency; })},
      {"size", values(experiments, [](const Experiment& e) { return e.size; })},
      {"threads", values(experiments, [](const Experiment& e) { return e.threads; })},
      {"points", experiments.size()}};
  if (!permutations.empty()) figure["permutation"] = permutations;
  return figure;
}

Finding check_exact(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                    const Formula& formula) {
  Finding finding;
  finding.parameters = grid_figure(experiments);
  Tally model;
  Tally rtl;
  std::string counterexample;
  std::size_t done = 0;
  for (const Experiment& e : experiments) {
    const Measurement& m = laboratory.measure(e);
    const auto compare = [&](const char* engine, std::uint64_t time, std::uint64_t congestion,
                             Tally& tally) {
      const std::uint64_t right = formula(e, {m.rounds, congestion});
      tally.add(time == right);
      if (time != right && counterexample.empty()) {
        counterexample = fmt::format("{} takes {} time units on the {}, the formula says {}",
                                     e.command(), time, engine, right);
      }
    };
    compare("model", m.model, m.congestion, model);
    if (m.rtl) compare("RTL", *m.rtl, *m.rtl_congestion, rtl);
    laboratory.progress(static_cast<double>(++done) / static_cast<double>(experiments.size()));
  }
  finding.closed = {{"points", experiments.size()}};
  finding.model = model.figure();
  finding.rtl = rtl.figure();
  finding.figures = fmt::format("exact on {}/{} by model, {}/{} by RTL", model.equal, model.points,
                                rtl.equal, rtl.points);
  finding.decide(counterexample.empty(), counterexample.empty()
                                             ? "time units equal the formula on the whole grid"
                                             : counterexample);
  return finding;
}

Ratios largest_ratios(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                      const std::function<double(const Experiment&)>& f) {
  Ratios ratios;
  std::size_t done = 0;
  for (const Experiment& e : experiments) {
    const Measurement& m = laboratory.measure(e);
    const double unit = f(e);
    const double model = static_cast<double>(m.model) / unit;
    if (model > ratios.model) {
      ratios.model = model;
      ratios.worst = e;
    }
    const auto raise = [&](std::optional<double>& most, std::optional<std::uint64_t> time) {
      if (time) most = std::max(most.value_or(0), static_cast<double>(*time) / unit);
    };
    raise(ratios.rtl, m.rtl);
    raise(ratios.closed, m.closed);
    laboratory.progress(static_cast<double>(++done) / static_cast<double>(experiments.size()));
  }
  return ratios;
}

Finding check_bound(Laboratory& laboratory, const std::vector<Experiment>& experiments,
                    const Bound& bound) {
  const Ratios ratios = largest_ratios(laboratory, experiments, bound.f);
  const auto figure = [](const std::optional<double>& largest) -> Figure {
    if (!largest) return nullptr;
    return {{"largest_ratio", *largest}};
  };
  Finding finding;
  finding.parameters = grid_figure(experiments);
  finding.parameters["constant"] = bound.constant;
  finding.closed = figure(ratios.closed);
  finding.model = figure(ratios.model);
  finding.rtl = figure(ratios.rtl);
  finding.figures = fmt::format("time/f <= {:.3f}, constant {:.2f}",
                                std::max(ratios.model, ratios.rtl.value_or(0)), bound.constant);
  finding.decide(ratios.model <= bound.constant && ratios.rtl.value_or(0) <= bound.constant,
                 fmt::format("{}; largest at: {}", bound.why, ratios.worst.command()));
  return finding;
}

}  // namespace superwarp::reproduce
