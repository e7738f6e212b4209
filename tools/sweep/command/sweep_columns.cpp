// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <tuple>
#include <utility>

#include "tools/sweep/command/sweep_point.h"

namespace superwarp::cli {
namespace {

/// The shares of all super warps' time; null without an issue stage.
void add_shares(const evaluate::Evaluation& evaluation, SweepCells& cells) {
  const WarpTimes times = evaluation.model ? evaluation.model->warp_times : WarpTimes();
  const std::uint64_t all = times.all();
  for (const auto& [name, time, what] : {std::tuple("warps_issue", times.issue, "issue or wait for their turn"),
                                         std::tuple("warps_shared", times.shared, "are at a shared memory"),
                                         std::tuple("warps_global", times.global, "are at the global memory"),
                                         std::tuple("warps_latency", times.latency, "wait for a latency"),
                                         std::tuple("warps_barrier", times.barrier, "wait at a barrier")}) {
    cells.push_back({{name, "number", "",
                      std::string("share of time in which super warps ") + what + ", with --issue, by the model"},
                     all == 0 ? Json(nullptr) : Json(static_cast<double>(time) / static_cast<double>(all))});
  }
}

/// The figures that the engines count, null if none of them ran, each with those that follow from
/// it.
void add_counts(const evaluate::Evaluation& evaluation, SweepCells& cells) {
  for (const Figure& figure : figures()) {
    const bool time = figure.name == "time_units";
    const auto value = evaluation.value_of(figure);
    cells.push_back(
        {{figure.name, "integer", figure.unit, figure.meaning}, or_null(!value && time ? evaluation.closed : value)});
    if (figure.name == "requests") {
      const std::optional<Figures> counts = evaluation.figures();
      cells.push_back({{"requests_per_time_unit", "number", "request / time unit", "requests / time_units"},
                       counts ? Json(counts->requests_per_time_unit()) : Json(nullptr)});
    }
    if (figure.name == "shared_alone") add_shares(evaluation, cells);
  }
}

/// A bound of 0 is not known.
Json bound(std::uint64_t time) { return time == 0 ? Json(nullptr) : Json(time); }

constexpr double kUm2PerMm2 = 1e6;

}  // namespace

SweepCells figure_cells(const SweepFinding& found) {
  SweepCells cells;
  add_counts(found.evaluation, cells);
  const auto add = [&](const char* name, const char* type, const char* unit, const char* meaning, Json value) {
    cells.push_back({{name, type, unit, meaning}, std::move(value)});
  };
  const traceg::GpuCost gpu = found.gpu.value_or(traceg::GpuCost());
  const auto of_gpu = [&](std::uint64_t slots) { return found.gpu ? Json(slots) : Json(nullptr); };
  const auto of_keys = [&](std::uint64_t least, double (congestion::Histogram::*value)() const) {
    const bool known = found.rekeyings && found.rekeyings->rekeyings() >= least;
    return known ? Json((found.rekeyings->totals.*value)()) : Json(nullptr);
  };
  add("bound_bandwidth", "integer", "time unit", "lower bound n/w of any algorithm", bound(found.bounds.bandwidth));
  add("bound_latency", "integer", "time unit", "lower bound nl/p of any algorithm", bound(found.bounds.latency));
  add("bound_reduction", "integer", "time unit", "lower bound l log n of any algorithm", bound(found.bounds.reduction));
  add("wavefronts", "integer", "slot", "slots of the GPU's shared memory, with --gpu", of_gpu(gpu.wavefronts));
  add("ideal", "integer", "slot", "what they would be without conflicts, with --gpu", of_gpu(gpu.ideal));
  add("excess", "integer", "slot", "wavefronts - ideal, bank conflicts of Nsight Compute, with --gpu",
      of_gpu(gpu.excess()));
  add("closed", "integer", "time unit", "time by the closed form, if it was asked and exists",
      or_null(found.evaluation.closed));
  add("rekeyed_slots", "number", "time unit", "mean of slots over --rekeyings keys of the mapping, by the model",
      of_keys(0, &congestion::Histogram::mean));
  add("rekeyed_slots_error", "number", "time unit", "standard error of rekeyed_slots",
      of_keys(2, &congestion::Histogram::standard_error));
  add("words_checked", "integer", "word", "words of memory that were checked after the run",
      found.evaluation.words_checked);
  add("agree", "boolean", "", "engines, or the memory with what the program promises; empty: nothing was compared",
      found.evaluation.compared() ? Json(found.evaluation.agree()) : Json(nullptr));
  return cells;
}

SweepCells cost_cells(const cost::Cost& cost, double requests_per_time_unit) {
  double seconds = 0;
  for (const cost::Made& part : cost.made) seconds += part.seconds;
  const double rate = requests_per_time_unit / cost.path.period;
  return {{{"area_um2", "number", "um^2", "area of the memory unit's cells"}, cost.all.area},
          {{"gate_equivalents", "number", "NAND of two inputs", "area / that of a NAND of two inputs"},
           cost.gate_equivalents},
          {{"flip_flops", "integer", "flip-flop", "of the memory unit"}, cost.all.flip_flops},
          {{"period_ns", "number", "ns", "least clock period, a time unit"}, cost.path.period},
          {{"depth_cells", "integer", "cell", "cells on the critical path between its ends"}, cost.depth},
          {{"tool_seconds", "number", "s", "processor time of the tools for this unit alone"}, seconds},
          {{"requests_per_ns", "number", "request / ns", "requests_per_time_unit / period_ns"}, rate},
          {{"requests_per_ns_mm2", "number", "request / (ns mm^2)", "requests_per_ns / area, in 10^6 um^2"},
           rate / (cost.all.area / kUm2PerMm2)}};
}

std::vector<SweepColumn> columns_of(const SweepCells& cells) {
  std::vector<SweepColumn> columns;
  for (const SweepCell& cell : cells) columns.push_back(cell.column);
  return columns;
}

Json json_of(const SweepCells& cells) {
  Json json = Json::object();
  for (const SweepCell& cell : cells) json[cell.column.name] = cell.value;
  return json;
}

}  // namespace superwarp::cli
