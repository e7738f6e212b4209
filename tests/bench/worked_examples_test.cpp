// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/trace/trace.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"

namespace superwarp::test {
namespace {

/// A worked example of the papers: the warps of one round of reads.
struct Example {
  std::string source;
  std::uint32_t latency;
  std::vector<std::vector<Address>> warps;
  std::uint64_t dmm;   ///< time units
  std::uint64_t umm;   ///< time units; 0: not in the papers
  std::uint64_t sdmm;  ///< with all warps in one super warp; 0: not in the papers
};

const std::vector<Example>& examples() {
  static const std::vector<Example> all = {
      {"DMM and UMM papers, fig. 4", 3, {{0, 1, 5, 10}, {8, 9, 14, 15}}, 5, 7, 0},
      {"sum and prefix-sums chapter, fig. 3", 5, {{7, 5, 15, 0}, {10, 11, 12, 9}}, 7, 9, 0},
      {"super-warp paper, figs. 4 and 6",
       7,
       {{16, 21, 4, 15}, {9, 3, 11, 19}, {2, 7, 23, 0}},
       13,
       0,
       12},
  };
  return all;
}

trace::Trace trace_of(const Example& example) {
  trace::Trace trace;
  for (std::uint32_t warp = 0; warp < example.warps.size(); ++warp) {
    trace.add(0, warp, Op::kRead, example.warps[warp]);
  }
  return trace;
}

void expect_time(const Example& example, MachineKind kind, std::uint32_t super_warp,
                 std::uint64_t time) {
  const trace::Trace trace = trace_of(example);
  const trace::TraceProgram program(trace);
  for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
    for (const bool shallow : {false, true}) {
      Machine machine;
      machine.kind = kind;
      machine.width = trace.width();
      machine.latency = example.latency;
      machine.super_warp = super_warp;
      machine.schedule = schedule;
      const evaluate::Evaluation evaluation = test::evaluate(program, machine, time, shallow);
      EXPECT_TRUE(evaluation.agree()) << example.source << ": " << evaluation.disagreement;
      ASSERT_TRUE(evaluation.rtl);
      EXPECT_EQ(evaluation.rtl->time_units, time) << example.source;
    }
  }
}

TEST(WorkedExamples, take_the_papers_time_units_on_the_dmm) {
  for (const Example& example : examples()) expect_time(example, MachineKind::kDmm, 1, example.dmm);
}

TEST(WorkedExamples, take_the_papers_time_units_on_the_umm) {
  for (const Example& example : examples()) {
    if (example.umm != 0) expect_time(example, MachineKind::kUmm, 1, example.umm);
  }
}

TEST(WorkedExamples, take_the_papers_time_units_on_the_sdmm) {
  for (const Example& example : examples()) {
    if (example.sdmm != 0) expect_time(example, MachineKind::kSdmm, 3, example.sdmm);
  }
}

/// "Blocked if any lower thread wants the same bank and another row" would need 4 slots here.
TEST(SlotRule, serves_rows_a_b_a_b_of_one_bank_in_two_slots) {
  trace::Trace trace;
  trace.add(0, 0, Op::kRead, {0, 4, 0, 4});
  const trace::TraceProgram program(trace);
  Machine machine;
  machine.width = 4;
  machine.latency = 1;
  const evaluate::Evaluation evaluation = test::evaluate(program, machine);
  EXPECT_TRUE(evaluation.agree()) << evaluation.disagreement;
  EXPECT_EQ(evaluation.rtl->time_units, 2U);
}

/// A counter that cannot count to w loses lanes when all of them hit one bank.
TEST(SlotRule, takes_w_slots_when_all_threads_hit_one_bank) {
  for (const std::uint32_t width : {2U, 32U, 64U}) {
    trace::Trace trace;
    std::vector<Address> address(width);
    for (std::uint32_t t = 0; t < width; ++t) address[t] = t * width;
    trace.add(0, 0, Op::kWrite, address);
    trace.add(1, 0, Op::kRead, address);
    const trace::TraceProgram program(trace);
    Machine machine;
    machine.width = width;
    machine.latency = 3;
    const evaluate::Evaluation evaluation = test::evaluate(program, machine);
    EXPECT_TRUE(evaluation.agree()) << evaluation.disagreement;
    EXPECT_EQ(evaluation.rtl->time_units, 2U * (width + 3 - 1));
    EXPECT_EQ(evaluation.rtl->max_congestion, width);
  }
}

TEST(Merging, of_writes_to_one_address_keeps_the_lowest_threads_word) {
  trace::Trace trace;
  trace.add(0, 0, Op::kWrite, {kInactive, 5, 5, 5});
  const trace::TraceProgram program(trace);
  Machine machine;
  machine.width = 4;
  const evaluate::Evaluation evaluation = test::evaluate(program, machine);
  EXPECT_TRUE(evaluation.agree()) << evaluation.disagreement;
  EXPECT_EQ(evaluation.rtl->slots, 1U);
  EXPECT_EQ(evaluation.rtl->memory[5], written_token(0, 1, 4));
}

}  // namespace
}  // namespace superwarp::test
