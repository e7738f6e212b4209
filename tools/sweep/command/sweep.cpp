// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/files/message.h"
#include "sim/files/output_file.h"
#include "tools/sweep/command/sweep_plan.h"
#include "tools/sweep/command/sweep_run.h"
#include "tools/sweep/store.h"

namespace superwarp::cli {
namespace {

namespace fs = std::filesystem;

struct SweepOptions {
  std::string space;
  std::string out;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string batch;
  bool dry_run = false;
  std::string plan;
};

void tell(const SweepOptions& options, const SweepRun& run, const SweepCounts& counts, std::uint64_t without_cost) {
  fmt::print("  {} done, {} of them now", draw::counted(counts.done, "point"), run.computed());
  if (counts.impossible > 0) fmt::print(", {} impossible", counts.impossible);
  if (without_cost > 0) fmt::print(", {} not costed", draw::counted(without_cost, "unit"));
  if (counts.failed > 0) fmt::print(", {} FAILED", counts.failed);
  if (counts.disagree > 0) fmt::print(", {} DISAGREE", counts.disagree);
  fmt::print(": {}\n", options.out);
  if (counts.impossible > 0) {
    fmt::print("  the first impossible one: {}; impossible.csv has all\n", counts.first_impossible);
  }
  if (!run.failures().empty()) {
    fmt::print("  the first: {}: {}\n", run.failures().front().command, run.failures().front().error);
  }
}

/// Costs the units of points that ran: only a run shows whether work and machine fit.
void cost_units(SweepPlan& plan, sweep::Store& store, std::uint64_t jobs) {
  for (std::uint64_t number = 0; number < plan.all; ++number) {
    if (plan.keys[number].none()) continue;
    SweepCosts::Unit& unit = plan.costs.units[plan.unit_of[number]];
    if (unit.needed) continue;
    const auto line = store.line(plan.keys[number]);
    unit.needed = line && line->find("\"impossible\":") == std::string::npos;
  }
  if (plan.costs.count(&SweepCosts::Unit::needed) > 0) plan.costs.run(jobs);
}

/// Prints the plan and writes it for --plan.
int dry_run(const SweepOptions& options, const SweepSpace& space) {
  SweepPlan plan(space, false);
  if (options.plan != "-") fmt::print("{}{}", plan_text(space, plan), estimate_text(space, plan, options.jobs));
  write_json(options.plan, plan_json(space, plan));
  return 0;
}

int sweep_command(const SweepOptions& options) {
  in_range("--jobs", options.jobs, 1, 1024);
  const SweepSpace space(options.space, options.batch);
  if (options.dry_run || !options.plan.empty()) return dry_run(options, space);

  if (options.out.empty()) throw UsageError("sweep: expected --out FOLDER, for the results");
  SweepPlan plan(space, true);
  fmt::print("{}", plan_text(space, plan));
  sweep::Store store(
      options.out, space.store, space.beside, [&](const std::string& line) { return plan.identity.is_current(line); },
      [&] { files::message("superwarp: another sweep uses {}; waiting\n", options.out); });
  SweepRun run(space, plan, store);
  run.work(options.jobs);
  if (!space.whole) {
    SweepCounts counts;
    counts.done = run.computed();
    counts.failed = run.failures().size();
    tell(options, run, counts, 0);
    return run.failures().empty() ? 0 : 1;
  }
  files::write_file(fs::path(options.out) / "space.toml", space.text);
  if (plan.costs.library() != nullptr) cost_units(plan, store, options.jobs);
  const SweepCounts counts = write_tables(options.out, space, plan, store, run.failures());
  tell(options, run, counts, plan.costs.count(&SweepCosts::Unit::without));
  if (counts.done == 0 && counts.failed == 0)
    throw UsageError(fmt::format("{}: no point of it is possible", space.name));
  return counts.failed == 0 && counts.disagree == 0 && plan.costs.count(&SweepCosts::Unit::failed) == 0 ? 0 : 1;
}

Command add_sweep(App& application, const CommandLine& /*command_line*/) {
  App* const app = application.add_subcommand("sweep", "run every point of a design space; keeps results and resumes");
  const auto options = std::make_shared<SweepOptions>();
  app->add_option("space", options->space, "TOML: options of 'run' with lists or ranges of values").required();
  app->add_option("--out", options->out, "folder for the results; a second run continues there");
  app->add_option("--jobs", options->jobs, "threads, and processes for the RTL; no effect on results")
      .capture_default_str();
  app->add_option("--batch", options->batch, "I/N: only the I-th of N parts, for jobs of a cluster; writes no tables");
  app->add_flag("--dry-run", options->dry_run, "check the space and print the plan, with an estimate of the time");
  app->add_option("--plan", options->plan,
                  "the same, and write the units to build and to cost here as JSON ('-': "
                  "standard output, and nothing else there)");
  app->footer("Example:\n  superwarp sweep examples/sweep.toml --out /tmp/sweep");
  return {app, [options] { return sweep_command(*options); }, needs_rtl()};
}

const AddCommand kAddSweep(170, add_sweep);

}  // namespace
}  // namespace superwarp::cli
