// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/lower_bounds.h"

#include "model/machine/machine_info.h"
#include "sim/workload/workload.h"
#include "tests/model/machines.h"

namespace superwarp::model {
using workload::lower_bounds;
using workload::Task;
namespace {

TEST(LowerBounds, are_those_of_the_papers) {
  const workload::LowerBounds touch = lower_bounds(Task::kTouch, 1000, 96, 32, 7);
  EXPECT_EQ(touch.bandwidth, 32U);    // ceil(1000/32)
  EXPECT_EQ(touch.latency, 11U * 7);  // ceil(1000/96) l
  EXPECT_EQ(touch.reduction, 0U);
  EXPECT_EQ(lower_bounds(Task::kReduce, 1024, 96, 32, 7).reduction, 70U);
  EXPECT_EQ(lower_bounds(Task::kMirror, std::uint64_t{64} * 64, 64, 32, 7).bandwidth,
            (64U * 64 - 64) / 32);
  EXPECT_EQ(lower_bounds(Task::kAny, 1024, 32, 32, 7).bandwidth, 0U);
}

/// Calls visit for every workload with a known task on every machine and schedule.
template <class Visit>
void for_each_run(Visit visit) {
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    if (info.task == Task::kAny) continue;
    for (const MachineInfo& kind : machines()) {
      for (const std::uint32_t dispatches : {1U, 2U, 64U}) {
        for (const std::uint32_t l : {1U, 7U, 200U}) {
          for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
            const std::uint32_t s = kind.packs ? 4 : 1;
            const std::uint64_t size = info.matrix ? 16 : 256;  // supported by all workloads
            const auto program =
                workload::make_workload(info.name, {size, dispatches * s * 4, 4, s});
            visit(info, *program, make_machine(kind.kind, 4, l, s, schedule, 0));
          }
        }
      }
    }
  }
}

TEST(LowerBounds, hold_for_every_workload_on_every_machine_and_schedule) {
  std::uint64_t runs = 0;
  for_each_run([&](const workload::WorkloadInfo& info, const Program& program,
                   const Machine& machine) {
    const workload::LowerBounds bounds =
        lower_bounds(info.task, 256, program.threads(), machine.width, machine.latency);
    const std::uint64_t time = totals_of(program, machine).time_units;
    EXPECT_GE(time, std::max({bounds.bandwidth, bounds.latency, bounds.reduction})) << info.name;
    ++runs;
  });
  EXPECT_GT(runs, 500U);
}

TEST(IdealMachines, are_no_slower_than_the_memory_machines) {
  for_each_run(
      [](const workload::WorkloadInfo& info, const Program& program, const Machine& machine) {
        const Figures totals = totals_of(program, machine);
        EXPECT_LE(totals.rounds, totals.bpram) << info.name;  // the PRAM
        EXPECT_LE(totals.bpram, totals.slots) << info.name;   // no two requests of these merge
      });
}

TEST(IdealMachines, serve_a_round_at_once_or_w_requests_at_a_time) {
  const auto program = workload::make_workload("all-same-bank", {100, 48, 8});
  const Figures totals =
      totals_of(*program, make_machine(MachineKind::kDmm, 8, 7, 1, Schedule::kAsync, 0));
  EXPECT_EQ(totals.rounds, 3U);          // 48 + 48 + 4 requests
  EXPECT_EQ(totals.bpram, 6U + 6U + 1);  // ceil(48/8), ceil(48/8), ceil(4/8)
}

}  // namespace
}  // namespace superwarp::model
