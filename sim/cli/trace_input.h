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

/// A trace file together with the machine that the options and the trace's own width describe.
class TraceInput {
 public:
  /// Throws InputError for a bad file, UsageError for options that do not fit it.
  TraceInput(const std::string& file, const MachineOptions& options);
  /// The same for a trace that has been read.
  TraceInput(trace::Trace trace, const MachineOptions& options);

  /// As many blocks of the trace as are resident; on a hierarchical machine its warps, spread over
  /// the multiprocessors.
  [[nodiscard]] const Program& program() const { return *program_; }
  /// Of these, without what fills super warps or multiprocessors.
  [[nodiscard]] std::uint32_t threads() const { return threads_; }
  /// In each multiprocessor, where there are several.
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
