// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/sweep_columns.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace superwarp::cli {
namespace {

/// A column with the function that fills it.
template <class... Found>
struct Filled {
  SweepColumn column;
  Json (*value)(const Found&...);
};

using FigureColumn = Filled<SweepFinding>;
using CostColumn = Filled<cost::Cost, double>;

template <class Column>
std::vector<SweepColumn> described(const std::vector<Column>& table) {
  std::vector<SweepColumn> columns;
  for (const Column& entry : table) columns.push_back(entry.column);
  return columns;
}

template <class Column, class... Found>
Json filled(const std::vector<Column>& table, const Found&... found) {
  Json json = Json::object();
  for (const Column& entry : table) json[entry.column.name] = entry.value(found...);
  return json;
}

std::uint64_t time_of(const SweepFinding& found) {
  const evaluate::Evaluation& e = found.evaluation;
  return e.rtl ? e.rtl->time_units : e.model ? e.model->time_units : e.closed.value_or(0);
}

std::uint64_t requests_of(const SweepFinding& found) {
  const evaluate::Evaluation& e = found.evaluation;
  return e.rtl ? e.rtl->requests : e.model ? e.model->requests : 0;
}

/// `figure` of the model's run, null if the model did not run.
template <class Figure>
Json of_model(const SweepFinding& found, Figure figure) {
  const auto& model = found.evaluation.model;
  return model ? Json(figure(*model)) : Json(nullptr);
}

Json bound(std::uint64_t time) { return time == 0 ? Json(nullptr) : Json(time); }

/// Every figure of a point, in the order of the table.
const std::vector<FigureColumn>& figures() {
  using Found = SweepFinding;
  using model::Totals;
  static const std::vector<FigureColumn> table = {
      {{"time_units", "integer", "time unit", "clock cycles of the memory unit"},
       [](const Found& f) { return Json(time_of(f)); }},
      {{"slots", "integer", "time unit", "time units in which anything entered the pipeline"},
       [](const Found& f) {
         const evaluate::Evaluation& e = f.evaluation;
         return Json(e.rtl ? e.rtl->slots : e.model ? e.model->congestion : 0);
       }},
      {{"requests", "integer", "request", "of active threads, before merging"},
       [](const Found& f) { return Json(requests_of(f)); }},
      {{"requests_per_time_unit", "number", "request / time unit", "requests / time_units"},
       [](const Found& f) {
         const auto time = static_cast<double>(std::max<std::uint64_t>(1, time_of(f)));
         return Json(static_cast<double>(requests_of(f)) / time);
       }},
      {{"dispatches", "integer", "dispatch", "dispatches with at least one request, by the model"},
       [](const Found& f) { return of_model(f, [](const Totals& t) { return t.dispatches; }); }},
      {{"super_warps", "integer", "super warp",
        "number of the last super warp that requests anything, plus 1, by the model"},
       [](const Found& f) { return of_model(f, [](const Totals& t) { return t.super_warps; }); }},
      {{"latency_median", "integer", "time unit", "latency of a dispatch, by the model: median"},
       [](const Found& f) {
         return of_model(f, [](const Totals& t) { return t.latencies.percentile(50); });
       }},
      {{"latency_p99", "integer", "time unit",
        "latency of a dispatch, by the model: 99 of 100 dispatches take at most this"},
       [](const Found& f) {
         return of_model(f, [](const Totals& t) { return t.latencies.percentile(99); });
       }},
      {{"latency_max", "integer", "time unit", "latency of a dispatch, by the model: largest"},
       [](const Found& f) {
         return of_model(f, [](const Totals& t) { return t.latencies.largest(); });
       }},
      {{"shared_alone", "integer", "time unit",
        "time units in which only shared memories are busy; 0 for one memory"},
       [](const Found& f) {
         const evaluate::Evaluation& e = f.evaluation;
         return e.rtl ? Json(e.rtl->busy.shared_alone)
                      : of_model(f, [](const Totals& t) { return t.busy.shared_alone; });
       }},
      {{"pram", "integer", "time unit", "time of a PRAM, which serves a round in one time unit"},
       [](const Found& f) { return of_model(f, [](const Totals& t) { return t.rounds; }); }},
      {{"bpram", "integer", "time unit",
        "time of a BPRAM, which serves any w requests of a round in one time unit"},
       [](const Found& f) { return of_model(f, [](const Totals& t) { return t.bpram; }); }},
      {{"bound_bandwidth", "integer", "time unit", "lower bound n/w of any algorithm"},
       [](const Found& f) { return bound(f.bounds.bandwidth); }},
      {{"bound_latency", "integer", "time unit", "lower bound nl/p of any algorithm"},
       [](const Found& f) { return bound(f.bounds.latency); }},
      {{"bound_reduction", "integer", "time unit", "lower bound l log n of any algorithm"},
       [](const Found& f) { return bound(f.bounds.reduction); }},
      {{"closed", "integer", "time unit", "time by the closed form, if it was asked and exists"},
       [](const Found& f) { return or_null(f.evaluation.closed); }},
      {{"rekeyed_slots", "number", "time unit",
        "mean of slots over --rekeyings keys of the mapping, by the model"},
       [](const Found& f) {
         return f.rekeyings ? Json(f.rekeyings->totals.mean()) : Json(nullptr);
       }},
      {{"rekeyed_slots_error", "number", "time unit", "standard error of rekeyed_slots"},
       [](const Found& f) {
         const bool known = f.rekeyings && f.rekeyings->rekeyings() > 1;
         return known ? Json(f.rekeyings->totals.standard_error()) : Json(nullptr);
       }},
      {{"words_checked", "integer", "word", "words of memory that were checked after the run"},
       [](const Found& f) { return Json(f.evaluation.words_checked); }},
      {{"agree", "boolean", "",
        "engines, or the memory with what the program promises; empty: nothing was compared"},
       [](const Found& f) {
         return f.evaluation.compared() ? Json(f.evaluation.agree()) : Json(nullptr);
       }}};
  return table;
}

constexpr double kUm2PerMm2 = 1e6;

/// Every figure of a point's memory unit, in the order of the table.
const std::vector<CostColumn>& unit_figures() {
  using cost::Cost;
  static const std::vector<CostColumn> table = {
      {{"area_um2", "number", "um^2", "area of the memory unit's cells"},
       [](const Cost& c, const double&) { return Json(c.all.area); }},
      {{"gate_equivalents", "number", "NAND of two inputs", "area / that of a NAND of two inputs"},
       [](const Cost& c, const double&) { return Json(c.gate_equivalents); }},
      {{"flip_flops", "integer", "flip-flop", "of the memory unit"},
       [](const Cost& c, const double&) { return Json(c.all.flip_flops); }},
      {{"period_ns", "number", "ns", "least clock period, a time unit"},
       [](const Cost& c, const double&) { return Json(c.path.period); }},
      {{"depth_cells", "integer", "cell", "cells on the critical path between its ends"},
       [](const Cost& c, const double&) { return Json(c.depth); }},
      {{"tool_seconds", "number", "s", "processor time of the tools for this unit alone"},
       [](const Cost& c, const double&) {
         return Json(std::accumulate(
             c.made.begin(), c.made.end(), 0.0,
             [](double seconds, const cost::Made& made) { return seconds + made.seconds; }));
       }},
      {{"requests_per_ns", "number", "request / ns", "requests_per_time_unit / period_ns"},
       [](const Cost& c, const double& rate) { return Json(rate / c.path.period); }},
      {{"requests_per_ns_mm2", "number", "request / (ns mm^2)",
        "requests_per_ns / area, in 10^6 um^2"},
       [](const Cost& c, const double& rate) {
         return Json(rate / c.path.period / (c.all.area / kUm2PerMm2));
       }}};
  return table;
}

}  // namespace

const std::vector<SweepColumn>& figure_columns() {
  static const std::vector<SweepColumn> columns = described(figures());
  return columns;
}

const std::vector<SweepColumn>& cost_columns() {
  static const std::vector<SweepColumn> columns = described(unit_figures());
  return columns;
}

Json figures_json(const SweepFinding& finding) { return filled(figures(), finding); }

Json unit_figures_json(const cost::Cost& cost, double requests_per_time_unit) {
  return filled(unit_figures(), cost, requests_per_time_unit);
}

}  // namespace superwarp::cli
