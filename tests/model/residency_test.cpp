// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "model/machine/machine_info.h"
#include "model/machine/program.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"
#include "tests/model/machines.h"

/// \file
/// Laws of docs/spec/machines.md, "Residency", on the model.

namespace superwarp::model {
namespace {

constexpr const char* kExample = "0 0 R 0 1\n0 1 R 0 2\nbarrier\n1 0 R 2 3\n";

std::unique_ptr<Program> blocks_of(std::unique_ptr<const Program> program, std::uint32_t blocks,
                                   std::uint32_t super_warp) {
  return std::make_unique<ResidentBlocks>(std::move(program), blocks, super_warp);
}

std::unique_ptr<Program> example(std::uint32_t blocks) {
  return blocks_of(std::make_unique<trace::TraceProgram>(trace_of(kExample)), blocks, 1);
}

std::unique_ptr<Program> workload_blocks(const std::string& name, std::uint64_t size,
                                         const Machine& machine, std::uint32_t super_warps,
                                         std::uint32_t blocks) {
  try {
    auto program = workload::make_workload(
        name, {size, super_warps * machine.lanes(), machine.width, machine.super_warp});
    return blocks_of(std::move(program), blocks, machine.super_warp);
  } catch (const std::invalid_argument&) {
    return nullptr;  // unsupported size
  }
}

/// Calls visit for every workload on every machine and schedule.
template <class Visit>
void for_each_run(Visit visit) {
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    for (const MachineInfo& kind : machines()) {
      for (const std::uint32_t s : {1U, 3U}) {
        if (s > 1 && !kind.packs) continue;
        for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
          for (const std::uint32_t latency : {1U, 5U}) {
            Machine machine = make_machine(kind.kind, 4, latency, s, schedule, 0);
            for (const std::uint32_t super_warps : {1U, 4U}) visit(info, machine, super_warps);
          }
        }
      }
    }
  }
}

struct TurnSeen {
  std::uint32_t super_warp;
  std::uint64_t first_slot;
  std::uint32_t congestion;

  bool operator==(const TurnSeen& other) const {
    return super_warp == other.super_warp && first_slot == other.first_slot &&
           congestion == other.congestion;
  }
};

std::vector<TurnSeen> turns_of(const Program& program, Machine machine) {
  machine.rows = rows_covering(program.words(), machine.width);
  ReferenceModel model(program, machine);
  std::vector<TurnSeen> turns;
  for (Expected expected; model.next(expected);)
    turns.push_back({expected.dispatch.super_warp, expected.first_slot, expected.congestion});
  return turns;
}

TEST(Residency, worked_example_of_two_blocks_with_a_barrier_in_each) {
  const Machine async = make_machine(MachineKind::kDmm, 2, 3, 1, Schedule::kAsync, 0);
  const auto program = example(2);
  const std::vector<TurnSeen> turns = {{0, 1, 1}, {1, 2, 2}, {2, 4, 1},
                                       {3, 5, 2}, {0, 7, 1}, {2, 9, 1}};
  EXPECT_TRUE(turns_of(*program, async) == turns);
  EXPECT_EQ(totals_of(*program, async).time_units, 11U);
  const Machine rounds = make_machine(MachineKind::kDmm, 2, 3, 1, Schedule::kRounds, 0);
  EXPECT_EQ(totals_of(*program, rounds).time_units, 12U);
  EXPECT_EQ(totals_of(*example(1), async).time_units, 8U);
}

/// After a barrier one block restarts at super warp 0; several continue.
TEST(Residency, with_several_blocks_the_search_continues_after_a_barrier) {
  const char* const lines = "0 0 R 0 1\nbarrier\n1 0 R 0 1\n1 1 R 2 3\n";
  const Machine machine = make_machine(MachineKind::kDmm, 2, 1, 1, Schedule::kAsync, 0);
  const trace::TraceProgram alone(trace_of(lines));
  const auto two = blocks_of(std::make_unique<trace::TraceProgram>(trace_of(lines)), 2, 1);
  EXPECT_TRUE(turns_of(alone, machine) == (std::vector<TurnSeen>{{0, 1, 1}, {0, 2, 1}, {1, 3, 1}}));
  EXPECT_TRUE(
      turns_of(*two, machine) ==
      (std::vector<TurnSeen>{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}, {0, 5, 1}, {2, 6, 1}}));
}

