// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/grid.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>
#include <set>

#include "sim/trace/trace.h"
#include "tools/congestion/on_rtl.h"

namespace superwarp::reproduce {
namespace {

using Experiments = std::vector<Experiment>;

/// The distinct values of `value` over `experiments`.
template <class Value>
auto values(const Experiments& experiments, Value value) {
  std::set<decltype(value(Whole{experiments.front()}))> seen;
  for (const Experiment& e : experiments) seen.insert(value(Whole{e}));
  return seen;
}

/// The measurement of each of `experiments`, in order, goes to `visit`.
template <class Visit>
void measure_all(Laboratory& laboratory, const Experiments& experiments, Visit visit) {
  std::size_t done = 0;
  for (const Experiment& e : experiments) {
    visit(e, laboratory.measure(e));
    laboratory.progress(static_cast<double>(++done) / static_cast<double>(experiments.size()));
  }
}

/// Holds if `objection(run, measurement, by_rtl)` is empty for every run, by model and RTL; else
/// the finding has that of the first run, the smallest of a grid. `words` name the condition, `key`
/// does in the figures.
template <class Objection>
Finding without_objection(Laboratory& laboratory, const Runs& runs, const std::string& words, const std::string& key,
                          const std::string& why, Objection objection) {
  struct Count {
    std::uint64_t points = 0;
    std::uint64_t so = 0;
    [[nodiscard]] Figure figure(const std::string& key) const {
      return points == 0 ? Figure() : Figure{{"points", points}, {key, so}};
    }
  };
  Count model;
  Count rtl;
  std::string why_not;
  Counterexample counterexample;
  const Experiments experiments = runs();
  measure_all(laboratory, experiments, [&](const Experiment& e, const Measurement& m) {
    for (const bool by_rtl : {false, true}) {
      if (by_rtl && !m.rtl) continue;
      const std::string what = objection(e, m, by_rtl);
      Count& count = by_rtl ? rtl : model;
      ++count.points;
      if (what.empty()) ++count.so;
      if (what.empty() || !why_not.empty()) continue;
      why_not = what;
      counterexample = shown_by(e, m);
    }
  });
  return {grid_figure(experiments),
          {{"points", experiments.size()}},
          model.figure(key),
          rtl.figure(key),
          fmt::format("{} on {}/{} by model, {}/{} by RTL", words, model.so, model.points, rtl.so, rtl.points),
          holds_if(why_not.empty()),
          why_not.empty() ? why : why_not,
          counterexample};
}

std::string not_so(bool so, const std::string& words, const Experiment& run) {
  return so ? "" : fmt::format("not {}: {}", words, run.command());
}

/// Whether `ratios` grow at every step, to the double at least.
bool grow(const std::vector<double>& ratios) {
  for (std::size_t i = 1; i < ratios.size(); ++i) {
    if (ratios[i] <= ratios[i - 1]) return false;
  }
  return ratios.size() > 2 && ratios.back() >= 2 * ratios.front();
}

}  // namespace

workload::LowerBounds lower_bounds_of(const Real& o) {
  const Whole whole{o.run};
  return workload::lower_bounds(workload::workload_info(o.run.workload).task, whole.n, whole.p, whole.w, whole.l);
}

double largest_lower_bound(const Real& o) {
  const auto bounds = lower_bounds_of(o);
  return static_cast<double>(std::max({bounds.bandwidth, bounds.latency, bounds.reduction, std::uint64_t{1}}));
}

Experiment run_of(const std::string& workload, MachineKind kind, std::uint32_t width, std::uint64_t size,
                  std::uint32_t threads, std::uint32_t latency) {
  return {workload, size, threads, machine_of(kind, width, latency), width <= 32, {}};
}

Runs grid(const Axes& axes, const Accept& accept) {
  return [axes, accept] {
    Experiments experiments;
    const auto add = [&](const std::string& permutation, std::uint32_t w, std::uint32_t s, std::uint64_t size) {
      for (const std::uint32_t dispatches : axes.dispatches) {
        for (const std::uint32_t l : axes.latencies) {
          Experiment e = run_of(axes.workload, axes.kind, w, size, dispatches * s * w, l);
          e.machine.super_warp = s;
          e.permutation = permutation;
          if (e.threads <= e.elements() && (!accept || accept({e}))) experiments.push_back(e);
        }
      }
    };
    for (const std::string& permutation : axes.permutations) {
      for (const std::uint32_t w : axes.widths) {
        for (const std::uint32_t s : axes.super_warps ? axes.super_warps(w) : Widths{1}) {
          for (const std::uint64_t size : axes.sizes(w)) add(permutation, w, s, size);
        }
      }
    }
    return experiments;
  };
}

Runs joined(const std::vector<Runs>& parts) {
  return [parts] {
    Experiments all;
    for (const Runs& runs : parts) {
      for (Experiment& e : runs()) all.push_back(std::move(e));
    }
    return all;
  };
}

Runs on_both(const std::function<Runs(MachineKind)>& runs) { return joined({runs(kDmm), runs(kUmm)}); }

Runs in_both_schedules(const Runs& runs) {
  return joined({runs, [runs] {
                   Experiments all = runs();
                   for (Experiment& e : all) e.machine.schedule = Schedule::kAsync;
                   return all;
                 }});
}

std::vector<Experiment> series(const Widths& values, Experiment (*run)(std::uint32_t value)) {
  Experiments runs;
  for (const std::uint32_t value : values) runs.push_back(run(value));
  return runs;
}

Figure grid_figure(const Experiments& experiments) {
  const auto name = [](const Whole& o) { return o.run.workload; };
  const auto permutation = [](const Whole& o) { return o.run.permutation; };
  const auto schedule = [](const Whole& o) { return o.run.machine.schedule; };
  Figure figure = {{"workload", values(experiments, name)},
                   {"width", values(experiments, [](const Whole& o) { return o.w; })},
                   {"super_warp", values(experiments, [](const Whole& o) { return o.s; })},
                   {"latency", values(experiments, [](const Whole& o) { return o.l; })},
                   {"size", values(experiments, [](const Whole& o) { return o.run.size; })},
                   {"threads", values(experiments, [](const Whole& o) { return o.p; })},
                   {"points", experiments.size()}};
  if (experiments.front().machine.hierarchy) {
    figure["multiprocessors"] = values(experiments, [](const Whole& o) { return o.run.machine.multiprocessors(); });
    figure["taps"] = values(experiments, [](const Whole& o) { return o.run.taps; });
  }
  if (values(experiments, schedule).size() > 1) figure["schedule"] = {"rounds", "async"};
  std::set<std::string> permutations = values(experiments, permutation);
  permutations.erase("");
  if (!permutations.empty()) figure["permutation"] = permutations;
  return figure;
}

Check exact(const Runs& runs, const Formula& formula, const std::string& note) {
  return [=](Laboratory& laboratory) {
    const auto objection = [&](const Experiment& e, const Measurement& m, bool by_rtl) {
      Whole o{e};
      o.T = m.rounds;
      o.C = by_rtl ? *m.rtl_congestion : m.congestion;
      const std::uint64_t time = by_rtl ? *m.rtl : m.model;
      const std::uint64_t right = formula(o);
      if (time == right) return std::string();
      return fmt::format("{} takes {} time units on the {}, the formula says {}", e.command(), time,
                         by_rtl ? "RTL" : "model", right);
    };
    Finding finding = without_objection(laboratory, runs, "exact", "equal",
                                        "time units equal the formula on the whole grid", objection);
    finding.why += note;
    return finding;
  };
}

Check compared(const Runs& runs, const std::function<void(Machine&)>& other,
               const std::function<bool(const Rivals&)>& so, const std::string& words, const std::string& why) {
  return [=](Laboratory& laboratory) {
    std::string key = words;
    std::replace(key.begin(), key.end(), ' ', '_');
    return without_objection(
        laboratory, runs, words, key, why, [&](const Experiment& e, const Measurement& first, bool by_rtl) {
          Experiment rival = e;
          other(rival.machine);
          const Measurement& second = laboratory.measure(rival);
          return not_so(so(by_rtl ? Rivals{first, *first.rtl, *second.rtl} : Rivals{first, first.model, second.model}),
                        words, e);
        });
  };
}

Check all_are(const Runs& runs, const Condition& so, const std::string& words, const std::string& why) {
  return [=](Laboratory& laboratory) {
    return without_objection(
        laboratory, runs, words, "so", why, [&](const Experiment& e, const Measurement& m, bool by_rtl) {
          return not_so(by_rtl ? so({e}, *m.rtl, *m.rtl_congestion) : so({e}, m.model, m.congestion), words, e);
        });
  };
}

Ratios ratios_of(Laboratory& laboratory, const Experiments& experiments, const Unit& f, Quantity quantity) {
  Ratios ratios;
  measure_all(laboratory, experiments, [&](const Experiment& e, const Measurement& m) {
    const double unit = f({e});
    const auto over_unit = [unit](std::uint64_t value) { return static_cast<double>(value) / unit; };
    const double model = over_unit(quantity == Quantity::kTime         ? m.model
                                   : quantity == Quantity::kCongestion ? m.congestion
                                   : quantity == Quantity::kPram       ? m.rounds
                                                                       : m.bpram);
    if (model > ratios.model.most) ratios.worst = e;
    if (model < ratios.model.least) ratios.closest = e;
    ratios.model.add(model);
    if (quantity >= Quantity::kPram) return;
    if (m.rtl) ratios.rtl.add(over_unit(quantity == Quantity::kTime ? *m.rtl : *m.rtl_congestion));
    if (m.closed) ratios.closed = std::max(ratios.closed.value_or(0), over_unit(*m.closed));
  });
  return ratios;
}

namespace {

Check bounded_by(const Runs& runs, const Bound& bound, Quantity quantity) {
  return [=](Laboratory& laboratory) {
    const Experiments experiments = runs();
    const Ratios ratios = ratios_of(laboratory, experiments, bound.f, quantity);
    const double largest = std::max(ratios.model.most, ratios.rtl.most);
    Finding finding = {grid_figure(experiments),
                       {},
                       {{"largest_ratio", ratios.model.most}},
                       {},
                       fmt::format("time/f <= {:.3f}, constant {:.2f}", largest, bound.constant),
                       holds_if(largest <= bound.constant),
                       fmt::format("{}; largest at: {}", bound.why, ratios.worst.command())};
    finding.parameters["constant"] = bound.constant;
    if (ratios.closed) finding.closed = {{"largest_ratio", *ratios.closed}};
    if (quantity != Quantity::kTime) finding.closed = {{"constant", bound.constant}};
    if (ratios.rtl) finding.rtl = {{"largest_ratio", ratios.rtl.most}};
    return finding;
  };
}

}  // namespace

Check bounded(const Runs& runs, const Bound& bound) { return bounded_by(runs, bound, Quantity::kTime); }

Check on_pram(const Runs& runs, Quantity pram, double constant, const std::string& why) {
  const Unit f = pram == Quantity::kPram ? Unit([](const Real& o) { return o.n / o.p; }) : bandwidth_term;
  return bounded_by(runs, {f, constant, why + "; counted by the model beside the run, as there is no RTL"}, pram);
}

Check never_below(const Runs& runs, const Unit& f, const std::string& why, Quantity quantity) {
  return [=](Laboratory& laboratory) -> Finding {
    const Experiments experiments = runs();
    const Ratios ratios = ratios_of(laboratory, experiments, f, quantity);
    const double least = std::min(ratios.model.least, ratios.rtl.least);
    return {grid_figure(experiments),
            {{"smallest_ratio", 1}},
            {{"smallest_ratio", ratios.model.least}},
            ratios.rtl ? Figure{{"smallest_ratio", ratios.rtl.least}} : Figure(),
            fmt::format("{} >= {:.3f}", quantity == Quantity::kTime ? "time/bound" : "ratio", least),
            holds_if(least >= 1),
            fmt::format("{}; closest: {}", why, ratios.closest.command())};
  };
}

Check refuted_by(const Series& series) {
  return [series](Laboratory& laboratory) -> Finding {
    std::vector<double> model;
    std::vector<double> law;
    Counterexample last;
    Figure rtl = Figure::array();
    bool any_rtl = false;
    bool lawful = true;
    measure_all(laboratory, series.runs, [&](const Experiment& e, const Measurement& m) {
      const double unit = series.f({e});
      model.push_back(static_cast<double>(m.model) / unit);
      law.push_back(series.law({e}));
      rtl.push_back(m.rtl ? Figure(static_cast<double>(*m.rtl) / unit) : Figure(nullptr));
      lawful = lawful && model.back() >= law.back() && (!m.rtl || rtl.back().get<double>() >= law.back());
      any_rtl = any_rtl || m.rtl;
      last = shown_by(e, m);
    });
    const bool fails = grow(law) && grow(model) && lawful;
    const std::string ratios = fmt::format("time / f = {:.2f} for {}", fmt::join(model, ", "), series.along);
    Finding finding = {grid_figure(series.runs),
                       {{"ratio_at_least", law}},
                       {{"ratio", model}},
                       any_rtl ? Figure{{"ratio", rtl}} : Figure(nullptr),
                       fmt::format("time/f = {:.2f}", fmt::join(model, ", ")),
                       holds_if(!fails)};
    finding.parameters["along"] = series.along;
    finding.why =
        fails ? fmt::format("{}: grows without limit, as {}; e.g. {}", ratios, series.why, series.runs.back().command())
              : fmt::format("{} does not grow as predicted ({})", ratios, series.why);
    if (fails) finding.counterexample = last;
    return finding;
  };
}

Check confirmed_by(const Series& series) {
  return [check = refuted_by(series)](Laboratory& laboratory) {
    Finding finding = check(laboratory);
    finding.verdict = holds_if(finding.verdict == Verdict::kFails);
    finding.counterexample = {};
    return finding;
  };
}

trace::TraceProgram one_round(const std::vector<std::vector<Address>>& warps) {
  trace::Trace trace("one round");
  for (std::uint32_t warp = 0; warp < warps.size(); ++warp) trace.add(0, warp, Op::kRead, warps[warp]);
  return trace::TraceProgram(trace);
}

Check picture(const std::vector<std::vector<Address>>& warps, const Machine& machine,
              const std::vector<std::uint32_t>& printed, const std::string& note) {
  return [=](Laboratory& laboratory) {
    const trace::TraceProgram program = one_round(warps);
    const Machine m = fitted(machine, program);
    const auto figure = [](const std::vector<std::uint32_t>& congestion, std::uint64_t time) {
      return Figure{{"congestion", congestion}, {"time_units", time}};
    };
    const std::uint64_t time = std::accumulate(printed.begin(), printed.end(), std::uint64_t{m.latency} - 1);
    const evaluate::Evaluation evaluation = laboratory.evaluate(program, m, true);
    Finding finding = equal_figures(
        {{"width", m.width}, {"latency", m.latency}, {"super_warp", m.super_warp}, {"shifts", m.key}},
        figure(printed, time), figure(congestion::model_congestion(program, m), evaluation.model->time_units),
        figure(congestion::recorded_congestion(*evaluation.rtl), evaluation.rtl->time_units),
        fmt::format("{} time units, printed {}", evaluation.model->time_units, time), "");
    finding.why = finding.verdict == Verdict::kHolds
                      ? "each dispatch fills the slots printed, in the time units printed"
                      : "slots or time units differ from print";
    finding.why += note;
    return finding;
  };
}

}  // namespace superwarp::reproduce
