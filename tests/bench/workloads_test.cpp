// SPDX-License-Identifier: Apache-2.0
#include "model/machine/program.h"
#include "sim/trace/trace_program.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"
#include "tests/model/random_work.h"

/// \file
/// Workloads on the RTL, one block or several in the machine together: time units and responses are
/// the model's and the closed form's where there is one, and algorithms leave the promised words.

namespace superwarp::test {
namespace {

/// Sizes n, or sides, of a workload on width w that cover n = w, n < p and n > p; one for blocks.
std::vector<std::uint64_t> sizes(const workload::WorkloadInfo& info, std::uint64_t w, bool in_blocks) {
  const bool permutes = info.name.rfind("permute", 0) == 0;
  const std::uint64_t larger = info.name.rfind("permute-umm", 0) == 0 ? w * w
                               : permutes                             ? 4 * w
                               : info.matrix                          ? 2 * w
                               : in_blocks                            ? 4 * w
                                                                      : 16 * w;
  return in_blocks ? std::vector<std::uint64_t>{larger} : std::vector<std::uint64_t>{w, larger};
}

struct Compared {
  std::uint64_t words = 0;  ///< promised by algorithms
  std::uint64_t closed_forms = 0;
};

/// Every workload with every number of dispatches and of blocks.
Compared expect_agreement(Machine machine, const std::vector<std::uint32_t>& dispatches,
                          const std::vector<std::uint32_t>& blocks) {
  Compared compared;
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    for (const std::uint64_t size : sizes(info, machine.width, blocks.size() > 1)) {
      for (const std::uint32_t warps : dispatches) {
        workload::WorkloadOptions options;
        options.size = size;
        options.threads = warps * machine.lanes();
        options.width = machine.width;
        options.super_warp = machine.super_warp;
        for (const std::uint32_t count : blocks) {
          std::unique_ptr<const Program> program;
          try {
            program = workload::make_workload(info.name, options);
          } catch (const std::invalid_argument&) {
            continue;  // no size of this workload
          }
          if (count > 1) program = std::make_unique<ResidentBlocks>(std::move(program), count, machine.super_warp);
          for (const std::uint32_t latency : {1U, 3U, 20U}) {
            if (machine.width > 32 && (warps > 4 || latency != 3)) continue;  // takes minutes
            for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
              machine.latency = latency;
              machine.schedule = schedule;
              const auto closed = workload::closed_form(info.name, size, options.threads, machine, count);
              // The rest takes minutes; the model's tests have it.
              const bool quick = machine.width <= 8 || (machine.width == 32 && warps <= 4 && latency == 3);
              if (!closed && blocks.size() == 1 && !(info.algorithm && quick)) continue;
              const evaluate::Evaluation evaluation = test::evaluate(*program, machine, closed);
              if (!evaluation.agree()) {
                ADD_FAILURE() << fmt::format("{} size {} p {} l {} {}, {} blocks: {}", info.name, size, options.threads,
                                             latency, schedule == Schedule::kRounds ? "rounds" : "async", count,
                                             evaluation.disagreement);
                return compared;
              }
              compared.words += info.algorithm ? evaluation.words_checked : 0;
              compared.closed_forms += closed ? 1 : 0;
            }
          }
        }
      }
    }
  }
  return compared;
}

class Workloads : public ::testing::TestWithParam<Shape> {};

TEST_P(Workloads, take_the_time_of_model_and_closed_form) {
  const Compared compared = expect_agreement(GetParam().machine, {1, 4, 32}, {1});
  EXPECT_GT(compared.words, 1000U);
  EXPECT_GT(compared.closed_forms, 50U);
}

std::vector<Shape> shapes() {
  std::vector<Shape> shapes;
  for (const MachineKind kind : {MachineKind::kDmm, MachineKind::kUmm, MachineKind::kGt200})
    for (const std::uint32_t width : {2U, 4U, 8U, 16U, 32U, 64U}) shapes.push_back({machine_of(kind, width)});
  for (const MachineKind kind : {MachineKind::kSdmm, MachineKind::kRsdmm, MachineKind::kSumm})
    shapes.push_back({machine_of(kind, 4, 3)});
  return shapes;
}

INSTANTIATE_TEST_SUITE_P(Machine, Workloads, ::testing::ValuesIn(shapes()), named<Shape>);

class Residency : public ::testing::TestWithParam<Shape> {};

TEST_P(Residency, of_1_2_3_and_8_blocks_is_the_models_for_all_workloads) {
  const Machine& machine = GetParam().machine;
  const Compared compared = expect_agreement(machine, {2}, {1, 2, 3, 8});
  EXPECT_GT(compared.words, 5000U);
  EXPECT_GT(compared.closed_forms, machine.rpu == Rpu::kSerial ? 10U : 50U);
}

/// Random accesses and barriers by warps that do not fill super warps, and by blocks that differ.
TEST_P(Residency, of_blocks_that_differ_is_the_models_for_random_traces) {
  std::mt19937_64 random(6);
  for (int trial = 0; trial < 60; ++trial) {
    Machine machine = GetParam().machine;
    machine.schedule = trial % 4 == 0 ? Schedule::kRounds : Schedule::kAsync;
    machine.latency = static_cast<std::uint32_t>(1 + random() % 12);
    const std::uint32_t block_warps = 2 * machine.super_warp;
    const auto blocks = static_cast<std::uint32_t>(1 + random() % 5);
    const trace::Trace trace = random_rounds(machine.width, machine.super_warp, blocks * block_warps, random);
    const trace::TraceProgram different(trace, blocks, block_warps);
    const ResidentBlocks copies(std::make_unique<trace::TraceProgram>(trace), blocks, machine.super_warp);
    for (const Program* const program : {static_cast<const Program*>(&different), static_cast<const Program*>(&copies)})
      ASSERT_EQ(test::evaluate(*program, machine).disagreement, "") << "trial " << trial;
  }
}

INSTANTIATE_TEST_SUITE_P(Machine, Residency,
                         ::testing::Values(Shape{dmm(4)}, Shape{machine_of(MachineKind::kUmm, 4)}, Shape{sdmm(4, 3)},
                                           Shape{machine_of(MachineKind::kRsdmm, 4, 3)},
                                           Shape{machine_of(MachineKind::kSumm, 4, 3)},
                                           Shape{machine_of(MachineKind::kGt200, 4)}, Shape{serial(4, 2, 1)}),
                         named<Shape>);

}  // namespace
}  // namespace superwarp::test
