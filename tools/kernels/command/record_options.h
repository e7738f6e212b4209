// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/cli/app.h"
#include "sim/cli/commands.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/table_files.h"
#include "tools/kernels/record/execution.h"
#include "tools/kernels/record/program.h"
#include "tools/replay/command/replay.h"

namespace superwarp::cli {

/// The options of `record`.
struct RecordOptions {
  record::Sources sources;
  record::Selection selection;
  std::string out;
  std::string blocks = "0..255";
  std::uint64_t megabytes = 1024;
  bool check = false;
  bool shared_only = false;
  bool no_table = false;
  std::string json;
  std::vector<std::string> arguments;
  MachineOptions machine;
  std::string gpu;
  std::string ncu;
  std::string sort = ReplayRequest().sort;
  TableFiles files;

  void add_to(App& command);

  /// Completes the options that were parsed. Throws UsageError for values that select nothing, and
  /// for options without effect.
  void complete(const App& command, const CommandLine& command_line);

  /// Does standard output have the JSON or a table for a document, and nothing else?
  [[nodiscard]] bool quiet() const { return json == "-" || files.to_stdout(); }
  [[nodiscard]] bool prints_tables() const { return !quiet() && !no_table; }

  /// How the recordings are replayed.
  [[nodiscard]] ReplayRequest replay_request() const;
};

}  // namespace superwarp::cli
