// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "language/machine.h"
#include "language/program.h"
#include "sim/cli/machine_options.h"
#include "sim/trace/trace.h"

namespace superwarp::cli {

/// A trace with the machine of the options, which has the trace's width.
class TraceInput {
 public:
  /// Throws InputError for a bad file, UsageError for options that do not match it.
  TraceInput(const std::string& file, const MachineOptions& options);
  /// The same for a trace that is already read.
  TraceInput(trace::Trace trace, const MachineOptions& options);

  /// The trace once per resident block; on a hierarchical machine its warps are spread over the
  /// multiprocessors.
  [[nodiscard]] const Program& program() const { return *program_; }
  /// The number of threads, without those that pad super warps or multiprocessors.
  [[nodiscard]] std::uint32_t threads() const { return threads_; }
  /// The number of resident blocks, per multiprocessor if there are several.
  [[nodiscard]] std::uint32_t blocks() const {
    return program_->blocks() / machine_.multiprocessors();
  }
  [[nodiscard]] const Machine& machine() const { return machine_; }

 private:
  trace::Trace trace_;
  Machine machine_;
  std::unique_ptr<const Program> program_;
  std::uint32_t threads_ = 0;
};

}  // namespace superwarp::cli
