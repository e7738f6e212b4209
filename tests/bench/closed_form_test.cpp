// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/closed_form.h"

#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"

namespace superwarp::test {
namespace {

/// The grid of one width: RTL = model = closed form for every workload that has one, every latency,
/// number of threads and size. Small machines take large problems too, as far as time allows.
class ClosedForms : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(ClosedForms, equal_rtl_and_model) {
  const std::uint32_t width = GetParam();
  std::uint64_t compared = 0;
  for (const workload::WorkloadInfo& workload : workload::workloads()) {
    for (const std::uint32_t latency : {1U, 2U, 7U, 50U}) {
      for (const std::uint32_t warps : {1U, 2U, 8U, 32U}) {
        for (const std::uint64_t times : {1, 3}) {
          for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
            for (const MachineKind kind :
                 {MachineKind::kDmm, MachineKind::kUmm, MachineKind::kGt200}) {
              const Machine machine = machine_of(kind, width, 1, latency, schedule);
              workload::WorkloadOptions options;
              options.width = width;
              options.threads = warps * width;
              options.size =
                  workload.matrix ? (times == 1 ? width : 2 * width) : times * options.threads;
              if (width == 64 && (warps > 2 || latency % 2 == 0 || (workload.matrix && times == 3)))
                continue;
              const auto closed =
                  workload::closed_form(workload.name, options.size, options.threads, machine);
              if (!closed) continue;
              std::unique_ptr<Program> program;
              try {
                program = workload::make_workload(workload.name, options);
              } catch (const std::invalid_argument&) {
                continue;  // no size of this workload
              }
              const evaluate::Evaluation evaluation = test::evaluate(*program, machine, closed);
              ASSERT_TRUE(evaluation.agree()) << fmt::format(
                  "{} size {} w {} l {} p {} {}: {}", workload.name, options.size, width, latency,
                  options.threads, schedule_name(schedule), evaluation.disagreement);
              ++compared;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 200U);
  RecordProperty("compared", static_cast<int>(compared));
}

INSTANTIATE_TEST_SUITE_P(Width, ClosedForms, ::testing::Values(2, 4, 8, 16, 32, 64),
                         [](const auto& info) { return fmt::format("w{}", info.param); });

}  // namespace
}  // namespace superwarp::test
