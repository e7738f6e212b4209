// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/picture.h"

#include <fmt/format.h>

#include <numeric>

#include "sim/congestion/on_rtl.h"
#include "sim/trace/trace.h"

namespace superwarp::reproduce {

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
