// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/command/sweep_point.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/cli/machine_options.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {

SweepPoint::SweepPoint() {
  options_.workload.add_to(app_, false);
  options_.machine.add_machine_to(app_);
  options_.machine.add_hierarchy_to(app_);
  options_.machine.add_conditions_to(app_);
  options_.machine.add_engines_to(app_);
  app_.add_option("--trace", options_.trace, "a trace file to replay, in place of a workload");
  app_.add_option("--gpu", options_.gpu, "lower the accesses of a trace by the rules of this GPU, or of a file");
  app_.add_option("--rekeyings", options_.rekeyings,
                  "count the slots under this many keys of the mapping as well, by the model");
  refuse_odd_values(app_);
}

void SweepPoint::require_one_source() const {
  const WorkloadChoice& workload = options_.workload;
  const bool traced = !options_.trace.empty();
  if (traced != workload.name.empty()) throw UsageError("expected a workload with its size, or a trace");
  if (!traced && workload.size.value_or(0) == 0) throw UsageError("--size: expected it, from 1 on");
  if (traced && workload.any_option())
    throw UsageError("a trace has its own accesses, expected no options of a workload");
  if (!traced && !options_.gpu.empty())
    throw UsageError("--gpu: expected a trace; a workload's accesses are those of the papers' machines");
}

void SweepPoint::set(const sweep::Point& point) {
  MachineOptions machine = std::move(options_.machine);  // the parser refers to its values
  machine.clear();
  options_ = {};
  options_.machine = std::move(machine);
  options_.machine.engines = "model";  // the RTL is too slow for thousands of points
  sweep::Point of_run;
  std::vector<std::string> arguments;
  for (const sweep::Choice& choice : point) {
    if (choice.option != "trace" && choice.option != "rekeyings") of_run.push_back(choice);
    if (option(choice.option).is_flag() && choice.value != "true" && choice.value != "false") {
      throw UsageError(fmt::format("--{} '{:.40}': expected true or false", choice.option, choice.value));
    }
    if (choice.value == "false") continue;
    arguments.push_back("--" + choice.option);
    if (choice.value != "true") arguments.push_back(choice.value);
  }
  std::reverse(arguments.begin(), arguments.end());
  run_options_ = files::options_of(of_run);
  try {
    app_.parse(arguments);
  } catch (const UsageError& error) {
    throw UsageError(plainly(error.what()));
  }
  require_one_source();
  const bool traced = !options_.trace.empty();
  try {
    if (traced && options_.trace != trace_name_) {
      trace_.emplace(options_.trace);
      trace_name_ = options_.trace;
    }
    gpu_ = gpu_of(options_.gpu);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  machine_ = traced ? machine_for(*trace_, options_.machine, rules()) : options_.machine.parse();
  engines_ = options_.machine.parse_engines(machine_);
  if (!traced) options_.workload.require_known(machine_);
  if (options_.rekeyings > 0 && (machine_.hierarchy || machine_.rpu != Rpu::kBatch))
    throw UsageError("--rekeyings: expected one memory and an RPU that takes batches");
}

std::string SweepPoint::command() const {
  const bool names_engine = run_options_.find("--engine") != std::string::npos;
  const std::string what = options_.trace.empty() ? "run" : "replay " + files::quoted(options_.trace);
  return fmt::format("superwarp {} {}{}", what, run_options_, names_engine ? "" : " --engine model");
}

PreparedRun SweepPoint::prepared() const {
  return options_.trace.empty() ? prepare(options_.workload, options_.machine)
                                : prepare(*trace_, options_.machine, rules());
}

std::pair<std::string, sysc::RtlConfig> SweepPoint::build() const {
  Machine machine = prepared().machine;
  const sysc::RtlConfig unit = sysc::RtlCache::sized(evaluate::rtl_config(machine, options_.machine.rtl_config()));
  machine.rows = unit.number("NumRows");
  return {fmt::format("superwarp build {}{}", unit_options(machine, unit.rtl_dir), unit.shallow ? " --shallow" : ""),
          unit};
}

SweepFinding SweepPoint::run(evaluate::Evaluator& evaluator) {
  evaluate::EvaluationOptions how;
  how.engines = engines_;
  how.waves_on_disagreement = "";
  const PreparedRun run = prepared();
  SweepFinding finding;
  if (options_.trace.empty()) {
    if (engines_.closed) how.closed = options_.workload.closed_form(*run.program, run.machine);
    finding.bounds = options_.workload.subject(*run.program, run.machine).bounds;
  }
  finding.evaluation = evaluated(run, evaluator, how);
  if (gpu_) finding.gpu = run.gpu;
  if (options_.rekeyings > 0) {
    finding.rekeyings =
        congestion::sample_rekeyings(*run.program, run.machine, {options_.rekeyings, run.machine.seed, 1, nullptr});
  }
  return finding;
}

}  // namespace superwarp::cli
