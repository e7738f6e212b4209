// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/prepared_run.h"
#include "sim/cli/session.h"
#include "sim/cli/terminal_output.h"
#include "sim/cli/usage_error.h"
#include "sim/files/message.h"
#include "sim/files/output_file.h"
#include "sim/run/command/comparison.h"

namespace superwarp::cli {
namespace {

struct CompareOptions {
  std::string trace;
  WorkloadChoice workload;
  std::vector<std::string> on;
  MachineOptions common;  ///< for all machines, unless --on overrides them
  std::uint64_t keys = 5;
  std::string gpu;
  std::string markdown;
  std::string csv;
  std::string json;
  std::string svg;
};

/// The DMM, the papers' proposals and this project's streaming RPU, the last two at equal storage.
const std::vector<std::string>& usual_machines() {
  static const std::vector<std::string> machines = {"dmm",   "sdmm --super-warp 4",  "sdmm --rpu stream --depth 4",
                                                    "rsdmm", "rsdmm --super-warp 4", "rsdmm --rpu stream --depth 4"};
  return machines;
}

/// Calls `act`; adds the machine to the message of a UsageError or std::invalid_argument.
template <class Act>
auto for_machine(const std::string& name, Act act) {
  const auto with_name = [&](const std::exception& error) {
    return UsageError(fmt::format("--on '{:.80}': {}", name, error.what()));
  };
  try {
    return act();
  } catch (const UsageError& error) {
    throw with_name(error);
  } catch (const std::invalid_argument& error) {
    throw with_name(error);
  }
}

/// The trace to compare on; nullopt for a workload.
std::optional<input::Input> trace_of(const CompareOptions& options) {
  if (options.trace.empty()) {
    if (options.workload.name.empty() || !options.workload.size)
      throw UsageError("compare: expected a trace file, or --workload NAME --size N");
    return std::nullopt;
  }
  if (!options.workload.name.empty() || options.workload.any_option())
    throw UsageError("compare: give a trace or --workload with its options, not both");
  return std::make_optional<input::Input>(options.trace);
}

/// The same number of threads for all machines: about 1024, in whole super warps of each.
std::uint64_t shared_threads(const std::vector<Machine>& machines) {
  std::uint64_t lanes = 1;
  for (const Machine& machine : machines)
    lanes = std::lcm(lanes, std::uint64_t{machine.lanes()} * machine.multiprocessors());
  return lanes * std::max<std::uint64_t>(1, 1024 / lanes);
}

/// Adds the results for one key.
void add_key(RtlEngine& engine, const MachineOptions& options, const PreparedRun& run, ComparedMachine& compared) {
  evaluate::EvaluationOptions how;
  how.engines = options.parse_engines(run.machine);
  how.waves_on_disagreement = "";
  const evaluate::Evaluation e = evaluated(run, engine.evaluator, how);
  if (compared.time_units.empty()) compared.machine = run.machine;
  const Figures figures = e.figures().value();
  compared.slots.push_back(figures.slots);
  compared.time_units.push_back(figures.time_units);
  compared.requests.push_back(figures.requests);
  if (e.model) compared.warp_times.append(e.model->warp_times);
  if (!e.agree() && !compared.disagreement) compared.disagreement = e.disagreement;
}

Comparison compare(const CompareOptions& options) {
  const std::vector<std::string>& names = options.on.empty() ? usual_machines() : options.on;
  const std::optional<input::Input> trace = trace_of(options);
  if (!options.gpu.empty() && !trace)
    throw UsageError("--gpu: expected a trace; a workload's accesses are those of the papers' machines");
  const std::optional<gpu::Description> gpu = gpu_of(options.gpu);
  const gpu::Description* const rules = gpu ? &*gpu : nullptr;
  std::vector<MachineOptions> chosen;
  std::vector<Machine> machines;
  for (const std::string& name : names) {
    chosen.push_back(options.common);
    machines.push_back(for_machine(name, [&] {
      chosen.back().take(name);
      const Machine machine = trace ? machine_for(*trace, chosen.back(), rules) : chosen.back().parse();
      const evaluate::Engines engines = chosen.back().parse_engines(machine);
      if (engines.closed || (!engines.rtl && !engines.model))
        throw UsageError("--engine: closed forms are not compared; expected rtl, model or both");
      return machine;
    }));
  }
  WorkloadChoice workload = options.workload;
  if (!workload.threads) workload.threads = shared_threads(machines);

  Comparison comparison;
  comparison.name = trace ? trace->name() : workload.name;
  if (!trace) comparison.size = workload.size;
  comparison.work = trace ? "a trace" : fmt::format("{} threads a block", *workload.threads);
  comparison.engines = options.common.engines;
  if (gpu) comparison.gpu = gpu->name;
  comparison.seed = options.common.seed();
  RtlEngine engine(options.common.rtl_config());
  Progress progress("comparing");
  for (std::size_t i = 0; i < names.size(); ++i) {
    ComparedMachine compared;
    compared.options = names[i];
    for (std::uint64_t key = 0; key < options.keys; ++key) {
      chosen[i]["seed"] = std::to_string(comparison.seed + key);
      for_machine(names[i], [&] {
        const PreparedRun run = trace ? prepare(*trace, chosen[i], rules) : prepare(workload, chosen[i]);
        add_key(engine, chosen[i], run, compared);
        comparison.on_gpu = run.gpu;
      });
      const std::size_t done = i * options.keys + key + 1;
      progress.update(static_cast<double>(done) / static_cast<double>(names.size() * options.keys));
    }
    comparison.machines.push_back(std::move(compared));
  }
  return comparison;
}

int report_comparison(const CompareOptions& options) {
  in_range("--keys", options.keys, 1, 1000);
  const Comparison comparison = compare(options);
  const auto write = [](const std::string& file, const std::string& text) {
    if (!file.empty()) files::write_file(file, text);
  };
  write(options.markdown, comparison_markdown(comparison));
  write(options.csv, comparison_csv(comparison));
  write(options.svg, comparison_svg(comparison));
  write_json(options.json, comparison_json(comparison));
  const bool silent = options.markdown == "-" || options.csv == "-" || options.svg == "-" || options.json == "-";
  if (!silent) fmt::print("{}", comparison_table(comparison));
  bool agree = true;
  for (const ComparedMachine& machine : comparison.machines) {
    if (!machine.disagreement) continue;
    agree = false;
    files::message("superwarp: on {} the engines disagree: {}\n", machine.options, *machine.disagreement);
  }
  return agree ? 0 : 1;
}

Command add_compare(App& application, const CommandLine& /*command_line*/) {
  App* const app =
      application.add_subcommand("compare", "compare machines on a workload or trace: slots, time, speed-up");
  const auto options = std::make_shared<CompareOptions>();
  options->common.engines = "model";
  app->add_option("trace", options->trace, kTraceHelp);
  options->workload.add_to(*app, false);
  add_gpu(*app, options->gpu);
  const std::string group = "Machines";
  app->add_option("--on", options->on,
                  "a machine with its options, as in 'rsdmm --super-warp 4'; repeat it for each "
                  "machine, the baseline first (default: dmm, then sdmm and rsdmm with RPUs that "
                  "store four warps' requests)")
      .allow_extra_args(false)
      .group(group);
  app->add_option("--keys", options->keys,
                  "number of random keys, 1 to 1000, from --seed on; the report has means with "
                  "confidence intervals")
      .capture_default_str()
      .group(group);
  options->common.add_conditions_to(*app);
  options->common.add_engines_to(*app);
  const std::string reports = "Reports ('-': standard output, without the table)";
  app->add_option("--markdown", options->markdown, "the table as Markdown").group(reports);
  app->add_option("--csv", options->csv, "one line per machine and key").group(reports);
  app->add_option("--json", options->json, "superwarp.compare/1").group(reports);
  app->add_option("--svg", options->svg, "a bar chart of the speed-ups; with --issue, of time and what it was spent on")
      .group(reports);
  app->footer(
      "Example:\n  superwarp compare --workload transpose-naive --size 64\n"
      "  superwarp compare --workload kernel-fft --size 1024 --blocks 8 --schedule async --on dmm "
      "--on 'rsdmm --rpu stream' --svg slide.svg");
  const FirstTry first = {
      "which memory serves it faster?",
      "superwarp compare --workload transpose-naive --size 64 --on dmm --on 'rsdmm --super-warp 4'"};
  return {app, [options] { return report_comparison(*options); }, needs_rtl(), first};
}

const AddCommand kAddCompare(60, add_compare);

}  // namespace
}  // namespace superwarp::cli
