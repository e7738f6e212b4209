#include "sim/reproduce/picture.h"
#include "sim/reproduce/sums/claims.h"
#include "sim/trace/trace.h"
#include "sim/trace/trace_program.h"

namespace superwarp::reproduce {
namespace {

Finding figure_3(Laboratory& laboratory, MachineKind kind, const Picture& printed) {
  trace::Trace trace("fig. 3");
  trace.add(0, 0, Op::kRead, {7, 5, 15, 0});
  trace.add(0, 1, Op::kRead, {10, 11, 12, 9});
  const trace::TraceProgram program(trace);
  Machine machine;
  machine.kind = kind;
  machine.width = 4;
  machine.latency = 5;
  machine.rows = 4;
  return check_picture(laboratory, program, machine, printed);
}

}  // namespace

std::vector<Claim> sums_figure_3_claims() {
  return {
      {"sums.fig-3.dmm", sums_source("Section 2, fig. 3"),
       "m[7], m[5], m[15], m[0] and m[10], m[11], m[12], m[9] take 2 + 1 + 4 = 7 time units on the "
       "DMM with w = 4, l = 5",
       [](Laboratory& l) {
         return figure_3(l, MachineKind::kDmm, {{2, 1}, 7});
       }},
      {"sums.fig-3.umm", sums_source("Section 2, fig. 3"),
       "the same accesses take 3 + 2 + 4 = 9 time units on the UMM",
       [](Laboratory& l) {
         return figure_3(l, MachineKind::kUmm, {{3, 2}, 9});
       }},
  };
}

}  // namespace superwarp::reproduce
