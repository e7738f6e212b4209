#include "sim/cli/commands.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/session.h"
#include "sim/cli/trace_input.h"
#include "sim/files/output_file.h"

namespace superwarp {
namespace {

struct ReplayOptions {
  std::string file;
  MachineOptions machine;
  std::string json;
};

}  // namespace

Command add_replay(CLI::App& application, const CommandLine& command_line) {
  CLI::App* const app = application.add_subcommand(
      "replay", "the accesses of a trace on one machine, by every engine, compared");
  const auto options = std::make_shared<ReplayOptions>();
  app->add_option(
         "file", options->file,
         "a text trace: first line '# superwarp-trace 1', then 'round warp R|W addresses...'")
      ->required();
  options->machine.add_to(*app);
  app->add_option("--json", options->json,
                  "write the result here ('-': standard output, and nothing else there)");
  app->footer("Example:\n  superwarp replay examples/fig4.trace --latency 7");
  return {app, [options, command_line] {
            require_writable(options->json);
            const TraceInput input(options->file, options->machine);
            const Evaluation evaluation = evaluate_for(options->machine, input.program(),
                                                       input.machine(), std::nullopt, false);
            return report({options->file, std::nullopt, input.program().threads()}, input.machine(),
                          evaluation, options->json, command_line);
          }};
}

}  // namespace superwarp
