#include <fmt/format.h>

#include "sim/congestion/on_rtl.h"
#include "sim/reproduce/laboratory.h"
#include "sim/reproduce/sums/claims.h"
#include "sim/trace/trace.h"
#include "sim/trace/trace_program.h"

namespace superwarp {
namespace {

/// What an engine makes of the figure: slots of each warp, and time units.
Figure picture(const std::vector<std::uint32_t>& slots, std::uint64_t time_units) {
  return {{"congestion", slots}, {"time_units", time_units}};
}

Finding figure_3(Laboratory& laboratory, MachineKind kind,
                 const std::vector<std::uint32_t>& printed_slots, std::uint64_t printed_time) {
  Trace trace("fig. 3");
  trace.add(0, 0, Op::kRead, {7, 5, 15, 0});
  trace.add(0, 1, Op::kRead, {10, 11, 12, 9});
  const TraceProgram program(trace);
  Machine machine;
  machine.kind = kind;
  machine.width = 4;
  machine.latency = 5;
  machine.rows = 4;
  const Evaluation evaluation = laboratory.evaluate(program, machine, true);

  Finding finding;
  finding.parameters = {
      {"width", machine.width}, {"latency", machine.latency}, {"threads", program.threads()}};
  finding.closed = picture(printed_slots, printed_time);
  finding.model = picture(model_congestion(program, machine), evaluation.model->time_units);
  bool same = finding.model == finding.closed;
  if (evaluation.rtl) {
    finding.rtl = picture(recorded_congestion(*evaluation.rtl), evaluation.rtl->time_units);
    same = same && finding.rtl == finding.closed;
  }
  finding.figures =
      fmt::format("{} time units, printed {}", evaluation.model->time_units, printed_time);
  finding.verdict = same ? Verdict::kHolds : Verdict::kFails;
  finding.why = same ? "the same slots for each warp and the same time units as printed"
                     : "slots or time units differ from print";
  return finding;
}

}  // namespace

std::vector<Claim> sums_figure_3_claims() {
  return {
      {"sums.fig-3.dmm", sums_source("Section 2, fig. 3"),
       "m[7], m[5], m[15], m[0] and m[10], m[11], m[12], m[9] take 2 + 1 + 4 = 7 time units on "
       "the DMM with w = 4, l = 5",
       [](Laboratory& l) {
         return figure_3(l, MachineKind::kDmm, {2, 1}, 7);
       }},
      {"sums.fig-3.umm", sums_source("Section 2, fig. 3"),
       "the same accesses take 3 + 2 + 4 = 9 time units on the UMM",
       [](Laboratory& l) {
         return figure_3(l, MachineKind::kUmm, {3, 2}, 9);
       }},
  };
}

}  // namespace superwarp
