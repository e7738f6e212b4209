// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/prepared_run.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "model/machine/machine_info.h"
#include "sim/cli/usage_error.h"
#include "sim/description/data_files.h"
#include "sim/gpu/description.h"

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

std::optional<gpu::Description> gpu_of(const std::string& name) {
  if (name.empty()) return std::nullopt;
  return gpu::read_description(description::gpu_file(name));
}

Machine machine_for_gpu(const gpu::Description& gpu, std::uint32_t lanes, MachineOptions options) {
  if (gpu.wave != lanes) {
    throw UsageError(
        fmt::format("--gpu {}: its waves have {} lanes, the warps of this trace {}", gpu.name, gpu.wave, lanes));
  }
  const std::string banks = std::to_string(gpu.banks);
  if (options["width"].value_or(banks) != banks) {
    throw UsageError(fmt::format("--width {}: expected {}, the banks of --gpu {}, or no --width", *options["width"],
                                 banks, gpu.name));
  }
  options["width"] = banks;
  if (!gpu.merges_every_word && options["machine"].value_or("dmm") == "dmm")
    options["machine"] = machine_name(MachineKind::kGt200);
  const Machine machine = options.parse(lanes);
  if (machine.hierarchy && lanes != traceg::kWarpThreads)
    throw UsageError(fmt::format("--gpu {}: expected a machine of one memory", gpu.name));
  return machine;
}

Machine machine_for(const input::Input& input, const MachineOptions& options, const gpu::Description* gpu) {
  if (gpu != nullptr) return machine_for_gpu(*gpu, input.lanes(), options);
  if (input.of_kernels()) return machine_for_kernels(options);
  return options.parse(input.lanes());
}

Machine machine_for_kernels(const MachineOptions& options) {
  constexpr std::uint32_t kWarp = traceg::kWarpThreads;
  const Machine machine = options.parse(kWarp);
  // A machine with 16 banks takes the trace's warps as half-warps.
  const bool halves = machine_info(machine.kind).width == kWarp / 2;
  return !options["width"] && halves ? options.parse(kWarp / 2) : machine;
}

PreparedRun prepare(const input::Input& input, const MachineOptions& options, const gpu::Description* gpu) {
  PreparedRun run{machine_for(input, options, gpu), nullptr};
  const std::uint32_t blocks = options.parse_blocks();
  try {
    input::InputProgram made = input.program(run.machine, blocks, gpu);
    run.program = std::move(made.program);
    run.pieces = std::move(made.pieces);
    run.threads = made.threads;
    run.gpu = made.gpu;
  } catch (const std::invalid_argument& error) {
    throw UsageError(blocks > 1 ? fmt::format("--blocks {}: {}", blocks, error.what()) : std::string(error.what()));
  }
  options.fit_memory(run.machine, *run.program);
  return run;
}

}  // namespace superwarp::cli
