// SPDX-License-Identifier: Apache-2.0
#include "model/reference/mapping.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/mixed_traffic.h"
#include "tests/model/hierarchical_program.h"

/// \file
/// The hierarchical memory machine: RTL against model, in every slot and word of every memory.
/// hierarchy_grid_test.cpp has the workloads.

namespace superwarp::test {
namespace {

TEST(Hierarchy, worked_examples_on_the_rtl) {
  const Machine machine = hierarchical(4, 2, 3, Schedule::kAsync);
  EXPECT_EQ(test::evaluate(hierarchy_example(Barrier::kNone), machine, 7).disagreement, "");
  EXPECT_EQ(test::evaluate(hierarchy_example(Barrier::kBlock), machine, 7).disagreement, "");
  EXPECT_EQ(test::evaluate(hierarchy_example(Barrier::kDevice), machine, 9).disagreement, "");
  const Machine rounds = hierarchical(4, 2, 3, Schedule::kRounds);
  EXPECT_EQ(test::evaluate(hierarchy_example(Barrier::kNone), rounds, 9).disagreement, "");
}

TEST(Hierarchy, a_bench_of_other_memories_than_the_machine_has_is_refused) {
  Machine machine = hierarchical(4, 2, 3, Schedule::kAsync);
  const auto program = hierarchy_example(Barrier::kNone);
  model::fit(machine, program);
  const Machine shared = memory_of(machine, 0);
  const auto mapping = model::make_mapping(shared);
  const auto unit = cache().unit(evaluate::rtl_config(shared, rtl_under_test()));
  EXPECT_THROW(bench().run(unit, machine, *mapping, program), std::invalid_argument);
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
    const evaluate::Evaluation evaluation = test::evaluate(program, machine);
    ASSERT_EQ(evaluation.disagreement, "") << "trial " << trial;
    ASSERT_EQ(evaluation.words_checked,
              program.words() * shape.multiprocessors + program.global()->words());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shape, HierarchyRandom,
    ::testing::Values(
        Shape{"w4_d1_dmm", 4, 1, 150}, Shape{"w4_d2_dmm", 4, 2, 300}, Shape{"w4_d4_dmm", 4, 4, 300},
        Shape{"w4_d8_dmm", 4, 8, 150},
        Shape{"w4_d5_rsdmm", 4, 5, 150, MachineKind::kRsdmm, 1, "random-shift"},
        Shape{"w4_d2_sdmm_s3", 4, 2, 200, MachineKind::kSdmm, 3},
        Shape{"w4_d3_serial_s2", 4, 3, 200, MachineKind::kSdmm, 2, "identity", Rpu::kSerial},
        Shape{"w4_d4_stream", 4, 4, 200, MachineKind::kSdmm, 1, "identity", Rpu::kStream},
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

}  // namespace
}  // namespace superwarp::test
