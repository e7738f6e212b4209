// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/reference/machine_check.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/prepared_run.h"
#include "sim/cli/usage_error.h"
#include "sim/files/command_words.h"
#include "tools/kernels/advise/advice.h"
#include "tools/kernels/advise/pieces.h"
#include "tools/kernels/command/advise_report.h"

namespace superwarp::cli {
namespace {

constexpr std::uint32_t kUsualRegions = 8;

struct AdviseOptions {
  std::string trace;
  WorkloadChoice workload;
  MachineOptions machine;
  std::uint64_t keys = 5;
  std::string json;
};

/// The programs and the machine, with a mapping and regions.
struct PreparedAdvice {
  PreparedRun run;
  std::string name;
  advise::Subject subject;
};

PreparedAdvice prepared(AdviseOptions options) {
  if (options.trace.empty() && (options.workload.name.empty() || !options.workload.size))
    throw UsageError("advise: expected a trace or recording, or --workload NAME --size N");
  if (!options.trace.empty() && (!options.workload.name.empty() || options.workload.any_option()))
    throw UsageError("advise: give a trace or --workload with its options, not both");
  if (options.machine.blocks != 1) {
    throw UsageError(fmt::format("--blocks {}: a block's memory is laid out once, expected 1",
                                 options.machine.blocks));
  }
  options.machine.engines = "model";
  if (!options.machine["mapping"] && options.machine["machine"] != "rsdmm")
    options.machine["mapping"] = "h3";
  PreparedAdvice result;
  advise::Subject& subject = result.subject;
  if (options.trace.empty()) {
    result.run = prepare(options.workload, options.machine);
    result.name = fmt::format("{} of size {}", options.workload.name, *options.workload.size);
    subject.pieces =
        advise::pieces_of(result.run.program->arrays(), result.run.machine.bank_count());
  } else {
    const input::Input input(options.trace);
    result.run = prepare(input, options.machine);
    result.name = input.name();
    subject.pieces = advise::pieces_of(input.lines_of_rows(result.run.machine.bank_count()));
  }
  for (const auto& piece : result.run.pieces) subject.programs.push_back(piece.get());
  if (subject.programs.empty()) subject.programs.push_back(result.run.program.get());
  subject.machine = result.run.machine;
  Machine& machine = subject.machine;
  if (machine.hierarchy)
    throw UsageError("--machine hmm: expected the machine of one memory, --shared's");
  if (!machine.regions.any()) machine.regions.on.assign(kUsualRegions, true);
  try {
    model::check_regions(machine);
    if (machine.regions.is_table())
      throw std::invalid_argument("--regions: expected a number of equal regions, found a table");
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("advise: {}", error.what()));
  }
  return result;
}

/// The command that uses the choice: that of `line`, with `regions`.
std::string command_with(const CommandLine& line, const Machine& machine, const Regions& regions,
                         bool trace) {
  std::string text = trace ? "superwarp replay" : "superwarp run";
  for (std::size_t i = 2; i < line.size(); ++i) {
    const std::string option = line[i].substr(0, line[i].find('='));
    if (option == "--keys" || option == "--json" || option == "--regions" ||
        option == "--mapping") {
      if (option == line[i]) ++i;
      continue;
    }
    text += " " + files::quoted(line[i]);
  }
  if (!regions.any_on() && regions.off == kUsualOff)
    return text + (machine.kind == MachineKind::kRsdmm ? " --mapping identity" : "");
  return text + fmt::format(" --mapping {} --regions {}", machine.mapping, text_of(regions));
}

Command add_advise(App& application, const CommandLine& command_line) {
  App* const app =
      application.add_subcommand("advise", "find the regions of a memory in which a mapping helps");
  const auto options = std::make_shared<AdviseOptions>();
  app->add_option("trace", options->trace, kTraceHelp);
  options->workload.add_to(*app, false);
  options->machine.add_machine_to(*app);
  options->machine.add_conditions_to(*app);
  app->get_option("--mapping")
      .description("mapping to switch on, see 'superwarp list' (default h3; rsdmm: random-shift)");
  app->get_option("--regions")
      .description("number of regions, a power of two (default 8); 8::pad: off is the mapping pad");
  app->add_option("--keys", options->keys,
                  "number of random keys, 1 to 1000, from --seed on; slots are means")
      .capture_default_str();
  add_json(*app, options->json);
  app->footer(
      "Example:\n  superwarp advise --workload kernel-lud-perimeter --size 32 --threads 64\n"
      "  superwarp advise out/kernels/kernel-1.traceg --regions 16 --machine sdmm --rpu stream");
  return {app, [options, command_line] {
            const std::uint32_t keys = in_range("--keys", options->keys, 1, 1000);
            const PreparedAdvice run = prepared(*options);
            const Machine& machine = run.subject.machine;
            const advise::Advice advice = advise::advice_on(run.subject, keys);
            const AdviceReport report{
                run.name, machine, keys, advice,
                command_with(command_line, machine, advice.regions, !options->trace.empty())};
            if (options->json != "-") fmt::print("{}", advice_table(report));
            write_json(options->json, advice_json(report));
            return 0;
          }};
}

const AddCommand kAddAdvise(70, add_advise);

}  // namespace
}  // namespace superwarp::cli
