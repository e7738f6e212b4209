#pragma once

#include <string>

#include "sim/cli/commands.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/report.h"
#include "sim/evaluate/evaluation.h"

namespace superwarp {

/// Evaluates `program` as the options say, with progress on standard error, on this process's one
/// bench.
Evaluation evaluate_for(const MachineOptions& options, const Program& program,
                        const Machine& machine, std::optional<std::uint64_t> closed, bool record);

/// Prints the table or writes the JSON of an evaluation (`json` empty: table only; "-": JSON only,
/// to standard output); after a disagreement names the waveform and the command that repeats the
/// run. Returns the exit status.
int report(const Subject& subject, const Machine& machine, const Evaluation& evaluation,
           const std::string& json, const CommandLine& command_line);

}  // namespace superwarp