TEST(Residency, rounds_take_b_times_the_congestion_and_the_latency_of_one_block) {
  std::uint64_t compared = 0;
  for_each_run(
      [&](const workload::WorkloadInfo& info, const Machine& machine, std::uint32_t super_warps) {
        if (machine.schedule == Schedule::kAsync) return;
        const auto alone = workload_blocks(info.name, 16, machine, super_warps, 1);
        if (!alone) return;
        const Figures one = totals_of(*alone, machine);
        for (const std::uint32_t blocks : {2U, 3U, 8U}) {
          const Figures all =
              totals_of(*workload_blocks(info.name, 16, machine, super_warps, blocks), machine);
          ASSERT_EQ(all.slots, blocks * one.slots) << info.name;
          ASSERT_EQ(all.rounds, one.rounds);
          ASSERT_EQ(all.time_units, blocks * one.slots + (machine.latency - 1) * one.rounds)
              << info.name;
          ++compared;
        }
      });
  EXPECT_GT(compared, 500U);
}

TEST(Residency, closed_forms_are_exact_if_they_exist) {
  std::uint64_t compared = 0;
  std::uint64_t none = 0;
  for_each_run([&](const workload::WorkloadInfo& info, Machine machine, std::uint32_t super_warps) {
    for (const char* const mapping : {"identity", "pad", "xor-fold", "random-shift"}) {
      machine.mapping = mapping;
      if (machine_info(machine.kind).unified() && machine.mapping != "identity") continue;
      for (const std::uint32_t blocks : {2U, 5U}) {
        const auto program = workload_blocks(info.name, 16, machine, super_warps, blocks);
        if (!program) continue;
        const auto closed =
            workload::closed_form(info.name, 16, program->threads() / blocks, machine, blocks);
        none += closed ? 0 : 1;
        if (!closed) continue;
        Machine fitted = machine;
        fit(fitted, program->words());
        ASSERT_EQ(*closed, totals_of(*program, fitted).time_units)
            << info.name << " on " << machine_info(machine.kind).name << ' ' << mapping << ", "
            << blocks << " blocks";
        ++compared;
      }
    }
  });
  EXPECT_GT(compared, 1000U);
  EXPECT_GT(none, 100U);  // for example with barriers in the async schedule
}

TEST(Residency, slots_are_b_times_those_of_a_block_and_none_is_empty_if_l_is_1) {
  for_each_run(
      [&](const workload::WorkloadInfo& info, const Machine& machine, std::uint32_t super_warps) {
        const auto alone = workload_blocks(info.name, 16, machine, super_warps, 1);
        if (!alone) return;
        const std::uint64_t slots = 5 * totals_of(*alone, machine).slots;
        const Figures all =
            totals_of(*workload_blocks(info.name, 16, machine, super_warps, 5), machine);
        ASSERT_EQ(all.slots, slots) << info.name;
        ASSERT_GE(all.time_units, slots + machine.latency - 1) << info.name;
        if (machine.latency > 1) return;
        ASSERT_EQ(all.time_units, slots) << info.name;
      });
}

TEST(Residency, every_block_leaves_what_the_program_promises) {
  for_each_run([&](const workload::WorkloadInfo& info, Machine machine, std::uint32_t super_warps) {
    const auto program = workload_blocks(info.name, 16, machine, super_warps, 3);
    if (!program || !info.algorithm) return;
    machine.rows = rows_covering(program->words(), machine.width);
    ReferenceModel model(*program, machine);
    SCOPED_TRACE(info.name);
    ASSERT_EQ(program->promised().size(), 3U);
    expect_promised(model, *program);
  });
}

}  // namespace
}  // namespace superwarp::model
