// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/workload_options.h"
#include "sim/input/input.h"
#include "sim/run/evaluation.h"

namespace superwarp::cli {

/// Help of an option that takes a path of recorded accesses in place of a workload.
inline constexpr const char* kTraceHelp =
    "a text trace, a .traceg, a folder of .traceg or its kernelslist.g; or choose a workload";

/// A program and the machine that runs it, whose memory holds it.
struct PreparedRun {
  Machine machine;
  std::unique_ptr<const Program> program;
  std::uint32_t threads = 0;  ///< without those that pad super warps or multiprocessors
  /// The program in pieces that run one after another (input::InputProgram); empty: one piece.
  std::vector<std::unique_ptr<const Program>> pieces = {};
  traceg::GpuCost gpu = {};  ///< what the GPU takes that lowered the accesses

  /// The number of resident blocks, per multiprocessor if there are several.
  [[nodiscard]] std::uint32_t blocks() const { return program->blocks() / machine.multiprocessors(); }
};

/// Runs all of it: what `superwarp replay` counts.
evaluate::Evaluation evaluated(const PreparedRun& run, evaluate::Evaluator& evaluator,
                               const evaluate::EvaluationOptions& how);

/// A workload, once per resident block. Throws UsageError or std::invalid_argument.
PreparedRun prepare(const WorkloadChoice& workload, const MachineOptions& options);

/// The description that --gpu names, or that of a file; nullopt without --gpu.
std::optional<gpu::Description> gpu_of(const std::string& name);

/// The machine of the options for `input`, still without rows, with the banks of `gpu` if there is
/// one. Throws UsageError.
Machine machine_for(const input::Input& input, const MachineOptions& options, const gpu::Description* gpu = nullptr);

/// The machine with the banks of `gpu`, a gt200 if it broadcasts like one, for warps of `lanes`
/// threads. Throws UsageError if its waves have another number.
Machine machine_for_gpu(const gpu::Description& gpu, std::uint32_t lanes, MachineOptions options);

/// The same for the kernels of a .traceg.
Machine machine_for_kernels(const MachineOptions& options);

/// Recorded accesses on that machine (input::Input::program()). Throws InputError for accesses that
/// the machine does not take, UsageError for options that do not match them.
PreparedRun prepare(const input::Input& input, const MachineOptions& options, const gpu::Description* gpu = nullptr);

}  // namespace superwarp::cli
