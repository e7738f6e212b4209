// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "sim/model/mapping.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/mixed_traffic.h"
#include "tests/model/hierarchical_program.h"

/// \file
/// The hierarchical memory machine: RTL against model, in every slot and word of every memory.

namespace superwarp::test {
namespace {

using Barrier = HierarchicalTrace::Barrier;

TEST(Hierarchy, worked_examples_on_the_rtl) {
  const Machine machine = hierarchical(4, 2, 3, Schedule::kAsync);
  EXPECT_EQ(test::evaluate(*hierarchy_example(Barrier::kNone), machine, 7).disagreement, "");
  EXPECT_EQ(test::evaluate(*hierarchy_example(Barrier::kBlock), machine, 7).disagreement, "");
  EXPECT_EQ(test::evaluate(*hierarchy_example(Barrier::kDevice), machine, 9).disagreement, "");
  const Machine rounds = hierarchical(4, 2, 3, Schedule::kRounds);
  EXPECT_EQ(test::evaluate(*hierarchy_example(Barrier::kNone), rounds, 9).disagreement, "");
}

TEST(Hierarchy, a_bench_of_other_memories_than_the_machine_has_is_refused) {
  Machine machine = hierarchical(4, 2, 3, Schedule::kAsync);
  const auto program = hierarchy_example(Barrier::kNone);
  model::fit(machine, *program);
  const Machine shared = memory_of(machine, 0);
  const auto mapping = model::make_mapping(shared);
  const auto unit = cache().unit(evaluate::rtl_config(shared, rtl_under_test()));
  EXPECT_THROW(bench().run(unit, machine, *mapping, *program), std::invalid_argument);
}

struct Shape {
  std::string name;
  std::uint32_t width;
  std::uint32_t multiprocessors;
  int trials;
  MachineKind kind = MachineKind::kDmm;
  std::uint32_t super_warp = 1;
  std::string mapping = "identity";
  Rpu rpu = Rpu::kBatch;
};

void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

class HierarchyRandom : public ::testing::TestWithParam<Shape> {};

TEST_P(HierarchyRandom, rtl_equals_model_in_time_and_every_word) {
  const Shape& shape = GetParam();
  std::mt19937_64 random(16);
  for (int trial = 0; trial < shape.trials; ++trial) {
    const auto schedule = trial % 3 == 0 ? Schedule::kRounds : Schedule::kAsync;
    const std::uint64_t most = trial % 10 == 0 ? 100 : 12;
    Machine machine = hierarchical(shape.width, shape.multiprocessors,
                                   static_cast<std::uint32_t>(1 + random() % most), schedule);
    if (trial % 4 == 0) machine.latency = static_cast<std::uint32_t>(1 + random() % 9);
    machine.kind = shape.kind;
    machine.super_warp = shape.super_warp;
    machine.mapping = shape.mapping;
    machine.rpu = shape.rpu;
    machine.streaming.depth = 4;
    machine.seed = static_cast<std::uint64_t>(trial);
    const auto program = random_hierarchical_trace(machine, random);
    const evaluate::Evaluation evaluation = test::evaluate(*program, machine);
    ASSERT_EQ(evaluation.disagreement, "") << "trial " << trial;
    ASSERT_EQ(evaluation.words_checked,
              program->words() * shape.multiprocessors + program->global()->words());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shape, HierarchyRandom,
    ::testing::Values(Shape{"w4_d1_dmm", 4, 1, 150}, Shape{"w4_d2_dmm", 4, 2, 300},
                      Shape{"w4_d4_dmm", 4, 4, 300}, Shape{"w4_d8_dmm", 4, 8, 150},
                      Shape{"w4_d5_rsdmm", 4, 5, 150, MachineKind::kRsdmm, 1, "random-shift"},
                      Shape{"w4_d2_sdmm_s3", 4, 2, 200, MachineKind::kSdmm, 3},
                      Shape{"w4_d4_stream", 4, 4, 200, MachineKind::kSdmm, 1, "identity",
                            Rpu::kStream},
                      Shape{"w32_d4_dmm", 32, 4, 60}),
    [](const auto& info) { return info.param.name; });

/// As in traffic_test.cpp: words, rows and latencies of the tests above are small.
TEST(Hierarchy, every_bit_of_a_word_of_the_global_memory_is_in_use) {
  for (const std::uint32_t latency : {2U, 9U, 129U, 257U, 513U, sysc::kMaxLatency}) {
    MixedTraffic::Options options;
    options.width = 4;
    options.warps = 32;
    options.rounds = latency == 9 ? 400 : 50;
    options.rows = latency == 9 ? (1U << 18U) / options.width : 12;
    options.seed = latency;
    const InGlobalMemory program(std::make_unique<MixedTraffic>(options), 4);
    const Machine machine = hierarchical(options.width, 4, latency, Schedule::kAsync);
    const auto evaluation = test::evaluate(program, machine);
    EXPECT_EQ(evaluation.disagreement, "") << "latency " << latency;
    EXPECT_EQ(evaluation.words_checked, program.global()->words());
  }
}

TEST(Hierarchy, workloads_of_one_memory_are_the_same_in_either_memory_of_one_multiprocessor) {
  for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
    for (const char* const name : {"sum", "prefix-sums-optimal", "random"}) {
      const auto make = [&] { return workload::make_workload(name, {64, 32, 4}); };
      Machine alone;
      alone.width = 4;
      alone.latency = 7;
      alone.schedule = schedule;
      Machine machine = alone;
      machine.hierarchy = Hierarchy{1, 30};
      const auto dmm = test::evaluate(*make(), alone);
      ASSERT_EQ(dmm.disagreement, "");
      EXPECT_EQ(test::evaluate(*make(), machine, dmm.rtl->time_units).disagreement, "") << name;

      alone.kind = MachineKind::kUmm;
      const auto umm = test::evaluate(*make(), alone);
      const InGlobalMemory global(make(), 1);
      machine = hierarchical(4, 1, 7, schedule);
      EXPECT_EQ(test::evaluate(global, machine, umm.rtl->time_units).disagreement, "") << name;
    }
  }
}

TEST(Hierarchy, workloads_leave_what_they_promise_on_the_rtl) {
  for (const workload::WorkloadInfo& info : workload::hierarchical_workloads()) {
    for (const std::uint32_t d : {1U, 2U, 4U, 8U}) {
      for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
        workload::WorkloadOptions options;
        options.width = 4;
        options.multiprocessors = d;
        options.threads = d * 16;
        options.size = info.matrix ? 12 : 100;
        const auto program = workload::make_workload(info.name, options);
        for (const std::uint32_t latency : {1U, 9U, 100U}) {
          const Machine machine = hierarchical(4, d, latency, schedule);
          const auto closed =
              workload::closed_form(info.name, options.size, options.threads, machine);
          const auto evaluation = test::evaluate(*program, machine, closed);
          EXPECT_EQ(evaluation.disagreement, "") << info.name << " d " << d;
          EXPECT_GT(evaluation.words_checked, 0U);
        }
      }
    }
  }
}

}  // namespace
}  // namespace superwarp::test
