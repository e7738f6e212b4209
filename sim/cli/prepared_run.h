// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "language/machine.h"
#include "language/program.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/workload_options.h"
#include "sim/trace/trace.h"

namespace superwarp::cli {

/// A program and the machine that runs it, whose memory holds it.
struct PreparedRun {
  Machine machine;
  std::unique_ptr<const Program> program;
  std::uint32_t threads = 0;  ///< without those that pad super warps or multiprocessors

  /// The number of resident blocks, per multiprocessor if there are several.
  [[nodiscard]] std::uint32_t blocks() const {
    return program->blocks() / machine.multiprocessors();
  }
};

/// A workload, once per resident block. Throws UsageError or std::invalid_argument.
PreparedRun prepare(const WorkloadChoice& workload, const MachineOptions& options);

/// A trace, once per resident block, on a machine of its width; on a hierarchical machine its warps
/// are spread over the multiprocessors. Throws InputError for accesses that the machine does not
/// take, UsageError for options that do not match the trace.
PreparedRun prepare(const trace::Trace& trace, const MachineOptions& options);

}  // namespace superwarp::cli
