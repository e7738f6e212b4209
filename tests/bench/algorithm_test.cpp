// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "language/machine_info.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"

// The papers' algorithms on the RTL leave the promised words; time units and every response equal
// the model's, and the closed form where there is one.

namespace superwarp::test {
namespace {

struct Shape {
  MachineKind kind;
  std::uint32_t width;
  std::uint32_t super_warp;
};

std::string name_of(const Shape& shape) {
  return fmt::format("{}_w{}_s{}", machine_info(shape.kind).name, shape.width, shape.super_warp);
}

void PrintTo(const Shape& shape, std::ostream* out) { *out << name_of(shape); }

/// Sizes n, or sides, of an algorithm on width w that cover n = w, n < p and n > p.
std::vector<std::uint64_t> sizes(const workload::WorkloadInfo& info, std::uint64_t w) {
  if (info.name.rfind("permute-umm", 0) == 0) return {w, w * w};
  if (info.name.rfind("permute", 0) == 0) return {w, 4 * w};
  if (info.matrix) return {w, 2 * w};
  return {w, 16 * w};
}

class Algorithms : public ::testing::TestWithParam<Shape> {};

TEST_P(Algorithms, leave_the_right_words_in_the_models_time) {
  const Shape shape = GetParam();
  const std::uint32_t lanes = shape.width * shape.super_warp;
  std::uint64_t words = 0;
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    if (!info.algorithm) continue;
    for (const std::uint64_t size : sizes(info, shape.width)) {
      for (const std::uint32_t dispatches : {1U, 4U, 32U}) {
        for (const std::uint32_t latency : {1U, 3U, 20U}) {
          for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
            workload::WorkloadOptions options;
            options.size = size;
            options.threads = dispatches * lanes;
            options.width = shape.width;
            options.super_warp = shape.super_warp;
            Machine machine;
            machine.kind = shape.kind;
            machine.width = shape.width;
            machine.super_warp = shape.super_warp;
            machine.latency = latency;
            machine.schedule = schedule;
            machine.mapping = machine_info(shape.kind).mapping;
            const auto program = workload::make_workload(info.name, options);
            const evaluate::Evaluation evaluation =
                test::evaluate(*program, machine,
                               workload::closed_form(info.name, size, options.threads, machine));
            ASSERT_TRUE(evaluation.agree()) << fmt::format(
                "{} size {} p {} l {} {}: {}", info.name, size, options.threads, latency,
                schedule == Schedule::kRounds ? "rounds" : "async", evaluation.disagreement);
            words += evaluation.words_checked;
          }
        }
      }
    }
  }
  EXPECT_GT(words, 1000U);
}

INSTANTIATE_TEST_SUITE_P(
    Machine, Algorithms,
    ::testing::Values(Shape{MachineKind::kDmm, 4, 1}, Shape{MachineKind::kDmm, 8, 1},
                      Shape{MachineKind::kDmm, 32, 1}, Shape{MachineKind::kUmm, 4, 1},
                      Shape{MachineKind::kUmm, 8, 1}, Shape{MachineKind::kUmm, 32, 1},
                      Shape{MachineKind::kSdmm, 4, 3}, Shape{MachineKind::kRsdmm, 4, 3},
                      Shape{MachineKind::kSumm, 4, 3}),
    [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace superwarp::test
