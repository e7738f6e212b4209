// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/trace_input.h"

#include <fmt/format.h>

#include <utility>

#include "sim/cli/usage_error.h"
#include "sim/trace/read_trace.h"
#include "sim/trace/trace_program.h"

namespace superwarp::cli {

TraceInput::TraceInput(const std::string& file, const MachineOptions& options)
    : TraceInput(trace::read_trace_file(file), options) {}

TraceInput::TraceInput(trace::Trace trace, const MachineOptions& options)
    : trace_(std::move(trace)), machine_(options.parse(trace_.width())) {
  if (machine_.width != trace_.width()) {
    throw UsageError(
        fmt::format("--width {}: {} has {} addresses per line, which is its width; omit --width",
                    machine_.width, trace_.name(), trace_.width()));
  }
  trace::check_super_warps(trace_, machine_.super_warp);
  if (machine_.hierarchy) {
    const std::uint32_t blocks = machine_.multiprocessors();
    const std::uint32_t spread = blocks * machine_.super_warp;
    const std::uint32_t warps = (trace_.warps() + spread - 1) / spread * machine_.super_warp;
    program_ = std::make_unique<trace::TraceProgram>(trace_, blocks, warps);
    threads_ = trace_.warps() * trace_.width();
  } else {
    trace::check_one_memory(
        trace_, fmt::format("the {}, which is one memory; the {} has several (--machine {})",
                            machine_name(machine_.kind), kHierarchical, kHierarchical));
    program_ = options.resident(std::make_unique<trace::TraceProgram>(trace_), machine_);
    threads_ = program_->blocks() * trace_.warps() * trace_.width();
  }
  options.fit_memory(machine_, *program_);
}

}  // namespace superwarp::cli
