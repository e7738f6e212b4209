// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/prepared_run.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "language/machine_info.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {

evaluate::Evaluation evaluated(const PreparedRun& run, evaluate::Evaluator& evaluator,
                               const evaluate::EvaluationOptions& how) {
  if (run.pieces.empty()) return evaluator.evaluate(*run.program, run.machine, how);
  evaluate::Evaluation all;
  for (const auto& piece : run.pieces) {
    if (all.agree()) all.append(evaluator.evaluate(*piece, run.machine, how));
  }
  return all;
}

PreparedRun prepare(const WorkloadChoice& workload, const MachineOptions& options) {
  PreparedRun run{options.parse(), nullptr};
  run.program = options.resident(workload.make(run.machine), run.machine);
  run.threads = run.program->threads();
  options.fit_memory(run.machine, *run.program);
  return run;
}

Machine machine_for(const input::Input& input, const MachineOptions& options) {
  if (input.of_kernels()) return machine_for_kernels(options);
  return options.parse(input.lanes());
}

Machine machine_for_kernels(const MachineOptions& options) {
  constexpr std::uint32_t kWarp = traceg::kWarpThreads;
  const Machine machine = options.parse(kWarp);
  // A machine with 16 banks takes the trace's warps as half-warps.
  const bool halves = machine_info(machine.kind).width == kWarp / 2;
  return !options.width && halves ? options.parse(kWarp / 2) : machine;
}

PreparedRun prepare(const input::Input& input, const MachineOptions& options) {
  PreparedRun run{machine_for(input, options), nullptr};
  const std::uint32_t blocks = options.parse_blocks();
  try {
    input::InputProgram made = input.program(run.machine, blocks);
    run.program = std::move(made.program);
    run.pieces = std::move(made.pieces);
    run.threads = made.threads;
  } catch (const std::invalid_argument& error) {
    throw UsageError(blocks > 1 ? fmt::format("--blocks {}: {}", blocks, error.what())
                                : std::string(error.what()));
  }
  options.fit_memory(run.machine, *run.program);
  return run;
}

}  // namespace superwarp::cli
