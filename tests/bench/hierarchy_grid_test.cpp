// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"
#include "tests/model/hierarchical_program.h"

/// \file
/// The hierarchical memory machine over widths and numbers of multiprocessors: RTL against model
/// and closed form in every slot and word of every memory. A shape needs two builds. The suite runs
/// few programs on few shapes; scripts/hierarchy_grid runs many on all.

namespace superwarp::test {
namespace {

struct Shape {
  std::uint32_t width;
  std::uint32_t multiprocessors;
};

std::string name_of(const Shape& shape) {
  return fmt::format("w{}_d{}", shape.width, shape.multiprocessors);
}
void PrintTo(const Shape& shape, std::ostream* out) { *out << name_of(shape); }

std::uint64_t programs_a_shape() {
  const char* const asked = std::getenv("SUPERWARP_HIERARCHY_PROGRAMS");
  return asked == nullptr ? 60 : std::stoull(asked);
}

class HierarchyGrid : public ::testing::TestWithParam<Shape> {
 protected:
  [[nodiscard]] Machine machine(std::uint32_t latency, Schedule schedule) const {
    return hierarchical(GetParam().width, GetParam().multiprocessors, latency, schedule);
  }
};

TEST_P(HierarchyGrid, random_programs) {
  std::mt19937_64 random(GetParam().width * 64 + GetParam().multiprocessors);
  std::uint64_t dispatches = 0;
  for (std::uint64_t i = 0; i < programs_a_shape(); ++i) {
    const std::uint64_t most = i % 4 == 0 ? 100 : 12;
    Machine drawn = machine(static_cast<std::uint32_t>(1 + random() % most),
                            i % 3 == 0 ? Schedule::kRounds : Schedule::kAsync);
    if (i % 2 == 0) drawn.latency = static_cast<std::uint32_t>(1 + random() % 9);
    const auto program = random_hierarchical_trace(drawn, random);
    const evaluate::Evaluation evaluation = evaluate(program, drawn);
    ASSERT_EQ(evaluation.disagreement, "") << "program " << i;
    dispatches += evaluation.rtl->dispatches;
  }
  fmt::print("{} programs, {} dispatches\n", programs_a_shape(), dispatches);
}

TEST_P(HierarchyGrid, workloads) {
  const auto [width, d] = GetParam();
  std::uint64_t runs = 0;
  std::uint64_t by_formula = 0;
  for (const workload::WorkloadInfo& info : workload::hierarchical_workloads()) {
    workload::WorkloadOptions options;
    options.width = width;
    options.multiprocessors = d;
    options.threads = d * width * (info.name == "hmm-matrix-product" ? width : 3);
    options.size = info.matrix ? 2 * width : 9 * width + 5;
    if (info.name == "hmm-matrix-product" && width > 16) options.size = width;
    const auto program = workload::make_workload(info.name, options);
    for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
      for (const std::uint32_t latency : {1U, 7U, 37U, 100U}) {
        const Machine at = machine(latency, schedule);
        const auto closed = workload::closed_form(info.name, options.size, options.threads, at);
        const evaluate::Evaluation evaluation = evaluate(*program, at, closed);
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

/// One multiprocessor without accesses to one of its memories is a machine of the other.
TEST_P(HierarchyGrid, one_memory_alone) {
  const auto [width, d] = GetParam();
  std::uint64_t compared = 0;
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    const auto make = [&, w = width]() -> std::unique_ptr<Program> {
      try {
        const std::uint32_t threads = 8 * w;
        return workload::make_workload(info.name, {info.matrix ? w : 2 * w, threads, w});
      } catch (const std::invalid_argument&) {
        return nullptr;  // no size of this workload
      }
    };
    const auto program = make();
    if (!program) continue;
    for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
      Machine umm;
      umm.width = width;
      umm.kind = MachineKind::kUmm;
      umm.latency = 9;
      umm.schedule = schedule;
      if (d == 1) {
        Machine dmm = umm;
        dmm.kind = MachineKind::kDmm;
        const auto alone = evaluate(*program, dmm);
        ASSERT_EQ(alone.disagreement, "") << info.name;
        Machine several = dmm;
        several.hierarchy = Hierarchy{1, 30};
        ASSERT_EQ(evaluate(*program, several, alone.rtl->time_units).disagreement, "") << info.name;
      }
      // More multiprocessors take turns in another order; a round takes as long in any.
      if (d > 1 && schedule == Schedule::kAsync) continue;
      const auto alone = evaluate(*program, umm);
      ASSERT_EQ(alone.disagreement, "") << info.name;
      const InGlobalMemory global(make(), d);
      ASSERT_EQ(evaluate(global, machine(9, schedule), alone.rtl->time_units).disagreement, "")
          << info.name;
      ++compared;
    }
  }
  fmt::print("{} runs in one memory\n", compared);
  EXPECT_GT(compared, 10U);
}

INSTANTIATE_TEST_SUITE_P(Shape, HierarchyGrid,
                         ::testing::Values(Shape{4, 1}, Shape{4, 2}, Shape{4, 4}, Shape{4, 8},
                                           Shape{8, 1}, Shape{8, 2}, Shape{8, 4}, Shape{8, 8},
                                           Shape{16, 1}, Shape{16, 2}, Shape{16, 4}, Shape{16, 8},
                                           Shape{32, 1}, Shape{32, 2}, Shape{32, 4}, Shape{32, 8}),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace superwarp::test
