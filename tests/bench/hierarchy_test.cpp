// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "model/reference/mapping.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/mixed_traffic.h"
#include "tests/model/hierarchical_program.h"
#include "tests/model/random_work.h"

/// \file
/// The hierarchical memory machine: RTL against model, in every slot and word of every memory.

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

/// A machine of several memories, and how many random programs run on it.
struct Several {
  Machine machine;
  int programs;
};

std::string name_of(const Several& several) {
  const Machine& machine = several.machine;
  return fmt::format("w{}_d{}_{}{}", machine.width, machine.multiprocessors(),
                     machine.rpu == Rpu::kBatch ? machine_info(machine.kind).name : rpu_info(machine.rpu).name,
                     machine.super_warp > 1 ? fmt::format("_s{}", machine.super_warp) : "");
}

void PrintTo(const Several& several, std::ostream* out) { *out << name_of(several); }

Several several(std::uint32_t width, std::uint32_t multiprocessors, int programs, MachineKind kind = MachineKind::kDmm,
                std::uint32_t super_warp = 1, Rpu rpu = Rpu::kBatch) {
  Machine machine = hierarchical(width, multiprocessors, 1, Schedule::kAsync);
  machine.kind = kind;
  machine.super_warp = super_warp;
  machine.mapping = machine_info(kind).mapping;
  machine.rpu = rpu;
  machine.streaming.depth = 4;
  return {machine, programs};
}

class HierarchyRandom : public ::testing::TestWithParam<Several> {};

TEST_P(HierarchyRandom, rtl_equals_model_in_time_and_every_word) {
  std::mt19937_64 random(16);
  std::uint64_t dispatches = 0;
  for (int i = 0; i < GetParam().programs; ++i) {
    Machine machine = GetParam().machine;
    machine.schedule = i % 3 == 0 ? Schedule::kRounds : Schedule::kAsync;
    machine.hierarchy->latency = static_cast<std::uint32_t>(1 + random() % (i % 8 == 0 ? 100 : 12));
    if (i % 4 == 0) machine.latency = static_cast<std::uint32_t>(1 + random() % 9);
    machine.seed = static_cast<std::uint64_t>(i);
    const auto program = random_hierarchical_trace(machine, random);
    const evaluate::Evaluation evaluation = test::evaluate(program, machine);
    ASSERT_EQ(evaluation.disagreement, "") << "program " << i;
    ASSERT_EQ(evaluation.words_checked, program.words() * machine.multiprocessors() + program.global()->words());
    dispatches += evaluation.rtl->dispatches;
  }
  fmt::print("{} programs, {} dispatches\n", GetParam().programs, dispatches);
}

INSTANTIATE_TEST_SUITE_P(Shape, HierarchyRandom,
                         ::testing::Values(several(4, 1, 150), several(4, 2, 300), several(4, 4, 300),
                                           several(4, 8, 150), several(4, 5, 150, MachineKind::kRsdmm),
                                           several(4, 2, 200, MachineKind::kSdmm, 3),
                                           several(4, 3, 200, MachineKind::kSdmm, 2, Rpu::kSerial),
                                           several(4, 4, 200, MachineKind::kSdmm, 1, Rpu::kStream), several(32, 4, 60)),
                         named<Several>);

/// Widths and numbers of multiprocessors. A shape needs two builds. The suite runs few programs on
/// few shapes; scripts/hierarchy_grid runs many on all.
std::vector<Several> grid() {
  const char* const asked = std::getenv("SUPERWARP_HIERARCHY_PROGRAMS");
  std::vector<Several> all;
  for (const std::uint32_t width : {4U, 8U, 16U, 32U})
    for (const std::uint32_t d : {1U, 2U, 4U, 8U})
      all.push_back(several(width, d, asked == nullptr ? 60 : std::stoi(asked)));
  return all;
}

INSTANTIATE_TEST_SUITE_P(Grid, HierarchyRandom, ::testing::ValuesIn(grid()), named<Several>);

class HierarchyGrid : public ::testing::TestWithParam<Several> {};

TEST_P(HierarchyGrid, workloads) {
  Machine machine = GetParam().machine;
  const std::uint32_t width = machine.width;
  std::uint64_t runs = 0;
  std::uint64_t by_formula = 0;
  for (const workload::WorkloadInfo& info : workload::hierarchical_workloads()) {
    workload::WorkloadOptions options;
    options.width = width;
    options.multiprocessors = machine.multiprocessors();
    options.threads = options.multiprocessors * width * (info.name == "hmm-matrix-product" ? width : 3);
    options.size = info.matrix ? 2 * width : 9 * width + 5;
    if (info.name == "hmm-matrix-product" && width > 16) options.size = width;
    const auto program = workload::make_workload(info.name, options);
    for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
      for (const std::uint32_t latency : {1U, 7U, 37U, 100U}) {
        machine.schedule = schedule;
        machine.hierarchy->latency = latency;
        const auto closed = workload::closed_form(info.name, options.size, options.threads, machine);
        const evaluate::Evaluation evaluation = evaluate(*program, machine, closed);
        ASSERT_EQ(evaluation.disagreement, "") << info.name << " l " << latency;
        ASSERT_GT(evaluation.words_checked, 0U);
        ++runs;
        by_formula += closed ? 1 : 0;
      }
    }
  }
  fmt::print("{} runs of workloads, {} with a closed form\n", runs, by_formula);
  EXPECT_EQ(by_formula, runs / 2);  // in the rounds schedule all
}

INSTANTIATE_TEST_SUITE_P(Grid, HierarchyGrid, ::testing::ValuesIn(grid()), named<Several>);

TEST(IssueStage, rtl_equals_model_on_multiprocessors_with_a_global_memory) {
  std::mt19937_64 dice(3);
  for (int i = 0; i < 150; ++i) {
    Machine machine =
        hierarchical(4, 1U << (dice() % 3), static_cast<std::uint32_t>(1 + dice() % 20), Schedule::kAsync);
    machine.latency = static_cast<std::uint32_t>(1 + dice() % 5);
    machine.issue = random_issue(dice);
    machine.issue->places = 0;
    if (machine.issue->wait == IssueWait::kWord) machine.issue->wait = IssueWait::kUse;
    const auto plain = random_hierarchical_trace(machine, dice);
    const trace::TraceProgram program(with_work(plain.trace(), dice), plain.blocks(), plain.warps() / plain.blocks());
    const evaluate::Evaluation evaluation = evaluate(program, machine);
    ASSERT_EQ(evaluation.disagreement, "") << "program " << i;
    expect_all_warp_time_told(*evaluation.model, machine, program.warps());
  }
}

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
