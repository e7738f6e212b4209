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

/// How many runs meet a condition, by each engine.
struct Tally {
  struct Count {
    std::uint64_t points = 0;
    std::uint64_t so = 0;
  };
  Count model;
  Count rtl;
  std::string why_not;  ///< of the first run that does not: the smallest of a grid
  Counterexample counterexample;

  /// `describe()` says what the run shows that does not meet the condition.
  template <class Describe>
  void add(Count& engine, bool is_so, const Experiment& experiment, const Measurement& measured,
           Describe describe) {
    ++engine.points;
    if (is_so) ++engine.so;
    if (is_so || !why_not.empty()) return;
    why_not = describe();
    counterexample = shown_by(experiment, measured);
  }

  /// Holds if all runs meet it. `words` name the condition, `key` does in the figures.
  [[nodiscard]] Finding finding(const Experiments& experiments, const std::string& words,
                                const std::string& key, const std::string& why) const {
    const auto figure = [&key](const Count& engine) -> Figure {
      if (engine.points == 0) return nullptr;
      return {{"points", engine.points}, {key, engine.so}};
    };
    return {grid_figure(experiments),
            {{"points", experiments.size()}},
            figure(model),
            figure(rtl),
            fmt::format("{} on {}/{} by model, {}/{} by RTL", words, model.so, model.points, rtl.so,
                        rtl.points),
            holds_if(why_not.empty()),
            why_not.empty() ? why : why_not,
            counterexample};
  }
};

/// Whether `ratios` grow at every step, to the double at least.
bool grow(const std::vector<double>& ratios) {
  for (std::size_t i = 1; i < ratios.size(); ++i) {
    if (ratios[i] <= ratios[i - 1]) return false;
  }
  return ratios.size() > 2 && ratios.back() >= 2 * ratios.front();
}

}  // namespace

Experiment run_of(const std::string& workload, MachineKind kind, std::uint32_t width,
                  std::uint64_t size, std::uint32_t threads, std::uint32_t latency) {
  return {workload, size, threads, machine_of(kind, width, latency), width <= 32, {}};
}

