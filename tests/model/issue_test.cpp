// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/machine/machine.h"
#include "model/machine/rpu_info.h"
#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "sim/trace/trace_program.h"
#include "sim/workload/workload.h"
#include "tests/model/machines.h"

/// \file
/// Closed forms of the issue stage, docs/spec/issue.md, "Special cases".

namespace superwarp::test {
namespace {

constexpr std::uint32_t kWidth = 4;

std::uint32_t drawn_number(std::uint32_t least, std::uint32_t most) { return *rc::gen::inRange(least, most + 1); }

Machine issuing(std::uint32_t sub_cores, IssueOrder order = IssueOrder::kLoose) {
  Machine machine;
  machine.width = kWidth;
  machine.schedule = Schedule::kAsync;
  machine.issue = Issue{sub_cores, order};
  return machine;
}

Figures totals_with_issue(const Program& program, Machine machine) {
  model::fit(machine, program);
  const auto model = model::make_reference(program, machine);
  model->run();
  return model->totals();
}

/// A line of a text trace: `instructions` instructions, then c addresses of one bank.
std::string line(std::uint32_t round, std::uint32_t warp, char op, std::uint32_t c, std::uint32_t instructions) {
  std::string text = fmt::format("{} {} {}", round, warp, op);
  for (std::uint32_t i = 0; i < kWidth; ++i) text += i < c ? fmt::format(" {}", i * kWidth) : " -";
  return text + (instructions > 0 ? fmt::format(" ; {}\n", instructions) : " ;\n");
}

/// The same by every warp in each of `rounds` rounds.
trace::TraceProgram same_for_all(std::uint32_t warps, std::uint32_t rounds, std::uint32_t instructions, std::uint32_t c,
                                 char op = 'R') {
  std::string lines;
  for (std::uint32_t round = 0; round < rounds; ++round)
    for (std::uint32_t warp = 0; warp < warps; ++warp) lines += line(round, warp, op, c, instructions);
  return trace::TraceProgram(model::trace_of(lines));
}

RC_GTEST_PROP(Issue, without_instructions_is_the_machine_without_the_stage, ()) {
  workload::WorkloadOptions options;
  options.width = kWidth;
  options.size = 8;
  options.threads = kWidth * drawn_number(1, 4);
  const auto names = std::vector<std::string>{"transpose-naive", "column-major", "stride"};
  const auto program = workload::make_workload(*rc::gen::elementOf(names), options);
  Machine machine = issuing(drawn_number(1, 4));
  machine.latency = drawn_number(1, 9);
  machine.issue->instructions = 0;
  Machine without = machine;
  without.issue.reset();
  model::fit(machine, *program);
  model::fit(without, *program);
  const auto one = model::make_reference(*program, machine);
  const auto other = model::make_reference(*program, without);
  Expected a;
  Expected b;
  while (one->next(a)) {
    RC_ASSERT(other->next(b));
    RC_ASSERT(a.dispatch.super_warp == b.dispatch.super_warp);
    RC_ASSERT(a.first_slot == b.first_slot);
  }
  RC_ASSERT(!other->next(b));
  RC_ASSERT(one->totals().time_units == other->totals().time_units);
}

/// ceil(W/d) warps share a sub-core, which issues in every time unit.
RC_GTEST_PROP(Issue, compute_bound_time_is_that_of_the_fullest_sub_core, ()) {
  const std::uint32_t warps = drawn_number(1, 20);
  const std::uint32_t sub_cores = *rc::gen::element(1U, 2U, 4U);
  const std::uint32_t instructions = drawn_number(1, 50);
  const auto order = *rc::gen::element(IssueOrder::kLoose, IssueOrder::kOldest);
  const Figures totals = totals_with_issue(same_for_all(warps, 1, instructions, 0), issuing(sub_cores, order));
  RC_ASSERT(totals.time_units == (warps + sub_cores - 1) / sub_cores * instructions);
  RC_ASSERT(totals.warp_times.instructions == std::uint64_t{warps} * instructions);
}

/// One warp has nothing to hide a latency with.
RC_GTEST_PROP(Issue, one_warp_takes_instructions_slots_and_latency_in_turn, ()) {
  const std::uint32_t rounds = drawn_number(1, 5);
  const std::uint32_t instructions = drawn_number(1, 20);
  const std::uint32_t c = drawn_number(1, kWidth);
  Machine machine = issuing(drawn_number(1, 4));
  machine.latency = drawn_number(1, 12);
  const Figures totals = totals_with_issue(same_for_all(1, rounds, instructions, c), machine);
  RC_ASSERT(totals.time_units == std::uint64_t{rounds} * (instructions + c + machine.latency - 1));
  RC_ASSERT(totals.warp_times.issue == std::uint64_t{rounds} * instructions);
  RC_ASSERT(totals.warp_times.shared == std::uint64_t{rounds} * c);
  RC_ASSERT(totals.warp_times.latency == std::uint64_t{rounds} * (machine.latency - 1));
}

/// Greedy: the first warp is at the memory after its n instructions, and the next ones arrive
/// sooner than the memory can serve them.
RC_GTEST_PROP(Issue, memory_bound_time_is_the_first_arrival_and_all_slots, ()) {
  const std::uint32_t c = drawn_number(1, kWidth);
  const std::uint32_t instructions = drawn_number(1, c);
  const std::uint32_t warps = drawn_number(1, 20);
  Machine machine = issuing(1, IssueOrder::kOldest);
  machine.latency = drawn_number(1, 12);
  const Figures totals = totals_with_issue(same_for_all(warps, 1, instructions, c), machine);
  RC_ASSERT(totals.time_units == std::uint64_t{instructions} + warps * c + machine.latency - 1);
}

/// The first slots of a program's accesses, in their order.
std::vector<std::uint64_t> first_slots_with_issue(const Program& program, Machine machine) {
  model::fit(machine, program);
  const auto model = model::make_reference(program, machine);
  std::vector<std::uint64_t> slots;
  for (Expected expected; model->next(expected);) slots.push_back(expected.first_slot);
  return slots;
}

/// docs/spec/issue.md, "Text traces".
TEST(Issue, loose_goes_round_the_warps_as_in_the_worked_example) {
  const trace::TraceProgram program(
      model::trace_of("0 0 R 0 1 2 3 ; 3\n0 1 R 0 4 8 1 ; 2x1/4 ; 2\nbarrier\n"
                      "1 0 R - - - - ; 2\n1 1 W 4 5 6 7\n"));
  Machine machine = issuing(1);
  machine.latency = 2;
  EXPECT_EQ(first_slots_with_issue(program, machine), (std::vector<std::uint64_t>{5, 10, 18}));
  EXPECT_EQ(totals_with_issue(program, machine).time_units, 19U);
}

/// Warp 0 issues in time unit 1 and again from 4 on; warp 1, which issues in 2 and 3, goes first.
TEST(Issue, oldest_stays_with_the_warp_that_issued_last) {
  const trace::TraceProgram program(model::trace_of("0 0 R 0 1 2 3 ; 2x1/3\n0 1 R 0 1 2 3 ; 3\n"));
  EXPECT_EQ(first_slots_with_issue(program, issuing(1, IssueOrder::kOldest)), (std::vector<std::uint64_t>{5, 8}));
}

/// docs/spec/issue.md, "Work".
TEST(Issue, a_run_takes_its_length_and_independent_work_hides_behind_the_access) {
  const trace::TraceProgram program(model::trace_of("0 0 R 0 1 2 3 ; 2x1/4 2 ; 3\n1 0 R 0 1 2 3 ;\n"));
  Machine machine = issuing(1);
  machine.latency = 5;
  // 2 x 4, then 2; the access is complete 5 later; 3 more; the second access.
  EXPECT_EQ(totals_with_issue(program, machine).time_units, 8U + 2 + 5 + 3 + 5);
  machine.issue->wait = IssueWait::kUse;
  EXPECT_EQ(totals_with_issue(program, machine).time_units, 8U + 2 + 5 + 5);
}

/// A place is taken for l time units, and dispatches are a time unit apart.
RC_GTEST_PROP(Issue, reads_go_in_as_places_become_free, ()) {
  const std::uint32_t warps = drawn_number(1, 20);
  const std::uint32_t places = drawn_number(1, 6);
  Machine machine = issuing(1);
  machine.latency = drawn_number(1, 12);
  machine.issue->instructions = 0;
  machine.issue->places = places;
  if (*rc::gen::arbitrary<bool>()) {
    machine.kind = MachineKind::kSdmm;
    machine.rpu = Rpu::kStream;
    machine.streaming = rpu_defaults(Rpu::kStream);
  }
  const std::vector<std::uint64_t> starts = first_slots_with_issue(same_for_all(warps, 1, 0, 1), machine);
  const std::uint32_t around = std::max(machine.latency, places);
  for (std::uint32_t i = 0; i < warps; ++i) RC_ASSERT(starts[i] == std::uint64_t{i / places} * around + i % places + 1);
}

/// A warp goes on with the next step in the first slot of its write.
RC_GTEST_PROP(Issue, posted_writes_follow_as_fast_as_they_are_issued, ()) {
  const std::uint32_t rounds = drawn_number(1, 5);
  const std::uint32_t c = drawn_number(1, kWidth);
  const std::uint32_t instructions = drawn_number(c, 20);
  Machine machine = issuing(1);
  machine.latency = drawn_number(1, 12);
  machine.issue->wait = IssueWait::kWord;
  const Figures totals = totals_with_issue(same_for_all(1, rounds, instructions, c, 'W'), machine);
  RC_ASSERT(totals.time_units == std::uint64_t{rounds} * instructions + c + machine.latency - 1);
  RC_ASSERT(totals.warp_times.issue == std::uint64_t{rounds} * instructions);
  RC_ASSERT(totals.warp_times.ended == c + machine.latency - 1);
  RC_ASSERT(totals.warp_times.shared == 0U);
}

TEST(Issue, a_hierarchical_machine_refuses_places_and_posted_writes) {
  Machine machine = issuing(1);
  machine.hierarchy = Hierarchy{1, 1};
  machine.issue->places = 1;
  EXPECT_THROW(totals_with_issue(same_for_all(1, 1, 1, 1), machine), std::invalid_argument);
  machine.issue->places = 0;
  machine.issue->wait = IssueWait::kWord;
  EXPECT_THROW(totals_with_issue(same_for_all(1, 1, 1, 1), machine), std::invalid_argument);
}

TEST(Issue, a_rounds_schedule_is_refused) {
  Machine machine = issuing(1);
  machine.schedule = Schedule::kRounds;
  EXPECT_THROW(totals_with_issue(same_for_all(1, 1, 1, 1), machine), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::test
