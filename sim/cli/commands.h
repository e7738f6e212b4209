// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sim/cli/app.h"
#include "sysc/needs.h"

namespace superwarp::cli {

/// The program's own command line, for messages that name the command to repeat a run.
using CommandLine = std::vector<std::string>;

/// What commands need beyond the program, for `superwarp doctor`.
struct Needs {
  std::string purpose;  ///< what for, and how to do without
  std::function<std::vector<sysc::Need>()> all;
};

/// What someone who starts the program without arguments might want.
struct FirstTry {
  std::string question;
  std::string command;
};

/// One command of the program. run() returns the exit status.
struct Command {
  App* app = nullptr;
  std::function<int()> run;
  Needs needs = {};  ///< without a purpose: it needs nothing
  FirstTry first_try = {};
};

/// The needs of commands that run RTL.
Needs needs_rtl();

/// Adds a command to the program: one in the file of every command.
class AddCommand {
 public:
  using Function = Command (*)(App& application, const CommandLine& command_line);
  /// `place` orders the commands in --help.
  AddCommand(int place, Function add) { all().emplace(place, add); }

  static std::map<int, Function>& all();
};

}  // namespace superwarp::cli
