// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/prepared_run.h"

#include <fmt/format.h>

#include "sim/cli/usage_error.h"
#include "sim/trace/read_trace.h"
#include "sim/trace/trace_program.h"

namespace superwarp::cli {

PreparedRun prepare(const WorkloadChoice& workload, const MachineOptions& options) {
  PreparedRun run{options.parse(), nullptr};
  run.program = options.resident(workload.make(run.machine), run.machine);
  run.threads = run.program->threads();
  options.fit_memory(run.machine, *run.program);
  return run;
}

PreparedRun prepare(const trace::Trace& trace, const MachineOptions& options) {
  PreparedRun run{options.parse(trace.width()), nullptr};
  Machine& machine = run.machine;
  if (machine.width != trace.width()) {
    throw UsageError(
        fmt::format("--width {}: {} has {} addresses per line, which is its width; omit --width",
                    machine.width, trace.name(), trace.width()));
  }
  trace::check_super_warps(trace, machine.super_warp);
  if (machine.hierarchy) {
    const std::uint32_t blocks = machine.multiprocessors();
    const std::uint32_t spread = blocks * machine.super_warp;
    const std::uint32_t warps = (trace.warps() + spread - 1) / spread * machine.super_warp;
    run.program = std::make_unique<trace::TraceProgram>(trace, blocks, warps);
    run.threads = trace.warps() * trace.width();
  } else {
    trace::check_one_memory(
        trace, fmt::format("the {}, which is one memory; the {} has several (--machine {})",
                           machine_name(machine.kind), kHierarchical, kHierarchical));
    run.program = options.resident(std::make_unique<trace::TraceProgram>(trace), machine);
    run.threads = run.program->blocks() * trace.warps() * trace.width();
  }
  options.fit_memory(machine, *run.program);
  return run;
}

}  // namespace superwarp::cli
