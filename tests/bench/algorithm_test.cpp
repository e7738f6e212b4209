// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"

// The papers' algorithms on the RTL leave the promised words; time units and every response equal
// the model's, and the closed form where there is one.

namespace superwarp::test {
namespace {

/// Sizes n, or sides, of an algorithm on width w that cover n = w, n < p and n > p.
std::vector<std::uint64_t> sizes(const workload::WorkloadInfo& info, std::uint64_t w) {
  if (info.name.rfind("permute-umm", 0) == 0) return {w, w * w};
  if (info.name.rfind("permute", 0) == 0) return {w, 4 * w};
  if (info.matrix) return {w, 2 * w};
  return {w, 16 * w};
}

class Algorithms : public ::testing::TestWithParam<Machine> {};

TEST_P(Algorithms, leave_the_right_words_in_the_models_time) {
  Machine machine = GetParam();
  std::uint64_t words = 0;
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    if (!info.algorithm) continue;
    for (const std::uint64_t size : sizes(info, machine.width)) {
      for (const std::uint32_t dispatches : {1U, 4U, 32U}) {
        for (const std::uint32_t latency : {1U, 3U, 20U}) {
          for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
            workload::WorkloadOptions options;
            options.size = size;
            options.threads = dispatches * machine.lanes();
            options.width = machine.width;
            options.super_warp = machine.super_warp;
            machine.latency = latency;
            machine.schedule = schedule;
            const auto program = workload::make_workload(info.name, options);
            const evaluate::Evaluation evaluation =
                test::evaluate(*program, machine,
                               workload::closed_form(info.name, size, options.threads, machine));
            ASSERT_TRUE(evaluation.agree())
                << fmt::format("{} size {} p {} l {} {}: {}", info.name, size, options.threads,
                               latency, schedule_name(schedule), evaluation.disagreement);
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
    ::testing::Values(machine_of(MachineKind::kDmm, 4), machine_of(MachineKind::kDmm, 8),
                      machine_of(MachineKind::kDmm, 32), machine_of(MachineKind::kUmm, 4),
                      machine_of(MachineKind::kUmm, 8), machine_of(MachineKind::kUmm, 32),
                      machine_of(MachineKind::kSdmm, 4, 3), machine_of(MachineKind::kRsdmm, 4, 3),
                      machine_of(MachineKind::kSumm, 4, 3)),
    ::testing::PrintToStringParamName());

}  // namespace
}  // namespace superwarp::test
