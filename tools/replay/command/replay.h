// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "sim/cli/app.h"
#include "sim/cli/commands.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/session.h"
#include "sim/cli/table_files.h"
#include "tools/replay/command/line_table.h"

namespace superwarp::cli {

/// The file that `replay` reads, and the one that it writes.
struct ReplayRequest {
  std::string file;  ///< name in messages
  std::string json;  ///< as for report()
  std::string ncu;   ///< export of Nsight Compute to compare with; empty: none
  TableFiles files;
  bool quiet = false;          ///< prints nothing
  LineTable* lines = nullptr;  ///< where the lines go, in place of the files; null: nowhere
  std::string sort = "slots";  ///< of instructions and lines: "slots", "time"
  std::string gpu;             ///< whose rules lower accesses: a name or a file; empty: the machine's
};

/// Replays the trace in the file `path` on the machine that the options describe, and reports it.
/// The content of the file decides on its format. `session` is started if it is empty, and serves
/// later replays with the same options. Returns the exit status.
int replay(const std::string& path, ReplayRequest request, const MachineOptions& options,
           const CommandLine& command_line, std::optional<Session>& session);

/// Throws what replay() of a .traceg throws for these options, before there is one.
void check_replay(const ReplayRequest& request, const MachineOptions& options);

/// The group of ReplayRequest::files in --help.
inline constexpr const char* kLineTables =
    "Tables of source lines x machines, of a .traceg ('-': standard output, nothing else there)";

/// Declares --sort, see ReplayRequest.
void add_sort(App& command, std::string& sort);

}  // namespace superwarp::cli
