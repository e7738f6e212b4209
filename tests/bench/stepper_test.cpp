// SPDX-License-Identifier: Apache-2.0
#include "model/machine/stepper.h"

#include <cstdlib>

#include "model/reference/mapping.h"
#include "model/reference/stepper.h"
#include "sim/run/model_recording.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/random_trace.h"
#include "tests/platform/facts.h"

/// \file
/// With the same warps in front of both, the stepper reports in every time unit what the RTL's pins
/// show.

namespace superwarp::test {
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

/// The first difference of the two runs; empty if there is none.
std::string difference(const Recording& rtl, const Recording& stepper) {
  for (std::size_t i = 0; i < std::min(rtl.units.size(), stepper.units.size()); ++i) {
    const Facts pins(rtl.units[i]);
    const Facts told(stepper.units[i]);
    if (!(pins == told)) {
      return "RTL: " + ::testing::PrintToString(pins) +
             "\nstepper: " + ::testing::PrintToString(told);
    }
  }
  if (rtl.units.size() != stepper.units.size()) return "one run is longer than the other";
  return rtl.accepted == stepper.accepted ? "" : "a dispatch is accepted in another time unit";
}

class Stepper : public ::testing::TestWithParam<Machine> {};

TEST_P(Stepper, tells_what_the_rtl_does_tick_by_tick) {
  setenv("RC_PARAMS", "seed=1 max_success=60", 0);
  std::uint64_t dispatches = 0;
  const bool held = rc::check("stepper = RTL", [&] {
    Machine fitted = GetParam();
    const auto random = *test::random_trace(fitted.width, fitted.super_warp);
    const trace::Trace trace = random.trace();
    if (trace.words() == 0) return;
    const trace::TraceProgram program(trace);
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

/// Units that random_access_test.cpp builds as well.
TEST(StepperRefusal, refuses_an_operation_that_neither_reads_nor_writes) {
  Machine machine;
  machine.kind = MachineKind::kSdmm;
  machine.width = 2;
  machine.rows = 2;
  for (const Rpu rpu : {Rpu::kBatch, Rpu::kStream}) {
    machine.rpu = rpu;
    const auto unit = model::make_stepper(machine, {});
    Dispatch dispatch;
    dispatch.address = {0, 1};
    dispatch.data = {0, 0};
    dispatch.op = static_cast<Op>(7);
    EXPECT_THROW(unit->push(dispatch), std::invalid_argument);
    EXPECT_TRUE(unit->idle());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Machines, Stepper,
    ::testing::Values(machine_of(MachineKind::kDmm, 4), machine_of(MachineKind::kDmm, 32),
                      machine_of(MachineKind::kUmm, 4), machine_of(MachineKind::kSdmm, 4, 3),
                      machine_of(MachineKind::kSdmm, 8, 5), machine_of(MachineKind::kRsdmm, 4, 3),
                      mapped(machine_of(MachineKind::kDmm, 16), "ipoly"),
                      machine_of(MachineKind::kSumm, 4, 3), machine_of(MachineKind::kGt200, 16),
                      serial(4, 2, 1), serial(4, 3, 2), serial(8, 5, 2),
                      overlapping(Rpu::kStream, 2, {1, 1, Priority::kFullest}),
                      overlapping(Rpu::kStream, 4, {4, 3, Priority::kTurn}),
                      overlapping(Rpu::kStream, 32, {8, 3, Priority::kFullest}),
                      overlapping(Rpu::kPipelined, 4, {2, 2, Priority::kFullest}),
                      overlapping(Rpu::kPipelined, 4, {4, 3, Priority::kTurn}),
                      overlapping(Rpu::kPipelined, 4, small_window({3, 2}, 3, 2, Later::kYoungest)),
                      overlapping(Rpu::kCrossbar, 4, {2, 1, Priority::kRoundRobin}),
                      overlapping(Rpu::kCrossbar, 4, {3, 1, Priority::kFixed}),
                      overlapping(Rpu::kCrossbar, 32, {8, 1, Priority::kRoundRobin})),
    ::testing::PrintToStringParamName());

}  // namespace
}  // namespace superwarp::test
