// SPDX-License-Identifier: Apache-2.0
#include "model/machine/machine_info.h"
#include "model/machine/program.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/lower_bounds.h"
#include "sim/workload/workload.h"
#include "tests/model/machines.h"

/// \file
/// Laws of workloads on the model: docs/spec/machines.md, "Residency", and lower bounds.

namespace superwarp::model {
using workload::lower_bounds;
using workload::Task;
namespace {

constexpr const char* kExample = "0 0 R 0 1\n0 1 R 0 2\nbarrier\n1 0 R 2 3\n";

std::unique_ptr<Program> blocks_of(std::unique_ptr<const Program> program, std::uint32_t blocks,
                                   std::uint32_t super_warp) {
  return std::make_unique<ResidentBlocks>(std::move(program), blocks, super_warp);
}

std::unique_ptr<Program> example(std::uint32_t blocks) {
  return blocks_of(std::make_unique<trace::TraceProgram>(trace_of(kExample)), blocks, 1);
}

std::unique_ptr<Program> workload_blocks(const std::string& name, std::uint64_t size, const Machine& machine,
                                         std::uint32_t super_warps, std::uint32_t blocks) {
  try {
    auto program =
        workload::make_workload(name, {size, super_warps * machine.lanes(), machine.width, machine.super_warp});
    return blocks_of(std::move(program), blocks, machine.super_warp);
  } catch (const std::invalid_argument&) {
    return nullptr;  // unsupported size
  }
}

/// Calls visit for every workload on every machine, of `packed` warps where it packs, and schedule.
template <class Visit>
void for_each_run(std::initializer_list<std::uint32_t> latencies, std::uint32_t packed,
                  std::initializer_list<std::uint32_t> super_warps, Visit visit) {
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    for (const MachineInfo& kind : machines()) {
      for (const std::uint32_t s : std::set<std::uint32_t>{1, kind.packs ? packed : 1}) {
        for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
          for (const std::uint32_t latency : latencies) {
            const Machine machine = make_machine(kind.kind, 4, latency, s, schedule, 0);
            for (const std::uint32_t count : super_warps) visit(info, machine, count);
          }
        }
      }
    }
  }
}

/// Super warp, first slot and congestion of every dispatch: "0@1*1 1@2*2".
std::string turns_of(const Program& program, Machine machine) {
  machine.rows = rows_covering(program.words(), machine.width);
  ReferenceModel model(program, machine);
  std::string turns;
  for (Expected expected; model.next(expected);)
    turns += fmt::format("{}{}@{}*{}", turns.empty() ? "" : " ", expected.dispatch.super_warp, expected.first_slot,
                         expected.congestion);
  return turns;
}

TEST(Residency, worked_example_of_two_blocks_with_a_barrier_in_each) {
  const Machine async = make_machine(MachineKind::kDmm, 2, 3, 1, Schedule::kAsync, 0);
  const auto program = example(2);
  EXPECT_EQ(turns_of(*program, async), "0@1*1 1@2*2 2@4*1 3@5*2 0@7*1 2@9*1");
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
  EXPECT_EQ(turns_of(alone, machine), "0@1*1 0@2*1 1@3*1");
  EXPECT_EQ(turns_of(*two, machine), "0@1*1 1@2*1 2@3*1 3@4*1 0@5*1 2@6*1");
}

TEST(Residency, closed_forms_are_exact_if_they_exist) {
  std::uint64_t compared = 0;
  std::uint64_t none = 0;
  for_each_run({1, 5}, 3, {1, 4}, [&](const workload::WorkloadInfo& info, Machine machine, std::uint32_t super_warps) {
    for (const char* const mapping : {"identity", "pad", "xor-fold", "random-shift"}) {
      machine.mapping = mapping;
      if (machine_info(machine.kind).unified() && machine.mapping != "identity") continue;
      for (const std::uint32_t blocks : {2U, 5U}) {
        const auto program = workload_blocks(info.name, 16, machine, super_warps, blocks);
        if (!program) continue;
        const auto closed = workload::closed_form(info.name, 16, program->threads() / blocks, machine, blocks);
        none += closed ? 0 : 1;
        if (!closed) continue;
        Machine fitted = machine;
        fit(fitted, program->words());
        ASSERT_EQ(*closed, totals_of(*program, fitted).time_units)
            << info.name << " on " << machine_info(machine.kind).name << ' ' << mapping << ", " << blocks << " blocks";
        ++compared;
      }
    }
  });
  EXPECT_GT(compared, 1000U);
  EXPECT_GT(none, 100U);  // for example with barriers in the async schedule
}

TEST(Residency, every_block_leaves_what_the_program_promises) {
  for_each_run({1, 5}, 3, {1, 4}, [&](const workload::WorkloadInfo& info, Machine machine, std::uint32_t super_warps) {
    const auto program = workload_blocks(info.name, 16, machine, super_warps, 3);
    if (!program || !info.algorithm) return;
    machine.rows = rows_covering(program->words(), machine.width);
    ReferenceModel model(*program, machine);
    SCOPED_TRACE(info.name);
    ASSERT_EQ(program->promised().size(), 3U);
    expect_promised(model, *program);
  });
}

TEST(LowerBounds, are_those_of_the_papers) {
  const workload::LowerBounds touch = lower_bounds(Task::kTouch, 1000, 96, 32, 7);
  EXPECT_EQ(touch.bandwidth, 32U);    // ceil(1000/32)
  EXPECT_EQ(touch.latency, 11U * 7);  // ceil(1000/96) l
  EXPECT_EQ(touch.reduction, 0U);
  EXPECT_EQ(lower_bounds(Task::kReduce, 1024, 96, 32, 7).reduction, 70U);
  EXPECT_EQ(lower_bounds(Task::kMirror, std::uint64_t{64} * 64, 64, 32, 7).bandwidth, (64U * 64 - 64) / 32);
  EXPECT_EQ(lower_bounds(Task::kAny, 1024, 32, 32, 7).bandwidth, 0U);
}

/// Of every workload with a known task; and the ideal machines, PRAM and BPRAM, are no slower.
TEST(LowerBounds, hold_for_every_workload_on_every_machine_and_schedule) {
  for_each_run(
      {1, 7, 200}, 4, {1, 2, 64},
      [](const workload::WorkloadInfo& info, const Machine& machine, std::uint32_t super_warps) {
        if (info.task == Task::kAny) return;
        const std::uint64_t size = info.matrix ? 16 : 256;  // supported by all workloads
        const auto program = workload_blocks(info.name, size, machine, super_warps, 1);
        ASSERT_TRUE(program) << info.name;
        const workload::LowerBounds bounds =
            lower_bounds(info.task, 256, program->threads(), machine.width, machine.latency);
        const Figures totals = totals_of(*program, machine);
        EXPECT_GE(totals.time_units, std::max({bounds.bandwidth, bounds.latency, bounds.reduction})) << info.name;
        EXPECT_LE(totals.rounds, totals.bpram) << info.name;
        EXPECT_LE(totals.bpram, totals.slots) << info.name;  // no two requests of these merge
      });
}

}  // namespace
}  // namespace superwarp::model
