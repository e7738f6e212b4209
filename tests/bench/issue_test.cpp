// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "model/machine/rpu_info.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/random_trace.h"
#include "tests/model/hierarchical_program.h"
#include "tests/model/random_work.h"

/// \file
/// The issue stage (docs/spec/issue.md): RTL with the bench's sub-cores against the model's, in
/// every time unit and word.

namespace superwarp::test {
namespace {

class IssueStage : public ::testing::TestWithParam<Machine> {};

/// The time of all super warps is the run's, whatever it was spent on.
void expect_all_warp_time_told(const evaluate::Evaluation& e, const Machine& machine,
                               std::uint32_t warps) {
  const std::uint64_t super_warps = (warps + machine.super_warp - 1) / machine.super_warp;
  EXPECT_EQ(e.model->warp_times.all(), super_warps * e.model->time_units);
}

TEST_P(IssueStage, rtl_equals_model_with_work_dependences_and_barriers) {
  setenv("RC_PARAMS", "seed=1 max_success=400", 0);
  std::uint64_t accesses = 0;
  trace::Trace smallest;
  Machine failing;
  const bool held = rc::check("RTL = model", [&] {
    Machine tried = GetParam();
    const auto random = *test::random_trace(tried.width, tried.super_warp);
    std::mt19937_64 dice(*rc::gen::arbitrary<std::uint64_t>());
    if (random.trace().words() == 0) return;
    const trace::Trace trace = with_work(random.trace(), dice);
    const trace::TraceProgram program(trace);
    tried.latency = random.latency;
    tried.schedule = Schedule::kAsync;
    tried.issue = random_issue(dice);
    const evaluate::Evaluation evaluation = test::evaluate(program, tried);
    accesses += trace.accesses().size();
    if (evaluation.agree()) return expect_all_warp_time_told(evaluation, tried, program.warps());
    smallest = trace;
    failing = tried;
    RC_FAIL("RTL and model disagree");
  });
  if (held) {
    EXPECT_GE(accesses, 4000U);
  } else if (failing.issue) {
    ADD_FAILURE() << fmt::format("{} sub-cores, order {}, wait {}, instructions {}, {} places\n",
                                 failing.issue->sub_cores, static_cast<int>(failing.issue->order),
                                 wait_name(*failing.issue), failing.issue->instructions,
                                 failing.issue->places)
                  << keep_failure(smallest, failing, "issue", false);
  } else {
    ADD_FAILURE() << "the bench threw: nothing disagreed";
  }
}

std::vector<Machine> machines_that_issue() {
  std::vector<Machine> all = {machine_of(MachineKind::kDmm, 4),
                              machine_of(MachineKind::kSdmm, 4, 3),
                              machine_of(MachineKind::kUmm, 4)};
  all.push_back(machine_of(MachineKind::kSdmm, 4, 3));
  all.back().rpu = Rpu::kSerial;
  for (const Rpu rpu : {Rpu::kStream, Rpu::kPipelined, Rpu::kCrossbar}) {
    Streaming streaming = rpu_defaults(rpu);
    streaming.depth = rpu == Rpu::kCrossbar ? 2 : 3;
    all.push_back(overlapping(rpu, 4, streaming));
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Machine, IssueStage, ::testing::ValuesIn(machines_that_issue()),
                         [](const auto& info) { return ::testing::PrintToString(info.param); });

TEST(IssueStage, rtl_equals_model_on_multiprocessors_with_a_global_memory) {
  std::mt19937_64 dice(3);
  for (int i = 0; i < 150; ++i) {
    Machine machine = hierarchical(4, 1U << (dice() % 3),
                                   static_cast<std::uint32_t>(1 + dice() % 20), Schedule::kAsync);
    machine.latency = static_cast<std::uint32_t>(1 + dice() % 5);
    machine.issue = random_issue(dice);
    machine.issue->places = 0;
    if (machine.issue->wait == IssueWait::kWord) machine.issue->wait = IssueWait::kUse;
    const auto plain = random_hierarchical_trace(machine, dice);
    const trace::TraceProgram program(with_work(plain.trace(), dice), plain.blocks(),
                                      plain.warps() / plain.blocks());
    const evaluate::Evaluation evaluation = evaluate(program, machine);
    ASSERT_EQ(evaluation.disagreement, "") << "program " << i;
    expect_all_warp_time_told(evaluation, machine, program.warps());
  }
}

}  // namespace
}  // namespace superwarp::test
