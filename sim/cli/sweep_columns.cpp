// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/sweep_columns.h"

#include <algorithm>
#include <cstdint>

namespace superwarp::cli {

const std::vector<SweepColumn>& figure_columns() {
  static const std::vector<SweepColumn> columns = {
      {"time_units", "integer", "time unit", "clock cycles of the memory unit"},
      {"slots", "integer", "time unit", "time units in which anything entered the pipeline"},
      {"requests", "integer", "request", "of active threads, before merging"},
      {"requests_per_time_unit", "number", "request / time unit", "requests / time_units"},
      {"latency_median", "integer", "time unit", "time units of a dispatch, by the model: median"},
      {"latency_p99", "integer", "time unit", "likewise: 99 of 100 dispatches take at most this"},
      {"latency_max", "integer", "time unit", "likewise: largest"},
      {"agree", "boolean", "",
       "engines, or the memory with what the program promises; empty: nothing was compared"}};
  return columns;
}

const std::vector<SweepColumn>& cost_columns() {
  static const std::vector<SweepColumn> columns = {
      {"area_um2", "number", "um^2", "area of the memory unit's cells"},
      {"gate_equivalents", "number", "NAND of two inputs", "area / that of a NAND of two inputs"},
      {"flip_flops", "integer", "flip-flop", "of the memory unit"},
      {"period_ns", "number", "ns", "least clock period, a time unit"},
      {"requests_per_ns", "number", "request / ns", "requests_per_time_unit / period_ns"},
      {"requests_per_ns_mm2", "number", "request / (ns mm^2)",
       "requests_per_ns / area, in 10^6 um^2"}};
  return columns;
}

Json figures_json(const evaluate::Evaluation& e) {
  const std::uint64_t slots = e.rtl ? e.rtl->slots : e.model ? e.model->congestion : 0;
  const std::uint64_t requests = e.rtl ? e.rtl->requests : e.model ? e.model->requests : 0;
  const std::uint64_t time = e.rtl     ? e.rtl->time_units
                             : e.model ? e.model->time_units
                                       : e.closed.value_or(0);
  Json json = {{"time_units", time}, {"slots", slots}, {"requests", requests}};
  json["requests_per_time_unit"] =
      static_cast<double>(requests) / static_cast<double>(std::max<std::uint64_t>(1, time));
  const auto latency = [&](std::uint64_t value) { return e.model ? Json(value) : Json(nullptr); };
  const model::Latencies latencies = e.model ? e.model->latencies : model::Latencies();
  json["latency_median"] = latency(latencies.percentile(50));
  json["latency_p99"] = latency(latencies.percentile(99));
  json["latency_max"] = latency(latencies.largest());
  json["agree"] = e.compared() ? Json(e.agree()) : Json(nullptr);
  return json;
}

Json unit_figures_json(const cost::Cost& cost, double requests_per_time_unit) {
  constexpr double kUm2OfMm2 = 1e6;
  const double a_ns = requests_per_time_unit / cost.path.period;
  return {{"area_um2", cost.all.area},
          {"gate_equivalents", cost.gate_equivalents},
          {"flip_flops", cost.all.flip_flops},
          {"period_ns", cost.path.period},
          {"requests_per_ns", a_ns},
          {"requests_per_ns_mm2", a_ns / (cost.all.area / kUm2OfMm2)}};
}

}  // namespace superwarp::cli
