#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <systemc>
#include <vector>

#include "sim/cli/commands.h"
#include "sim/cli/version.h"
#include "sim/workload/nearest_name.h"

namespace superwarp {
namespace {

constexpr int kBadUsage = 2;

const char* const kFooter = R"(Example:
  superwarp run --workload transpose-naive --size 64 --threads 1024 --machine sdmm --super-warp 4

Exit status: 0 all engines agree; 1 they disagree; 2 bad usage or bad input.
'superwarp COMMAND --help' tells a command's options.)";

/// For arguments that nothing expects: which one, and what may have been meant.
std::string unexpected(const CLI::App& application) {
  const CLI::App* app = &application;
  for (const CLI::App* command : application.get_subcommands({})) {
    if (command->parsed()) app = command;
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : app->get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const CLI::App* command : app->get_subcommands({})) known.push_back(command->get_name());

  const std::vector<std::string> extras = application.remaining(true);
  const auto option = std::find_if(extras.begin(), extras.end(),
                                   [](const std::string& extra) { return extra.rfind('-', 0) == 0; });
  const std::string extra = option == extras.end() ? extras.front() : *option;
  const std::string name = extra.substr(0, extra.find('='));
  return fmt::format("'{}' is not expected here, did you mean '{}'? See '{} --help'", extra,
                     nearest_name(name, known),
                     app == &application ? "superwarp" : "superwarp " + app->get_name());
}

int fail(const std::string& what) {
  fmt::print(stderr, "superwarp: error: {}\n", what);
  return kBadUsage;
}

int run_application(const CommandLine& command_line) {
  CLI::App application{"superwarp: memory units of the DMM, SDMM and RSDMM as hardware, held against theory."};
  application.name("superwarp");
  application.footer(kFooter);
  application.set_version_flag("--version", fmt::format("superwarp {} ({})", version(), commit()));
  application.require_subcommand(0, 1);
  const std::vector<Command> commands = {
      add_run(application, command_line), add_replay(application, command_line),
      add_draw(application, command_line), add_list(application)};
  try {
    std::vector<std::string> arguments(command_line.rbegin(), command_line.rend() - 1);
    application.parse(arguments);
    for (const Command& command : commands) {
      if (command.app->parsed()) return command.run();
    }
    fmt::print("{}", application.help());
    return command_line.size() > 1 ? kBadUsage : 0;
  } catch (const CLI::Success& success) {
    return application.exit(success);
  } catch (const CLI::ExtrasError&) {
    return fail(unexpected(application));
  } catch (const CLI::ParseError& error) {
    return fail(error.what());
  } catch (const std::bad_alloc&) {
    return fail("not enough memory for a problem of this size");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}

}  // namespace
}  // namespace superwarp

int sc_main(int argc, char* argv[]) {
  return superwarp::run_application(superwarp::CommandLine(argv, argv + argc));
}

// SystemC prints a banner before sc_main unless told not to.
int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
