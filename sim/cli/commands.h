// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace superwarp::cli {

/// The program's own command line, for messages that name the command to repeat a run.
using CommandLine = std::vector<std::string>;

/// One command of the program. run() returns the exit status.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;
};

Command add_run(CLI::App& application, const CommandLine& command_line);
Command add_replay(CLI::App& application, const CommandLine& command_line);
Command add_record(CLI::App& application, const CommandLine& command_line);
Command add_check(CLI::App& application);
Command add_draw(CLI::App& application, const CommandLine& command_line);
Command add_congestion(CLI::App& application, const CommandLine& command_line);
Command add_crosscheck(CLI::App& application, const CommandLine& command_line);
Command add_reproduce(CLI::App& application, const CommandLine& command_line);
Command add_ask(CLI::App& application);
Command add_compare(CLI::App& application);
Command add_advise(CLI::App& application, const CommandLine& command_line);
Command add_attack(CLI::App& application, const CommandLine& command_line);
Command add_coalesce(CLI::App& application);
Command add_cost(CLI::App& application);
Command add_build(CLI::App& application);
Command add_cache(CLI::App& application);
Command add_sweep(CLI::App& application);
Command add_report(CLI::App& application);
Command add_list(CLI::App& application);

}  // namespace superwarp::cli
