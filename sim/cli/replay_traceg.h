// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/commands.h"
#include "sim/cli/machine_options.h"
#include "sim/files/input_file.h"

namespace superwarp::cli {

/// The file that `replay` reads, and the one that it writes.
struct TracegRequest {
  std::string file;  ///< name in messages
  std::string json;  ///< as for report()
};

/// Replays the trace in `in` on the machine of the options, --blocks blocks at a time, and reports
/// the whole and each instruction. Memory holds only these blocks. Returns the exit status. Throws
/// InputError, UsageError.
int replay_traceg(files::InputFile& in, const TracegRequest& request, const MachineOptions& options,
                  const CommandLine& command_line);

}  // namespace superwarp::cli
