// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/trace.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"

/// \file
/// The super warp of figs. 4, 6 and 7 of the super-warp paper on the RTL of the RSDMM.

namespace superwarp::test {
namespace {

Machine rsdmm(std::vector<std::uint32_t> shifts) {
  Machine machine = machine_of(MachineKind::kRsdmm, 4, 3);
  machine.key = std::move(shifts);
  return machine;
}

TEST(RandomShift, of_figure_7_takes_10_time_units) {
  const trace::TraceProgram program(figure_four());
  for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
    for (const bool shallow : {false, true}) {
      Machine machine = rsdmm({0, 0, 0, 2, 1, 0});
      machine.schedule = schedule;
      const evaluate::Evaluation evaluation = test::evaluate(program, machine, {}, shallow);
      EXPECT_TRUE(evaluation.agree()) << evaluation.disagreement;
      EXPECT_EQ(evaluation.rtl->time_units, 10U);
    }
  }
}

/// All 4^6 shifts of its six rows: the exact distribution that docs/spec/machines.md gives.
TEST(RandomShift, gives_the_exact_distribution_of_congestion_over_all_shifts) {
  const trace::TraceProgram program(figure_four());
  std::map<std::uint64_t, int> cases;
  for (std::uint32_t code = 0; code < 4096; ++code) {
    std::vector<std::uint32_t> shifts;
    for (std::uint32_t row = 0; row < 6; ++row) shifts.push_back(code >> (2 * row) & 3U);
    const evaluate::Evaluation evaluation = test::evaluate(program, rsdmm(std::move(shifts)));
    ASSERT_TRUE(evaluation.agree()) << "shifts " << code << ": " << evaluation.disagreement;
    ++cases[evaluation.rtl->max_congestion];
  }
  EXPECT_EQ(cases, (std::map<std::uint64_t, int>{{3, 192}, {4, 2304}, {5, 1408}, {6, 192}}));
}

/// A unit that is used again with another key, as one process does, must not keep the old one.
TEST(RandomShift, follows_the_key_of_the_run) {
  trace::Trace column;
  column.add(0, 0, Op::kWrite, {0, 4, 8, 12});
  column.add(1, 0, Op::kRead, {12, 8, 4, 0});
  const trace::TraceProgram program(column);
  const auto congestion = [&](std::vector<std::uint32_t> shifts) {
    Machine machine = rsdmm(std::move(shifts));
    machine.super_warp = 1;
    const evaluate::Evaluation evaluation = test::evaluate(program, machine);
    EXPECT_TRUE(evaluation.agree()) << evaluation.disagreement;
    return evaluation.rtl->max_congestion;
  };
  EXPECT_EQ(congestion({0, 0, 0, 0}), 4U);
  EXPECT_EQ(congestion({3, 1, 0, 2}), 1U);
  EXPECT_EQ(congestion({1, 1, 2, 2}), 2U);
}

/// The same for the bits of regions: rows 0, 1 and rows 2, 3.
TEST(Regions, follow_the_bits_of_the_run) {
  trace::Trace column;
  column.add(0, 0, Op::kWrite, {0, 4, 8, 12});
  column.add(1, 0, Op::kRead, {12, 8, 4, 0});
  const trace::TraceProgram program(column);
  const auto congestion = [&](const std::string& regions) {
    Machine machine = mapped(machine_of(MachineKind::kDmm, 4), "xor-swizzle");
    machine.regions = regions_named(regions);
    const evaluate::Evaluation evaluation = test::evaluate(program, machine);
    EXPECT_TRUE(evaluation.agree()) << evaluation.disagreement;
    return evaluation.rtl->max_congestion;
  };
  EXPECT_EQ(congestion("2:00"), 4U);
  EXPECT_EQ(congestion("2:11"), 1U);
  EXPECT_EQ(congestion("2:10"), 3U);
  EXPECT_EQ(congestion("2:01"), 2U);
  EXPECT_EQ(congestion("2:0+0"), 4U);
  EXPECT_EQ(congestion("2:1+3"), 1U);
  EXPECT_EQ(congestion("2:0+2,1+1"), 3U);
  EXPECT_EQ(congestion("2:3+1,2+1"), 2U);
}

}  // namespace
}  // namespace superwarp::test
