// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/machine/program.h"
#include "sim/input/input.h"
#include "sim/input/lower_text.h"
#include "sim/trace/trace_program.h"

namespace superwarp::input {

InputProgram text_program(const trace::Trace& text, const Machine& machine, std::uint32_t blocks,
                          const gpu::Description* gpu) {
  InputProgram result;
  trace::Trace trace = lower_text(text, machine.width, gpu, &result.gpu);
  trace::check_super_warps(trace, machine.super_warp);
  result.threads = trace.warps() * text.width();
  if (machine.hierarchy) {
    const std::uint32_t multiprocessors = machine.multiprocessors();
    const std::uint32_t spread = multiprocessors * machine.super_warp;
    const std::uint32_t warps = (trace.warps() + spread - 1) / spread * machine.super_warp;
    result.program = std::make_unique<trace::TraceProgram>(std::move(trace), multiprocessors, warps);
    return result;
  }
  trace::check_one_memory(trace, fmt::format("the {}, which is one memory; the {} has several (--machine {})",
                                             machine_info(machine.kind).name, kHierarchicalName, kHierarchicalName));
  result.program = std::make_unique<trace::TraceProgram>(std::move(trace));
  if (blocks == 1) return result;
  result.program =
      std::make_unique<ResidentBlocks>(std::move(result.program), blocks, machine.super_warp, machine.banks);
  result.threads *= result.program->blocks();
  return result;
}

}  // namespace superwarp::input
