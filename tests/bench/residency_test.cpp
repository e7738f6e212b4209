// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <stdexcept>

#include "model/machine/machine_info.h"
#include "model/machine/program.h"
#include "sim/trace/trace_program.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"

/// \file
/// Several blocks in the machine together: RTL, model and closed forms agree in every slot and
/// word, and every block leaves what the program promises.

namespace superwarp::test {
namespace {

class Residency : public ::testing::TestWithParam<Machine> {};

TEST_P(Residency, of_1_2_3_and_8_blocks_is_the_models_for_all_workloads) {
  std::uint64_t words = 0;
  std::uint64_t closed_forms = 0;
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
      for (const std::uint32_t latency : {1U, 6U, 30U}) {
        Machine machine = GetParam();
        machine.schedule = schedule;
        machine.latency = latency;
        for (const std::uint32_t blocks : {1U, 2U, 3U, 8U}) {
          workload::WorkloadOptions options;
          options.size = info.name == "permute-umm" || !info.matrix ? 16 : 8;
          options.width = machine.width;
          options.super_warp = machine.super_warp;
          options.threads = 2 * machine.lanes();
          std::unique_ptr<const Program> program;
          try {
            program = workload::make_workload(info.name, options);
          } catch (const std::invalid_argument&) {
            continue;  // no size of this workload
          }
          const ResidentBlocks together(std::move(program), blocks, machine.super_warp);
          const auto closed =
              workload::closed_form(info.name, options.size, options.threads, machine, blocks);
          const evaluate::Evaluation evaluation = test::evaluate(together, machine, closed);
          ASSERT_TRUE(evaluation.agree())
              << fmt::format("{} l {} {} {} blocks: {}", info.name, latency,
                             schedule_name(schedule), blocks, evaluation.disagreement);
          words += info.algorithm ? evaluation.words_checked : 0;
          closed_forms += closed ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(words, 5000U);
  EXPECT_GT(closed_forms, GetParam().rpu == Rpu::kSerial ? 10U : 50U);
}

/// Random accesses and barriers by warps that do not fill super warps, and by blocks that differ.
TEST_P(Residency, of_blocks_that_differ_is_the_models_for_random_traces) {
  std::mt19937_64 random(6);
  for (int trial = 0; trial < 60; ++trial) {
    Machine machine = GetParam();
    machine.schedule = trial % 4 == 0 ? Schedule::kRounds : Schedule::kAsync;
    machine.latency = static_cast<std::uint32_t>(1 + random() % 12);
    const std::uint32_t block_warps = 2 * machine.super_warp;
    const auto blocks = static_cast<std::uint32_t>(1 + random() % 5);
    trace::Trace trace;
    for (std::uint64_t round = 0; round < 12; ++round) {
      const Op op = random() % 2 == 0 ? Op::kRead : Op::kWrite;
      for (std::uint32_t warp = 0; warp < blocks * block_warps; ++warp) {
        if (random() % 3 == 0) continue;
        std::vector<Address> address(machine.width);
        for (Address& a : address) a = static_cast<Address>(random() % 48);
        trace.add(round, warp, op, address);
      }
      if (random() % 3 == 0) trace.add_barrier();
    }
    const trace::TraceProgram different(trace, blocks, block_warps);
    evaluate::Evaluation evaluation = test::evaluate(different, machine);
    ASSERT_TRUE(evaluation.agree()) << "trial " << trial << ": " << evaluation.disagreement;
    const ResidentBlocks copies(std::make_unique<trace::TraceProgram>(trace), blocks,
                                machine.super_warp);
    evaluation = test::evaluate(copies, machine);
    ASSERT_TRUE(evaluation.agree()) << "trial " << trial << ": " << evaluation.disagreement;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Machine, Residency,
    ::testing::Values(machine_of(MachineKind::kDmm, 4), machine_of(MachineKind::kUmm, 4),
                      machine_of(MachineKind::kSdmm, 4, 3), machine_of(MachineKind::kRsdmm, 4, 3),
                      machine_of(MachineKind::kSumm, 4, 3), machine_of(MachineKind::kGt200, 4),
                      serial(4, 2, 1)),
    [](const auto& info) {
      return machine_info(info.param.kind).name + (info.param.rpu == Rpu::kSerial ? "_serial" : "");
    });

/// docs/spec/machines.md, "Residency".
TEST(Residency, worked_example_takes_11_time_units_with_barriers_of_each_blocks_own) {
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

}  // namespace
}  // namespace superwarp::test
