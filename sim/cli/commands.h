// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sim/cli/app.h"

namespace superwarp::cli {

/// The program's own command line, for messages that name the command to repeat a run.
using CommandLine = std::vector<std::string>;

/// One command of the program. run() returns the exit status.
struct Command {
  App* app = nullptr;
  std::function<int()> run;
};

/// Adds a command to the program: one in the file of every command.
class AddCommand {
 public:
  using Function = Command (*)(App& application, const CommandLine& command_line);
  /// `place` orders the commands in --help.
  AddCommand(int place, Function add) { all().emplace(place, add); }

  static std::map<int, Function>& all();
};

}  // namespace superwarp::cli
