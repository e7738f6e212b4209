// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/laboratory.h"

#include <fmt/format.h>

#include "model/machine/machine_info.h"
#include "model/reference/mapping.h"
#include "model/reference/reference_model.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"
#include "tools/congestion/on_rtl.h"

namespace superwarp::reproduce {
namespace {

std::unique_ptr<Program> program_of(const Experiment& experiment) {
  const Machine& machine = experiment.machine;
  return workload::make_workload(
      experiment.workload, {experiment.size, experiment.threads, machine.width, machine.super_warp, machine.seed, 0,
                            experiment.permutation, machine.multiprocessors(), experiment.taps});
}

}  // namespace

Machine machine_of(MachineKind kind, std::uint32_t width, std::uint32_t latency, std::uint32_t super_warp) {
  Machine machine;
  machine.kind = kind;
  machine.width = width;
  machine.latency = latency;
  machine.super_warp = super_warp;
  if (kind == MachineKind::kRsdmm) machine.mapping = "random-shift";
  return machine;
}

Machine fitted(Machine machine, const Program& program) {
  model::fit(machine, program);
  return machine;
}

std::string Experiment::command() const {
  std::string text =
      fmt::format("superwarp run --workload {} --size {} --threads {} --machine {} --width {} --latency {}", workload,
                  size, threads, machine.hierarchy ? "hmm" : machine_info(machine.kind).name, machine.width,
                  machine.hierarchy ? machine.hierarchy->latency : machine.latency);
  if (machine.hierarchy) {
    text += fmt::format(" --multiprocessors {} --shared {} --shared-latency {}", machine.multiprocessors(),
                        machine_info(machine.kind).name, machine.latency);
  }
  if (machine_info(machine.kind).packs) text += fmt::format(" --super-warp {}", machine.super_warp);
  if (machine.schedule == Schedule::kAsync) text += " --schedule async";
  if (machine.mapping != "identity") text += fmt::format(" --mapping {} --seed {}", machine.mapping, machine.seed);
  if (taps != workload::WorkloadOptions().taps) text += fmt::format(" --taps {}", taps);
  if (!permutation.empty()) text += fmt::format(" --permutation {}", permutation);
  if (!rtl) text += " --engine model";
  return text;
}

Counterexample shown_by(const Experiment& experiment, const Measurement& measured) {
  return {experiment.command(), fmt::format("model {} time units", measured.model)};
}

std::uint64_t Experiment::elements() const { return workload::workload_info(workload).matrix ? size * size : size; }

const Measurement& Laboratory::measure(const Experiment& experiment) {
  const std::string key = fmt::format("{}{}", experiment.rtl, experiment.command());
  const auto known = measured_.find(key);
  if (known != measured_.end()) return known->second;

  const auto program = program_of(experiment);
  const Machine machine = fitted(experiment.machine, *program);
  evaluate::EvaluationOptions options;
  options.engines.rtl = experiment.rtl && !evaluate::rtl_lacks(machine);
  options.closed =
      workload::closed_form(experiment.workload, experiment.size, experiment.threads, machine, 1, experiment.taps);
  options.waves_on_disagreement = "";
  const evaluate::Evaluation evaluation = evaluator_.evaluate(*program, machine, options);
  if (!evaluation.agree()) {
    note_disagreement(fmt::format("{}\n  again: {}", evaluation.disagreement, experiment.command()));
  }
  Measurement m;
  m.closed = evaluation.closed;
  m.model = evaluation.model->time_units;
  m.rounds = evaluation.model->rounds;
  m.bpram = evaluation.model->bpram;
  m.congestion = evaluation.model->slots;
  if (evaluation.rtl) {
    m.rtl = evaluation.rtl->time_units;
    m.rtl_congestion = evaluation.rtl->slots;
  }
  return measured_.emplace(key, m).first->second;
}

evaluate::Evaluation Laboratory::evaluate(const Program& program, Machine machine, bool record) {
  machine = fitted(std::move(machine), program);
  evaluate::EvaluationOptions options;
  options.record = record;
  options.waves_on_disagreement = "";
  evaluate::Evaluation evaluation = evaluator_.evaluate(program, machine, options);
  if (!evaluation.agree()) note_disagreement(evaluation.disagreement);
  return evaluation;
}

const RekeyingStudy& Laboratory::rekey(const std::string& name, const Program& program, Machine machine,
                                       std::uint64_t rekeyings, bool rtl) {
  const std::string key = fmt::format("{} {} {}", rtl, rekeyings, name);
  const auto known = rekeyed_.find(key);
  if (known != rekeyed_.end()) return known->second;
  machine = fitted(std::move(machine), program);
  RekeyingStudy study;
  congestion::RekeyingOptions options;
  options.rekeyings = rekeyings;
  options.seed = options_.seed;
  options.jobs = options_.jobs;
  study.model = congestion::sample_rekeyings(program, machine, options);
  model::ReferenceModel model(program, machine, {false});
  model.run();
  study.rounds = model.totals().rounds;
  if (rtl && !evaluate::rtl_lacks(machine)) {
    try {
      study.rtl = congestion::rekeyings_on_rtl(evaluator_, program, machine, options);
    } catch (const congestion::EnginesDisagree& error) {
      note_disagreement(fmt::format("{}: {}", name, error.what()));
    }
  }
  return rekeyed_.emplace(key, std::move(study)).first->second;
}

const RekeyingStudy& Laboratory::rekey(const Experiment& experiment, std::uint64_t rekeyings) {
  const auto program = program_of(experiment);
  return rekey(experiment.command(), *program, experiment.machine, rekeyings, experiment.rtl);
}

}  // namespace superwarp::reproduce
