// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "sim/cli/app.h"
#include "sim/cli/command_files.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/version.h"
#include "sim/files/file_name.h"
#include "sim/files/message.h"
#include "sim/files/output_file.h"

namespace superwarp::cli {
namespace {

constexpr int kBadUsage = 2;
constexpr const char* kCannotPrint = "standard output: cannot write all of it";

const char* const kProgramFooter = R"(Example:
  superwarp run --workload transpose-naive --size 64 --threads 1024 --machine sdmm --super-warp 4

Exit status: 0 all engines agree; 1 they disagree; 2 bad usage or bad input.
'-' as an input file is standard input.
'superwarp COMMAND --help' shows the options of a command, --help-all shows all of them.)";

/// Translates --resident, the former name of --blocks in `replay`; --help does not show it.
std::vector<std::string> with_current_names(CommandLine arguments) {
  const std::string old = "--resident";
  if (arguments.size() < 2 || arguments[1] != "replay") return arguments;
  for (std::string& argument : arguments) {
    if (argument == old || argument.rfind(old + "=", 0) == 0) argument.replace(0, old.size(), "--blocks");
  }
  return arguments;
}

int fail(const std::string& what) {
  files::message("superwarp: error: {}\n", files::without_controls(what, true));
  return kBadUsage;
}

/// What one can do, with an example each.
void print_first_tries(const std::vector<Command>& commands) {
  fmt::print("superwarp answers questions about the memory units of GPUs:\n");
  for (const Command& command : commands)
    if (!command.first_try.question.empty())
      fmt::print("\n  {}\n    {}\n", command.first_try.question, command.first_try.command);
  fmt::print(
      "\n'superwarp --help' lists the commands, 'superwarp COMMAND --help' explains one,\n"
      "'superwarp doctor' says what they need on this machine.\n");
}

int run_application(const CommandLine& command_line) {
  App application("superwarp: hardware memory units of the DMM, SDMM and RSDMM, checked against theory.");
  application.be_program("superwarp", fmt::format("superwarp {} ({})", version(), commit()));
  application.footer(kProgramFooter);
  std::vector<Command> commands;
  for (const auto& [place, add] : AddCommand::all()) commands.push_back(add(application, command_line));
  for (const Command& command : commands) refuse_odd_values(*command.app);
  try {
    const CommandLine current = with_current_names(command_line);
    const auto hide_rare = [&] {
      for (const Command& command : commands) hide_rare_options(*command.app);
    };
    if (!application.parse_program({current.rbegin(), current.rend() - 1}, hide_rare)) return 0;
    for (const Command& command : commands) {
      if (!command.app->parsed()) continue;
      check_files(*command.app);
      return command.run();
    }
    if (command_line.size() > 1) return fail("expected a command. See 'superwarp --help'");
    print_first_tries(commands);
    return 0;
  } catch (const std::bad_alloc&) {
    return fail("not enough memory for a problem of this size");
  } catch (const std::exception& error) {
    return fail(std::ferror(stdout) != 0 ? kCannotPrint : error.what());
  }
}

bool is_closed(int file) { return fcntl(file, F_GETFD) < 0; }

/// Runs the application and fails if standard output is closed or does not take all of the output.
int run_and_flush(const CommandLine& command_line) {
  const bool has_output = !is_closed(STDOUT_FILENO);
  // The next file to be opened would take the place of a closed stream. This one gives no input.
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (is_closed(file)) open("/dev/null", O_WRONLY);
  if (!has_output) return fail("standard output: is closed; expected a place for results, or /dev/null");
  files::remove_unfinished_at_signals();
  const int status = run_application(command_line);
  std::cout.flush();
  if (status != kBadUsage && (!std::cout || std::fflush(stdout) != 0 || std::ferror(stdout) != 0))
    return fail(kCannotPrint);
  return status;
}

}  // namespace

std::map<int, AddCommand::Function>& AddCommand::all() {
  static std::map<int, Function> all;
  return all;
}

}  // namespace superwarp::cli

int main(int argc, char* argv[]) {
  // Treat a limit on the size of files (ulimit -f) like a full disk, here and in the tools.
  std::signal(SIGXFSZ, SIG_IGN);
  return superwarp::cli::run_and_flush(superwarp::cli::CommandLine(argv, argv + argc));
}
