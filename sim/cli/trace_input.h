// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "language/machine.h"
#include "sim/cli/machine_options.h"
#include "sim/trace/trace.h"
#include "sim/trace/trace_program.h"

namespace superwarp::cli {

/// A trace file together with the machine that the options and the trace's own width describe.
class TraceInput {
 public:
  /// Throws InputError for a bad file, UsageError for options that do not fit it.
  TraceInput(const std::string& file, const MachineOptions& options);
  /// The same for a trace that has been read.
  TraceInput(trace::Trace trace, const MachineOptions& options);

  [[nodiscard]] const trace::TraceProgram& program() const { return program_; }
  [[nodiscard]] const Machine& machine() const { return machine_; }

 private:
  trace::Trace trace_;
  trace::TraceProgram program_;
  Machine machine_;
};

}  // namespace superwarp::cli
