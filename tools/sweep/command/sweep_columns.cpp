// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/command/sweep_columns.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

namespace superwarp::cli {
namespace {

/// A column with the function that fills it.
template <class... Found>
struct Filled {
  SweepColumn column;
  std::function<Json(const Found&...)> value;
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

/// The column of a figure that engines count, empty if none of them ran. A closed form has the time
/// alone.
FigureColumn counted(const Figure& figure) {
  return {{figure.name, "integer", figure.unit, figure.meaning},
          [&figure](const SweepFinding& found) {
            const evaluate::Evaluation& e = found.evaluation;
            const auto value = e.value_of(figure);
            return or_null(!value && figure.name == "time_units" ? e.closed : value);
          }};
}

/// A share of all super warps' time, empty without an issue stage.
FigureColumn by_warps(const char* name, const char* what, std::uint64_t WarpTimes::*time) {
  return {
      {name, "number", "",
       std::string("share of time in which super warps ") + what + ", with --issue, by the model"},
      [time](const SweepFinding& found) {
        const auto& model = found.evaluation.model;
        if (!model || model->warp_times.all() == 0) return Json(nullptr);
        return Json(static_cast<double>(model->warp_times.*time) /
                    static_cast<double>(model->warp_times.all()));
      }};
}

/// The cost on the GPU whose rules lower the accesses; empty without one.
FigureColumn by_gpu(const char* name, const char* meaning,
                    std::uint64_t (*figure)(const traceg::GpuCost&)) {
  return {{name, "integer", "slot", std::string(meaning) + ", with --gpu"},
          [figure](const SweepFinding& found) {
            return found.gpu ? Json(figure(*found.gpu)) : Json(nullptr);
          }};
}

/// A lower bound of any algorithm, empty if none is known.
FigureColumn bound(const char* name, const char* meaning,
                   std::uint64_t workload::LowerBounds::*time) {
  return {{name, "integer", "time unit", meaning}, [time](const SweepFinding& found) {
            return found.bounds.*time == 0 ? Json(nullptr) : Json(found.bounds.*time);
          }};
}

/// Figures that are no whole numbers stand behind the one that they follow from.
std::vector<FigureColumn> behind(const std::string& name) {
  if (name == "requests") {
    return {{{"requests_per_time_unit", "number", "request / time unit", "requests / time_units"},
             [](const SweepFinding& found) {
               const std::optional<Figures> f = found.evaluation.figures();
               return f ? Json(f->requests_per_time_unit()) : Json(nullptr);
             }}};
  }
  if (name != "shared_alone") return {};
  return {by_warps("warps_issue", "issue or wait for their turn", &WarpTimes::issue),
          by_warps("warps_shared", "are at a shared memory", &WarpTimes::shared),
          by_warps("warps_global", "are at the global memory", &WarpTimes::global),
          by_warps("warps_latency", "wait for a latency", &WarpTimes::latency),
          by_warps("warps_barrier", "wait at a barrier", &WarpTimes::barrier)};
}

/// Every figure of a point, in the order of the table.
std::vector<FigureColumn> all_figures() {
  using Found = SweepFinding;
  using workload::LowerBounds;
  std::vector<FigureColumn> table;
  for (const Figure& figure : figures()) {
    table.push_back(counted(figure));
    for (FigureColumn& column : behind(figure.name)) table.push_back(std::move(column));
  }
  for (FigureColumn& column : std::vector<FigureColumn>{
           bound("bound_bandwidth", "lower bound n/w of any algorithm", &LowerBounds::bandwidth),
           bound("bound_latency", "lower bound nl/p of any algorithm", &LowerBounds::latency),
           bound("bound_reduction", "lower bound l log n of any algorithm",
                 &LowerBounds::reduction),
           by_gpu("wavefronts", "slots of the GPU's shared memory",
                  [](const traceg::GpuCost& cost) { return cost.wavefronts; }),
           by_gpu("ideal", "what they would be without conflicts",
                  [](const traceg::GpuCost& cost) { return cost.ideal; }),
           by_gpu("excess", "wavefronts - ideal, bank conflicts of Nsight Compute",
                  [](const traceg::GpuCost& cost) { return cost.excess(); }),
           {{"closed", "integer", "time unit",
             "time by the closed form, if it was asked and exists"},
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
            }}})
    table.push_back(std::move(column));
  return table;
}

const std::vector<FigureColumn>& figure_table() {
  static const std::vector<FigureColumn> table = all_figures();
  return table;
}

constexpr double kUm2PerMm2 = 1e6;

/// Every figure of a point's memory unit, in the order of the table.
const std::vector<CostColumn>& unit_figures() {
  using cost::Cost;
  static const std::vector<CostColumn> table = {
      {{"area_um2", "number", "um^2", "area of the memory unit's cells"},
       [](const Cost& c, double) { return Json(c.all.area); }},
      {{"gate_equivalents", "number", "NAND of two inputs", "area / that of a NAND of two inputs"},
       [](const Cost& c, double) { return Json(c.gate_equivalents); }},
      {{"flip_flops", "integer", "flip-flop", "of the memory unit"},
       [](const Cost& c, double) { return Json(c.all.flip_flops); }},
      {{"period_ns", "number", "ns", "least clock period, a time unit"},
       [](const Cost& c, double) { return Json(c.path.period); }},
      {{"depth_cells", "integer", "cell", "cells on the critical path between its ends"},
       [](const Cost& c, double) { return Json(c.depth); }},
      {{"tool_seconds", "number", "s", "processor time of the tools for this unit alone"},
       [](const Cost& c, double) {
         return Json(std::accumulate(
             c.made.begin(), c.made.end(), 0.0,
             [](double seconds, const cost::Made& made) { return seconds + made.seconds; }));
       }},
      {{"requests_per_ns", "number", "request / ns", "requests_per_time_unit / period_ns"},
       [](const Cost& c, double rate) { return Json(rate / c.path.period); }},
      {{"requests_per_ns_mm2", "number", "request / (ns mm^2)",
        "requests_per_ns / area, in 10^6 um^2"},
       [](const Cost& c, double rate) {
         return Json(rate / c.path.period / (c.all.area / kUm2PerMm2));
       }}};
  return table;
}

}  // namespace

const std::vector<SweepColumn>& figure_columns() {
  static const std::vector<SweepColumn> columns = described(figure_table());
  return columns;
}

const std::vector<SweepColumn>& cost_columns() {
  static const std::vector<SweepColumn> columns = described(unit_figures());
  return columns;
}

Json figures_json(const SweepFinding& finding) { return filled(figure_table(), finding); }

Json unit_figures_json(const cost::Cost& cost, double requests_per_time_unit) {
  return filled(unit_figures(), cost, requests_per_time_unit);
}

}  // namespace superwarp::cli
