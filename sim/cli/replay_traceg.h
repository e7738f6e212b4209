// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/commands.h"
#include "sim/cli/machine_options.h"
#include "sim/files/input_file.h"

namespace superwarp::cli {

/// What `replay` is asked of a .traceg file.
struct TracegRequest {
  std::string file;  ///< what messages call it
  std::string json;  ///< as for report()
};

/// Replays the trace in `in` on the machine that the options describe, --blocks of it at a time,
/// and reports the whole and each instruction. Holds those blocks in memory and no more. Returns
/// the exit status. Throws InputError, UsageError.
int replay_traceg(files::InputFile& in, const TracegRequest& request, const MachineOptions& options,
                  const CommandLine& command_line);

}  // namespace superwarp::cli
