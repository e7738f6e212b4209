// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/prepared_run.h"
#include "sim/cli/session.h"
#include "sim/cli/usage_error.h"
#include "sim/workload/closed_form.h"

namespace superwarp::cli {
namespace {

struct RunOptions {
  WorkloadChoice workload;
  MachineOptions machine;
  std::string json;
};

Command add_run(App& application, const CommandLine& command_line) {
  App* const app = application.add_subcommand("run", "run a workload on a machine with every engine and compare");
  const auto options = std::make_shared<RunOptions>();
  options->workload.add_to(*app, true);
  options->machine.add_to(*app);
  options->machine.add_hierarchy_to(*app);
  add_json(*app, options->json);
  app->footer("Example:\n  superwarp run --workload column-major --size 128 --threads 1024 --latency 50");
  return {app,
          [options, command_line] {
            const PreparedRun run = prepare(options->workload, options->machine);
            const Machine& machine = run.machine;
            const auto closed = options->workload.closed_form(*run.program, machine);
            const evaluate::Engines engines = options->machine.parse_engines(machine);
            if (!closed && !engines.rtl && !engines.model) {
              throw UsageError(fmt::format("--engine closed: there is no closed form of this: {}; use --engine model",
                                           workload::why_no_closed_form(options->workload.name, machine)));
            }
            const evaluate::Evaluation evaluation =
                Session(options->machine).evaluate(*run.program, machine, closed, false);
            return report(options->workload.subject(*run.program, machine), machine, evaluation, options->json,
                          command_line);
          },
          needs_rtl()};
}

const AddCommand kAddRun(10, add_run);

}  // namespace
}  // namespace superwarp::cli
