// SPDX-License-Identifier: Apache-2.0
#include "model/machine/program.h"
#include "sim/trace/trace.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"

/// \file
/// The worked examples of the papers and of docs/spec/machines.md on RTL and model.

namespace superwarp::test {
namespace {

/// One round of reads, and the time units that machines take.
struct Example {
  std::string source;
  std::vector<std::vector<Address>> warps;
  std::vector<std::pair<Machine, std::uint64_t>> time_units;
};

trace::Trace trace_of(const std::vector<std::vector<Address>>& warps) {
  trace::Trace trace;
  for (std::uint32_t warp = 0; warp < warps.size(); ++warp) trace.add(0, warp, Op::kRead, warps[warp]);
  return trace;
}

Machine rsdmm(std::vector<std::uint32_t> shifts, std::uint32_t super_warp = 3) {
  Machine machine = machine_of(MachineKind::kRsdmm, 4, super_warp);
  machine.key = std::move(shifts);
  return machine;
}

TEST(WorkedExamples, take_the_papers_time_units) {
  const Example examples[] = {
      {"DMM and UMM papers, fig. 4",
       {{0, 1, 5, 10}, {8, 9, 14, 15}},
       {{machine_of(MachineKind::kDmm, 4, 1, 3), 5}, {machine_of(MachineKind::kUmm, 4, 1, 3), 7}}},
      {"sum and prefix-sums chapter, fig. 3",
       {{7, 5, 15, 0}, {10, 11, 12, 9}},
       {{machine_of(MachineKind::kDmm, 4, 1, 5), 7}, {machine_of(MachineKind::kUmm, 4, 1, 5), 9}}},
      {"super-warp paper, figs. 4, 6 and 7",
       {{16, 21, 4, 15}, {9, 3, 11, 19}, {2, 7, 23, 0}},
       {{machine_of(MachineKind::kDmm, 4), 13},
        {machine_of(MachineKind::kSdmm, 4, 3), 12},
        {rsdmm({0, 0, 0, 2, 1, 0}), 10}}}};
  for (const Example& example : examples) {
    const trace::TraceProgram program(trace_of(example.warps));
    for (auto [machine, time] : example.time_units) {
      for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
        machine.schedule = schedule;
        for (const bool shallow : {false, true})
          EXPECT_EQ(test::evaluate(program, machine, time, shallow).disagreement, "") << example.source;
      }
    }
  }
}

TEST(WorkedExamples, of_two_blocks_with_a_barrier_in_each_take_11_and_12) {
  trace::Trace trace;
  trace.add(0, 0, Op::kRead, {0, 1});
  trace.add(0, 1, Op::kRead, {0, 2});
  trace.add_barrier();
  trace.add(1, 0, Op::kRead, {2, 3});
  const ResidentBlocks blocks(std::make_unique<trace::TraceProgram>(trace), 2, 1);
  Machine machine = machine_of(MachineKind::kDmm, 2, 1, 3);
  EXPECT_EQ(test::evaluate(blocks, machine, 11).disagreement, "");
  machine.schedule = Schedule::kRounds;
  EXPECT_EQ(test::evaluate(blocks, machine, 12).disagreement, "");
}

/// The evaluation of `trace`.
evaluate::Evaluation on(const Machine& machine, const trace::Trace& trace) {
  evaluate::Evaluation evaluation = test::evaluate(trace::TraceProgram(trace), machine);
  EXPECT_TRUE(evaluation.agree()) << evaluation.disagreement;
  return evaluation;
}

/// "Blocked if any lower thread wants the same bank and another row" would need 4 slots here.
TEST(SlotRule, serves_rows_a_b_a_b_of_one_bank_in_two_slots) {
  EXPECT_EQ(on(machine_of(MachineKind::kDmm, 4, 1, 1), trace_of({{0, 4, 0, 4}})).rtl->time_units, 2U);
}

/// A counter that cannot count to w loses lanes when all of them hit one bank.
TEST(SlotRule, takes_w_slots_when_all_threads_hit_one_bank) {
  for (const std::uint32_t width : {2U, 32U, 64U}) {
    trace::Trace trace;
    std::vector<Address> address(width);
    for (std::uint32_t t = 0; t < width; ++t) address[t] = t * width;
    trace.add(0, 0, Op::kWrite, address);
    trace.add(1, 0, Op::kRead, address);
    const auto evaluation = on(machine_of(MachineKind::kDmm, width, 1, 3), trace);
    EXPECT_EQ(evaluation.rtl->time_units, 2U * (width + 3 - 1));
    EXPECT_EQ(evaluation.rtl->max_congestion, width);
  }
}

TEST(Merging, of_writes_to_one_address_keeps_the_lowest_threads_word) {
  trace::Trace trace;
  trace.add(0, 0, Op::kWrite, {kInactive, 5, 5, 5});
  const auto evaluation = on(machine_of(MachineKind::kDmm, 4), trace);
  EXPECT_EQ(evaluation.rtl->slots, 1U);
  EXPECT_EQ(evaluation.rtl->memory[5], written_token(0, 1, 4));
}

/// All 4^6 shifts of its six rows: the exact distribution that docs/spec/machines.md gives.
TEST(RandomShift, gives_the_exact_distribution_of_congestion_over_all_shifts) {
  std::map<std::uint64_t, int> cases;
  for (std::uint32_t code = 0; code < 4096; ++code) {
    std::vector<std::uint32_t> shifts;
    for (std::uint32_t row = 0; row < 6; ++row) shifts.push_back(code >> (2 * row) & 3U);
    ++cases[on(rsdmm(std::move(shifts)), figure_four()).rtl->max_congestion];
    if (HasFailure()) return;
  }
  EXPECT_EQ(cases, (std::map<std::uint64_t, int>{{3, 192}, {4, 2304}, {5, 1408}, {6, 192}}));
}

/// Congestion of a column that is written and read on `machine`.
std::uint64_t of_a_column(const Machine& machine) {
  trace::Trace column;
  column.add(0, 0, Op::kWrite, {0, 4, 8, 12});
  column.add(1, 0, Op::kRead, {12, 8, 4, 0});
  return on(machine, column).rtl->max_congestion;
}

/// A unit that is used again with another key, as one process does, must not keep the old one.
TEST(RandomShift, follows_the_key_of_the_run) {
  EXPECT_EQ(of_a_column(rsdmm({0, 0, 0, 0}, 1)), 4U);
  EXPECT_EQ(of_a_column(rsdmm({3, 1, 0, 2}, 1)), 1U);
  EXPECT_EQ(of_a_column(rsdmm({1, 1, 2, 2}, 1)), 2U);
}

/// The same for the bits of regions: rows 0, 1 and rows 2, 3.
TEST(Regions, follow_the_bits_of_the_run) {
  for (const auto& [regions, congestion] : std::vector<std::pair<std::string, std::uint64_t>>{{"2:00", 4},
                                                                                              {"2:11", 1},
                                                                                              {"2:10", 3},
                                                                                              {"2:01", 2},
                                                                                              {"2:0+0", 4},
                                                                                              {"2:1+3", 1},
                                                                                              {"2:0+2,1+1", 3},
                                                                                              {"2:3+1,2+1", 2}}) {
    Machine machine = mapped(machine_of(MachineKind::kDmm, 4), "xor-swizzle");
    machine.regions = regions_named(regions);
    EXPECT_EQ(of_a_column(machine), congestion) << regions;
  }
}

}  // namespace
}  // namespace superwarp::test
