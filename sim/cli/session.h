// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "sim/cli/commands.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/report.h"
#include "sim/cli/rtl_engine.h"

namespace superwarp::cli {

/// The engines that the options ask for, with progress on standard error, on this process's one
/// bench: a command makes one and evaluates everything on it.
class Session {
 public:
  explicit Session(const MachineOptions& options);

  /// Evaluates `program`. Throws UsageError if none of the engines asked for has it.
  evaluate::Evaluation evaluate(const Program& program, const Machine& machine,
                                std::optional<std::uint64_t> closed, bool record);

  /// No waveform of what is evaluated from here on, whatever the options say.
  void end_waves() { waves_.clear(); }

 private:
  const MachineOptions& options_;
  std::string waves_;
  RtlEngine engine_;
};

/// Evaluates one program as the options say.
evaluate::Evaluation evaluate_for(const MachineOptions& options, const Program& program,
                                  const Machine& machine, std::optional<std::uint64_t> closed,
                                  bool record);

/// Prints the table or writes the JSON of an evaluation (`json` empty: table only; "-": JSON only,
/// to standard output); after a disagreement names the waveform and the command that repeats the
/// run. Returns the exit status.
/// `more` has what the command tells besides.
int report(const Subject& subject, const Machine& machine, const evaluate::Evaluation& evaluation,
           const std::string& json, const CommandLine& command_line, const Addition& more = {});

}  // namespace superwarp::cli
