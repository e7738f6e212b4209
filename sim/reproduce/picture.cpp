// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/picture.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "sim/congestion/on_rtl.h"
#include "sim/trace/trace.h"

namespace superwarp::reproduce {

trace::TraceProgram one_round(const std::vector<std::vector<Address>>& warps) {
  trace::Trace trace("one round");
  for (std::uint32_t warp = 0; warp < warps.size(); ++warp)
    trace.add(0, warp, Op::kRead, warps[warp]);
  return trace::TraceProgram(trace);
}

Finding check_picture(Laboratory& laboratory, const std::vector<std::vector<Address>>& warps,
                      Machine machine, const std::vector<std::uint32_t>& printed,
                      const std::string& note) {
  const trace::TraceProgram program = one_round(warps);
  machine = fitted(std::move(machine), program);
  const auto figure = [](const std::vector<std::uint32_t>& congestion, std::uint64_t time) {
    return Figure{{"congestion", congestion}, {"time_units", time}};
  };
  const std::uint64_t time =
      std::accumulate(printed.begin(), printed.end(), std::uint64_t{machine.latency} - 1);
  const evaluate::Evaluation evaluation = laboratory.evaluate(program, machine, true);
  Finding finding;
  finding.parameters = {{"width", machine.width},
                        {"latency", machine.latency},
                        {"super_warp", machine.super_warp},
                        {"shifts", machine.key}};
  finding.closed = figure(printed, time);
  finding.model =
      figure(congestion::model_congestion(program, machine), evaluation.model->time_units);
  if (evaluation.rtl) {
    finding.rtl =
        figure(congestion::recorded_congestion(*evaluation.rtl), evaluation.rtl->time_units);
  }
  finding.figures = fmt::format("{} time units, printed {}", evaluation.model->time_units, time);
  const bool same =
      finding.model == finding.closed && (!evaluation.rtl || finding.rtl == finding.closed);
  finding.decide(same, (same ? "the same slots for each dispatch and the same time units as printed"
                             : "slots or time units differ from print") +
                           note);
  return finding;
}

}  // namespace superwarp::reproduce