Runs grid(const Axes& axes, const Accept& accept) {
  return [axes, accept] {
    Experiments experiments;
    const auto add = [&](const std::string& permutation, std::uint32_t w, std::uint32_t s,
                         std::uint64_t size) {
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

Runs on_both(const std::function<Runs(MachineKind)>& runs) {
  return joined({runs(kDmm), runs(kUmm)});
}

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
    figure["multiprocessors"] =
        values(experiments, [](const Whole& o) { return o.run.machine.multiprocessors(); });
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
    Tally tally;
    const Experiments experiments = runs();
    measure_all(laboratory, experiments, [&](const Experiment& e, const Measurement& m) {
      const auto compare = [&](const char* engine, std::uint64_t time, std::uint64_t congestion,
                               Tally::Count& count) {
        Whole o{e};
        o.T = m.rounds;
        o.C = congestion;
        const std::uint64_t right = formula(o);
        tally.add(count, time == right, e, m, [&] {
          return fmt::format("{} takes {} time units on the {}, the formula says {}", e.command(),
                             time, engine, right);
        });
      };
      compare("model", m.model, m.congestion, tally.model);
      if (m.rtl) compare("RTL", *m.rtl, *m.rtl_congestion, tally.rtl);
    });
    Finding finding = tally.finding(experiments, "exact", "equal",
                                    "time units equal the formula on the whole grid");
    finding.why += note;
    return finding;
  };
}

Check compared(const Runs& runs, const std::function<void(Machine&)>& other,
               const std::function<bool(const Rivals&)>& so, const std::string& words,
               const std::string& why) {
  return [=](Laboratory& laboratory) {
    Tally tally;
    const Experiments experiments = runs();
    measure_all(laboratory, experiments, [&](const Experiment& e, const Measurement& first) {
      Experiment rival = e;
      other(rival.machine);
      const Measurement& second = laboratory.measure(rival);
      const auto not_so = [&] { return fmt::format("not {}: {}", words, e.command()); };
      tally.add(tally.model, so({first, first.model, second.model}), e, first, not_so);
      if (first.rtl && second.rtl)
        tally.add(tally.rtl, so({first, *first.rtl, *second.rtl}), e, first, not_so);
    });
    std::string key = words;
    std::replace(key.begin(), key.end(), ' ', '_');
    return tally.finding(experiments, words, key, why);
  };
}

Ratios ratios_of(Laboratory& laboratory, const Experiments& experiments, const Unit& f,
                 Quantity quantity) {
  Ratios ratios;
  const bool time = quantity == Quantity::kTime;
  measure_all(laboratory, experiments, [&](const Experiment& e, const Measurement& m) {
    const double unit = f({e});
    const double model = static_cast<double>(time ? m.model : m.congestion) / unit;
    if (model > ratios.model.most) ratios.worst = e;
    if (model < ratios.model.least) ratios.closest = e;
    ratios.model.add(model);
    if (m.rtl) ratios.rtl.add(static_cast<double>(time ? *m.rtl : *m.rtl_congestion) / unit);
    if (m.closed)
      ratios.closed = std::max(ratios.closed.value_or(0), static_cast<double>(*m.closed) / unit);
  });
  return ratios;
}

Check bounded(const Runs& runs, const Bound& bound) {
  return [=](Laboratory& laboratory) {
    const Experiments experiments = runs();
    const Ratios ratios = ratios_of(laboratory, experiments, bound.f);
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
    if (ratios.rtl) finding.rtl = {{"largest_ratio", ratios.rtl.most}};
    return finding;
  };
}

Check never_below(const Runs& runs, const Unit& f, const std::string& why, Quantity quantity) {
  return [=](Laboratory& laboratory) -> Finding {
    const Experiments experiments = runs();
    const Ratios ratios = ratios_of(laboratory, experiments, f, quantity);
    const double least = std::min(ratios.model.least, ratios.rtl.least);
    const auto figure = [](const Range& range) -> Figure {
      if (!range) return nullptr;
      return {{"smallest_ratio", range.least}};
    };
    return {
        grid_figure(experiments),
        {{"smallest_ratio", 1}},
        figure(ratios.model),
        figure(ratios.rtl),
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
      lawful = lawful && model.back() >= law.back() &&
               (!m.rtl || rtl.back().get<double>() >= law.back());
      any_rtl = any_rtl || m.rtl;
      last = shown_by(e, m);
    });
    const bool fails = grow(law) && grow(model) && lawful;
    const std::string ratios =
        fmt::format("time / f = {:.2f} for {}", fmt::join(model, ", "), series.along);
    Finding finding = {grid_figure(series.runs),
                       {{"ratio_at_least", law}},
                       {{"ratio", model}},
                       any_rtl ? Figure{{"ratio", rtl}} : Figure(nullptr),
                       fmt::format("time/f = {:.2f}", fmt::join(model, ", ")),
                       holds_if(!fails)};
    finding.parameters["along"] = series.along;
    finding.why = fails ? fmt::format("{}: grows without limit, as {}; e.g. {}", ratios, series.why,
                                      series.runs.back().command())
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

Check all_are(const Runs& runs, const Condition& so, const std::string& words,
              const std::string& why) {
  return [=](Laboratory& laboratory) {
    Tally tally;
    const Experiments experiments = runs();
    measure_all(laboratory, experiments, [&](const Experiment& e, const Measurement& m) {
      const auto not_so = [&] { return fmt::format("not {}: {}", words, e.command()); };
      tally.add(tally.model, so({e}, m.model, m.congestion), e, m, not_so);
      if (m.rtl) tally.add(tally.rtl, so({e}, *m.rtl, *m.rtl_congestion), e, m, not_so);
    });
    return tally.finding(experiments, words, "so", why);
  };
}

trace::TraceProgram one_round(const std::vector<std::vector<Address>>& warps) {
  trace::Trace trace("one round");
  for (std::uint32_t warp = 0; warp < warps.size(); ++warp)
    trace.add(0, warp, Op::kRead, warps[warp]);
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
    const std::uint64_t time =
        std::accumulate(printed.begin(), printed.end(), std::uint64_t{m.latency} - 1);
    const evaluate::Evaluation evaluation = laboratory.evaluate(program, m, true);
    const Figure right = figure(printed, time);
    const Figure model =
        figure(congestion::model_congestion(program, m), evaluation.model->time_units);
    Figure rtl;
    if (evaluation.rtl)
      rtl = figure(congestion::recorded_congestion(*evaluation.rtl), evaluation.rtl->time_units);
    const bool same = model == right && (rtl.is_null() || rtl == right);
    return equal_figures(
        {{"width", m.width},
         {"latency", m.latency},
         {"super_warp", m.super_warp},
         {"shifts", m.key}},
        right, model, rtl,
        fmt::format("{} time units, printed {}", evaluation.model->time_units, time),
        (same ? "each dispatch fills the slots printed, in the time units printed"
              : "slots or time units differ from print") +
            note);
  };
}

}  // namespace superwarp::reproduce
