// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/trace.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"

namespace superwarp::test {
namespace {

/// A worked example of the papers: the warps of one round of reads, and their time units.
struct Example {
  std::string source;
  std::vector<std::vector<Address>> warps;
  std::vector<std::pair<Machine, std::uint64_t>> time_units;
};

trace::Trace trace_of(const std::vector<std::vector<Address>>& warps) {
  trace::Trace trace;
  for (std::uint32_t warp = 0; warp < warps.size(); ++warp)
    trace.add(0, warp, Op::kRead, warps[warp]);
  return trace;
}

TEST(WorkedExamples, take_the_papers_time_units) {
  const Example examples[] = {
      {"DMM and UMM papers, fig. 4",
       {{0, 1, 5, 10}, {8, 9, 14, 15}},
       {{machine_of(MachineKind::kDmm, 4, 1, 3), 5}, {machine_of(MachineKind::kUmm, 4, 1, 3), 7}}},
      {"sum and prefix-sums chapter, fig. 3",
       {{7, 5, 15, 0}, {10, 11, 12, 9}},
       {{machine_of(MachineKind::kDmm, 4, 1, 5), 7}, {machine_of(MachineKind::kUmm, 4, 1, 5), 9}}},
      {"super-warp paper, figs. 4 and 6",
       {{16, 21, 4, 15}, {9, 3, 11, 19}, {2, 7, 23, 0}},
       {{machine_of(MachineKind::kDmm, 4, 1, 7), 13},
        {machine_of(MachineKind::kSdmm, 4, 3, 7), 12}}}};
  for (const Example& example : examples) {
    const trace::TraceProgram program(trace_of(example.warps));
    for (auto [machine, time] : example.time_units) {
      for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
        machine.schedule = schedule;
        for (const bool shallow : {false, true}) {
          const evaluate::Evaluation evaluation = test::evaluate(program, machine, time, shallow);
          EXPECT_TRUE(evaluation.agree()) << example.source << ": " << evaluation.disagreement;
          ASSERT_TRUE(evaluation.rtl);
          EXPECT_EQ(evaluation.rtl->time_units, time) << example.source;
        }
      }
    }
  }
}

/// The evaluation of `trace` on a DMM.
evaluate::Evaluation on_dmm(const trace::Trace& trace, std::uint32_t latency) {
  const Machine machine = machine_of(MachineKind::kDmm, trace.width(), 1, latency);
  evaluate::Evaluation evaluation = test::evaluate(trace::TraceProgram(trace), machine);
  EXPECT_TRUE(evaluation.agree()) << evaluation.disagreement;
  return evaluation;
}

/// "Blocked if any lower thread wants the same bank and another row" would need 4 slots here.
TEST(SlotRule, serves_rows_a_b_a_b_of_one_bank_in_two_slots) {
  EXPECT_EQ(on_dmm(trace_of({{0, 4, 0, 4}}), 1).rtl->time_units, 2U);
}

/// A counter that cannot count to w loses lanes when all of them hit one bank.
TEST(SlotRule, takes_w_slots_when_all_threads_hit_one_bank) {
  for (const std::uint32_t width : {2U, 32U, 64U}) {
    trace::Trace trace;
    std::vector<Address> address(width);
    for (std::uint32_t t = 0; t < width; ++t) address[t] = t * width;
    trace.add(0, 0, Op::kWrite, address);
    trace.add(1, 0, Op::kRead, address);
    const evaluate::Evaluation evaluation = on_dmm(trace, 3);
    EXPECT_EQ(evaluation.rtl->time_units, 2U * (width + 3 - 1));
    EXPECT_EQ(evaluation.rtl->max_congestion, width);
  }
}

TEST(Merging, of_writes_to_one_address_keeps_the_lowest_threads_word) {
  trace::Trace trace;
  trace.add(0, 0, Op::kWrite, {kInactive, 5, 5, 5});
  const evaluate::Evaluation evaluation = on_dmm(trace, 7);
  EXPECT_EQ(evaluation.rtl->slots, 1U);
  EXPECT_EQ(evaluation.rtl->memory[5], written_token(0, 1, 4));
}

}  // namespace
}  // namespace superwarp::test
