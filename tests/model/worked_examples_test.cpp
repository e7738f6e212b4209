// SPDX-License-Identifier: Apache-2.0
#include "model/reference/slot_rule.h"
#include "tests/model/machines.h"

/// \file
/// The worked examples of the papers, as docs/spec/machines.md lists them.

namespace superwarp::model {
namespace {

constexpr const char* kPapersFigure4 = "0 0 R 0 1 5 10\n0 1 R 8 9 14 15\n";
constexpr const char* kChapterFigure3 = "0 0 R 7 5 15 0\n0 1 R 10 11 12 9\n";
constexpr const char* kSuperWarpFigures = "0 0 R 16 21 4 15\n0 1 R 9 3 11 19\n0 2 R 2 7 23 0\n";

std::uint64_t time_of(const char* lines, MachineKind kind, std::uint32_t latency,
                      std::uint32_t super_warp, Schedule schedule,
                      const std::vector<std::uint32_t>& shifts = {}) {
  const trace::TraceProgram program(trace_of(lines));
  Machine machine = make_machine(kind, 4, latency, super_warp, schedule, 0);
  if (!shifts.empty()) machine.mapping = "random-shift";
  machine.key = shifts;
  return totals_of(program, machine).time_units;
}

class WorkedExamples : public ::testing::TestWithParam<Schedule> {};

TEST_P(WorkedExamples, dmm_umm_papers_figure_4) {
  EXPECT_EQ(time_of(kPapersFigure4, MachineKind::kDmm, 3, 1, GetParam()), 5U);
  EXPECT_EQ(time_of(kPapersFigure4, MachineKind::kUmm, 3, 1, GetParam()), 7U);
}

TEST_P(WorkedExamples, prefix_sums_chapter_figure_3) {
  EXPECT_EQ(time_of(kChapterFigure3, MachineKind::kDmm, 5, 1, GetParam()), 7U);
  EXPECT_EQ(time_of(kChapterFigure3, MachineKind::kUmm, 5, 1, GetParam()), 9U);
}

TEST_P(WorkedExamples, super_warp_paper_figures_4_6_7) {
  EXPECT_EQ(time_of(kSuperWarpFigures, MachineKind::kDmm, 7, 1, GetParam()), 13U);
  EXPECT_EQ(time_of(kSuperWarpFigures, MachineKind::kSdmm, 7, 3, GetParam()), 12U);
  EXPECT_EQ(time_of(kSuperWarpFigures, MachineKind::kRsdmm, 7, 3, GetParam(), {0, 0, 0, 2, 1, 0}),
            10U);
}

INSTANTIATE_TEST_SUITE_P(BothSchedules, WorkedExamples,
                         ::testing::Values(Schedule::kRounds, Schedule::kAsync), name_of);

TEST(SuperWarpFigure7, congestion_over_all_shifts_has_the_exact_distribution) {
  const trace::TraceProgram program(trace_of(kSuperWarpFigures));
  Machine machine = make_machine(MachineKind::kRsdmm, 4, 7, 3, Schedule::kRounds, 6);
  machine.mapping = "random-shift";
  std::map<std::uint32_t, int> cases;
  for (std::uint32_t code = 0; code < 4096; ++code) {
    machine.key.clear();
    for (std::uint32_t row = 0; row < 6; ++row) machine.key.push_back(code >> (2 * row) & 3);
    ReferenceModel model(program, machine);
    Expected expected;
    ASSERT_TRUE(model.next(expected));
    ++cases[expected.congestion];
  }
  EXPECT_EQ(cases, (std::map<std::uint32_t, int>{{3, 192}, {4, 2304}, {5, 1408}, {6, 192}}));
}

TEST(SlotRule, rows_a_b_a_b_of_one_bank_take_two_slots) {
  SlotRule rule(make_machine(MachineKind::kDmm, 4, 1, 1, Schedule::kRounds, 2));
  const std::vector<Address> address = {0, 4, 0, 4};
  std::vector<std::uint32_t> slot(4);
  EXPECT_EQ(rule.apply(address.data(), slot.data()), 2U);
  EXPECT_EQ(slot, (std::vector<std::uint32_t>{0, 1, 0, 1}));
}

/// docs/spec/banks.md, the worked example.
TEST(SlotRule, two_ports_serve_two_words_of_a_bank_in_the_order_of_their_lowest_threads) {
  const std::vector<Address> address = {0, 8, 8, 16, 0, 4, 1, kInactive};
  const auto slots_of = [&address](MachineKind kind, std::uint32_t ports) {
    Machine machine = make_machine(kind, 8, 1, 1, Schedule::kRounds, 3);
    machine.banks = 4;
    machine.ports = ports;
    std::vector<std::uint32_t> slot(8);
    slot.push_back(SlotRule(machine).apply(address.data(), slot.data()));
    return slot;
  };
  EXPECT_EQ(slots_of(MachineKind::kDmm, 1),
            (std::vector<std::uint32_t>{0, 1, 1, 2, 0, 3, 0, 0, 4}));
  EXPECT_EQ(slots_of(MachineKind::kDmm, 2),
            (std::vector<std::uint32_t>{0, 0, 0, 1, 0, 1, 0, 0, 2}));
  EXPECT_EQ(slots_of(MachineKind::kUmm, 1),
            (std::vector<std::uint32_t>{0, 1, 1, 2, 0, 3, 0, 0, 4}));
  EXPECT_EQ(slots_of(MachineKind::kUmm, 2),
            (std::vector<std::uint32_t>{0, 0, 0, 1, 0, 1, 0, 0, 2}));
}

TEST(SlotRule, umm_serves_address_groups_in_order_of_their_lowest_threads) {
  SlotRule rule(make_machine(MachineKind::kUmm, 4, 1, 1, Schedule::kRounds, 4));
  const std::vector<Address> address = {9, 2, kInactive, 8};
  std::vector<std::uint32_t> slot(4);
  EXPECT_EQ(rule.apply(address.data(), slot.data()), 2U);
  EXPECT_EQ(slot, (std::vector<std::uint32_t>{0, 1, 0, 0}));
}

}  // namespace
}  // namespace superwarp::model
