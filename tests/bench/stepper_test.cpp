// SPDX-License-Identifier: Apache-2.0
#include "language/stepper.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "language/machine_info.h"
#include "language/rpu_info.h"
#include "sim/evaluate/model_recording.h"
#include "sim/model/mapping.h"
#include "sim/trace/read_trace.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/random_trace.h"

/// \file
/// With the same warps in front of both, the stepper reports in every time unit what the RTL's pins
/// show.

namespace superwarp {

void PrintTo(const Machine& machine, std::ostream* out) {
  std::string name = machine_info(machine.kind).name + "_w" + std::to_string(machine.width) + "_s" +
                     std::to_string(machine.super_warp);
  if (machine.overlaps())
    name += "_" + rpu_info(machine.rpu).name + std::to_string(machine.streaming.depth);
  if (machine.mapping != "identity") name += "_" + machine.mapping;
  std::replace(name.begin(), name.end(), '-', '_');
  *out << name;
}

namespace test {
namespace {

Recording run_on_rtl(const Program& program, const Machine& machine) {
  evaluate::Evaluator evaluator(bench(), cache(), rtl_under_test());
  evaluate::EvaluationOptions options;
  options.engines.closed = false;
  options.record = true;
  options.waves_on_disagreement = "";
  evaluate::Evaluation evaluation = evaluator.evaluate(program, machine, options);
  EXPECT_TRUE(evaluation.agree()) << evaluation.disagreement;
  return std::move(evaluation.rtl->recording);
}

Recording run_on_stepper(const Program& program, const Machine& machine) {
  evaluate::ModelRecording run = evaluate::record_model(program, machine);
  EXPECT_TRUE(run.whole);
  return std::move(run.recording);
}

/// Every fact of a time unit, in words; the word that a write returns has no meaning.
std::string facts(TimeUnit unit) {
  std::string text = "time unit " + std::to_string(unit.time) + ":";
  for (const DispatchId id : unit.accepted) text += " accepted " + std::to_string(id);
  for (const BankEvent& event : unit.events) {
    text += "; bank " + std::to_string(event.bank) + " row " + std::to_string(event.row) +
            (event.op == Op::kRead ? " reads " : " writes ") + std::to_string(event.word) + " for";
    for (const Served& served : ServedBy(unit, event)) {
      text += " " + std::to_string(served.dispatch) + "." + std::to_string(served.lane);
      if (event.op == Op::kRead) text += "=" + std::to_string(served.word);
    }
  }
  std::sort(unit.completed.begin(), unit.completed.end());
  for (const DispatchId id : unit.completed) text += "; completed " + std::to_string(id);
  return text;
}

/// The first difference of the two runs; empty if there is none.
std::string difference(const Recording& rtl, const Recording& stepper) {
  for (std::size_t i = 0; i < std::min(rtl.units.size(), stepper.units.size()); ++i) {
    if (facts(rtl.units[i]) != facts(stepper.units[i]))
      return "RTL: " + facts(rtl.units[i]) + "\nstepper: " + facts(stepper.units[i]);
  }
  if (rtl.units.size() != stepper.units.size()) return "one run is longer than the other";
  return rtl.accepted == stepper.accepted ? "" : "a dispatch is accepted in another time unit";
}

Machine machine_of(MachineKind kind, std::uint32_t width, std::uint32_t super_warp,
                   const std::string& mapping = "identity") {
  Machine machine;
  machine.kind = kind;
  machine.width = width;
  machine.super_warp = super_warp;
  machine.mapping = mapping;
  return machine;
}

Machine overlapping(Rpu rpu, std::uint32_t width, Streaming streaming) {
  Machine machine = machine_of(MachineKind::kSdmm, width, 1);
  machine.rpu = rpu;
  machine.streaming = streaming;
  return machine;
}

/// Units that random_access_test.cpp builds as well.
std::vector<Machine> tried() {
  return {machine_of(MachineKind::kDmm, 4, 1),
          machine_of(MachineKind::kDmm, 32, 1),
          machine_of(MachineKind::kUmm, 4, 1),
          machine_of(MachineKind::kSdmm, 4, 3),
          machine_of(MachineKind::kSdmm, 8, 5),
          machine_of(MachineKind::kRsdmm, 4, 3, "random-shift"),
          machine_of(MachineKind::kDmm, 16, 1, "ipoly"),
          machine_of(MachineKind::kSumm, 4, 3),
          machine_of(MachineKind::kGt200, 16, 1),
          overlapping(Rpu::kStream, 2, {1, 1, Priority::kFullest}),
          overlapping(Rpu::kStream, 4, {4, 3, Priority::kTurn}),
          overlapping(Rpu::kStream, 32, {8, 3, Priority::kFullest}),
          overlapping(Rpu::kPipelined, 4, {2, 2, Priority::kFullest}),
          overlapping(Rpu::kPipelined, 4, {4, 3, Priority::kTurn}),
          overlapping(Rpu::kCrossbar, 4, {2, 1, Priority::kRoundRobin}),
          overlapping(Rpu::kCrossbar, 4, {3, 1, Priority::kFixed}),
          overlapping(Rpu::kCrossbar, 32, {8, 1, Priority::kRoundRobin})};
}

class Stepper : public ::testing::TestWithParam<Machine> {};

TEST_P(Stepper, tells_what_the_rtl_does_tick_by_tick) {
  setenv("RC_PARAMS", "seed=1 max_success=60", 0);
  std::uint64_t dispatches = 0;
  Machine machine = GetParam();
  const bool held = rc::check("stepper = RTL", [&] {
    const auto random = *test::random_trace(machine.width, machine.super_warp);
    const trace::Trace trace = random.trace();
    if (trace.words() == 0) return;
    const trace::TraceProgram program(trace);
    Machine fitted = machine;
    fitted.latency = random.latency;
    fitted.schedule = random.schedule;
    model::fit(fitted, program.words());
    const Recording rtl = run_on_rtl(program, fitted);
    dispatches += rtl.accepted.size();
    const std::string differs = difference(rtl, run_on_stepper(program, fitted));
    if (!differs.empty()) RC_FAIL(differs);
  });
  EXPECT_TRUE(held);
  EXPECT_GE(dispatches, 650U);  // 10,000 in all
}

INSTANTIATE_TEST_SUITE_P(Machines, Stepper, ::testing::ValuesIn(tried()),
                         [](const auto& info) { return ::testing::PrintToString(info.param); });

struct Example {
  std::string file;
  std::uint32_t latency;
  Machine machine;
};

TEST(StepperExamples, tell_what_the_rtl_does_in_every_worked_example) {
  const std::vector<Example> examples = {
      {"dmm-umm-fig4", 3, machine_of(MachineKind::kDmm, 4, 1)},
      {"dmm-umm-fig4", 3, machine_of(MachineKind::kUmm, 4, 1)},
      {"sum-chapter-fig3", 5, machine_of(MachineKind::kDmm, 4, 1)},
      {"sum-chapter-fig3", 5, machine_of(MachineKind::kUmm, 4, 1)},
      {"fig4", 7, machine_of(MachineKind::kDmm, 4, 1)},
      {"fig4", 7, machine_of(MachineKind::kSdmm, 4, 3)},
      {"fig4", 7, machine_of(MachineKind::kRsdmm, 4, 3, "random-shift")},
      {"streaming", 1, overlapping(Rpu::kStream, 4, {4, 3, Priority::kTurn})},
      {"crossbar", 1, overlapping(Rpu::kCrossbar, 4, {2, 1, Priority::kRoundRobin})}};
  for (Example example : examples) {
    const trace::TraceProgram program(
        trace::read_trace_file(std::string(SUPERWARP_EXAMPLES) + "/" + example.file + ".trace"));
    example.machine.latency = example.latency;
    if (example.machine.kind == MachineKind::kRsdmm) example.machine.key = {0, 0, 0, 2, 1, 0};
    model::fit(example.machine, program.words());
    EXPECT_EQ(
        difference(run_on_rtl(program, example.machine), run_on_stepper(program, example.machine)),
        "")
        << example.file;
  }
}

}  // namespace
}  // namespace test
}  // namespace superwarp
