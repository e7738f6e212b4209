// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/closed_form.h"

#include "model/machine/machine_info.h"
#include "model/reference/machine_words.h"
#include "model/reference/random.h"
#include "sim/workload/entry.h"
#include "tests/model/machines.h"

/// \file
/// Laws: closed forms are exactly the model's time; Lemma 1.

namespace superwarp::model {
namespace {

/// The workload, or null if it does not support the size.
std::unique_ptr<Program> if_allowed(const std::string& workload, const workload::WorkloadOptions& options) {
  try {
    return workload::make_workload(workload, options);
  } catch (const std::invalid_argument&) {
    return nullptr;
  }
}

/// The workload's options on `machine`.
workload::WorkloadOptions options_of(std::uint64_t size, std::uint32_t threads, const Machine& machine) {
  workload::WorkloadOptions options{size, threads, machine.width, machine.super_warp};
  options.banks = machine.banks;
  return options;
}

/// Threads of a warp and banks; 0: as many.
const std::vector<std::pair<std::uint32_t, std::uint32_t>> kShapes = {{2, 0},  {4, 0}, {8, 0},  {16, 0}, {32, 0},
                                                                      {64, 0}, {1, 0}, {3, 0},  {12, 0}, {16, 17},
                                                                      {8, 6},  {6, 8}, {12, 4}, {4, 1}};

/// Calls visit for every workload with a formula on a grid of machines, super warps, threads and
/// sizes, multiples of the width and others.
template <class Visit>
void for_each_case(Visit visit) {
  for (const workload::Workload& info : workload::entries()) {
    if (!info.formula) continue;
    for (const auto& [width, banks] : kShapes) {
      const std::uint64_t w = width;
      const std::set<std::uint64_t> sizes =
          info.matrix ? std::set<std::uint64_t>{1, w - 1, w, 2 * w, w + 3, 48}
                      : std::set<std::uint64_t>{1, w, 3 * w, 5 * w + 1, 12 * w, 32 * w, 96 * w, 320};
      for (const MachineInfo& kind : machines()) {
        for (const std::uint32_t s :
             kind.packs ? std::vector<std::uint32_t>{1, 2, 3, 4, 8} : std::vector<std::uint32_t>{1}) {
          for (const std::uint32_t warps : {1U, 2U, 8U, 32U}) {
            for (const std::uint64_t size : sizes) {
              Machine machine = make_machine(kind.kind, width, 1, s, Schedule::kRounds, 0);
              machine.banks = banks;
              visit(info.name, size, warps * s * width, machine);
            }
          }
        }
      }
    }
  }
}

/// Compares the formula, where there is one, in both schedules; the number of comparisons.
std::uint64_t compare(const std::string& workload, std::uint64_t size, std::uint32_t threads, Machine machine,
                      std::set<std::string>& covered) {
  const auto program = if_allowed(workload, options_of(size, threads, machine));
  if (!program) return 0;
  if (machine.kind == MachineKind::kRsdmm) {
    machine.mapping = "random-shift";
    const std::uint32_t b = machine.bank_count();
    machine.key = random_shifts(1, rows_covering(program->words(), b), b);
  }
  std::uint64_t compared = 0;
  for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
    for (const std::uint32_t latency : {1U, 2U, 7U, 50U}) {
      machine.schedule = schedule;
      machine.latency = latency;
      const bool two = machine.rpu == Rpu::kBatch && machine.kind != MachineKind::kGt200;
      machine.ports = latency == 2 && two ? 2 : 1;
      const auto closed = workload::closed_form(workload, size, threads, machine);
      if (!closed) continue;
      EXPECT_EQ(*closed, totals_of(*program, machine).time_units)
          << workload << " size " << size << " p " << threads << " on " << text_of(machine);
      if (::testing::Test::HasFailure()) return compared;
      covered.insert(workload + (schedule == Schedule::kRounds ? " rounds" : " async"));
      ++compared;
    }
  }
  return compared;
}

TEST(ClosedForm, equals_the_model_on_a_grid_in_both_schedules) {
  std::set<std::string> covered;
  std::uint64_t compared = 0;
  for_each_case([&](const std::string& workload, std::uint64_t size, std::uint32_t threads, const Machine& machine) {
    if (!HasFailure()) compared += compare(workload, size, threads, machine, covered);
  });
  EXPECT_GT(compared, 10000U);
  std::uint64_t asynchronous = 0;
  for (const workload::Workload& entry : workload::entries()) {
    EXPECT_EQ(covered.count(entry.name + " rounds") == 1, entry.formula != nullptr) << entry.name;
    asynchronous += covered.count(entry.name + " async");
  }
  EXPECT_GE(asynchronous, 10U);  // those with one congestion
}

TEST(ClosedForm, of_a_serial_rpu_is_the_models_time) {
  std::set<std::string> covered;
  std::uint64_t compared = 0;
  for_each_case([&](const std::string& workload, std::uint64_t size, std::uint32_t threads, Machine machine) {
    if (!machine_info(machine.kind).streams() || machine.super_warp < 2 || machine.width > 16) return;
    machine.rpu = Rpu::kSerial;
    for (const std::uint32_t intake : {1U, 2U}) {
      machine.streaming.others["intake"] = intake;
      if (!HasFailure()) compared += compare(workload, size, threads, machine, covered);
    }
  });
  EXPECT_GT(compared, 3000U);
}

TEST(ClosedForm, exists_if_the_papers_state_one) {
  const auto form = [](const std::string& workload, std::uint64_t size, std::uint64_t threads, MachineKind kind,
                       std::uint32_t s, Schedule schedule) {
    return workload::closed_form(workload, size, threads, make_machine(kind, 32, 7, s, schedule, 0));
  };
  const auto rounds = Schedule::kRounds;
  const auto async = Schedule::kAsync;
  // (p/w + l - 1) n/p and, asynchronously, n l/p + p/w - 1 or n/w + l - 1
  EXPECT_EQ(form("contiguous", 4096, 128, MachineKind::kDmm, 1, rounds), (4 + 6) * 32U);
  EXPECT_EQ(form("contiguous", 4096, 128, MachineKind::kUmm, 1, async), 4096U * 7 / 128 + 4 - 1);
  EXPECT_EQ(form("contiguous", 4096, 512, MachineKind::kDmm, 1, async), 4096U / 32 + 7 - 1);
  // n/p = 32: every warp meets one bank
  EXPECT_EQ(form("stride", 4096, 128, MachineKind::kDmm, 1, rounds), (128 + 6) * 32U);
  EXPECT_EQ(form("stride", 1024, 128, MachineKind::kUmm, 1, rounds), (8 * 4 + 6) * 8U);
  EXPECT_EQ(form("column-major", 64, 1024, MachineKind::kDmm, 1, rounds), 4096U + 6 * 4);
  EXPECT_EQ(form("transpose-naive", 64, 1024, MachineKind::kDmm, 1, rounds), 128U + 4096 + 2 * 6 * 4);
  EXPECT_EQ(form("transpose-diagonal", 64, 1024, MachineKind::kDmm, 1, rounds), 2U * 128 + 2 * 6 * 4);
  // SDMM: s*w divides sqrt(n); sqrt(n) divides s*w; neither
  EXPECT_EQ(form("column-major", 64, 1024, MachineKind::kSdmm, 2, rounds), 4096U + 6 * 4);
  EXPECT_EQ(form("column-major", 64, 1024, MachineKind::kSdmm, 8, rounds), 4096U * 64 / 256 + 6 * 4);
  EXPECT_EQ(form("column-major", 64, 960, MachineKind::kSdmm, 3, rounds), std::nullopt);
  EXPECT_EQ(form("random", 1024, 128, MachineKind::kDmm, 1, rounds), std::nullopt);
}

TEST(DiagonalTranspose, has_conflicts_if_w_does_not_divide_the_side) {
  const auto odd = workload::make_workload("transpose-diagonal", {63, 1024});
  const auto even = workload::make_workload("transpose-diagonal", {64, 1024});
  const Machine machine = make_machine(MachineKind::kDmm, 32, 7, 1, Schedule::kRounds, 0);
  EXPECT_EQ(totals_of(*even, machine).slots, 256U);
  EXPECT_GT(totals_of(*odd, machine).slots, 10 * 256U);
}

TEST(LemmaOne, time_is_congestion_plus_latency_less_one_per_round) {
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    // All workloads support this size.
    const auto program = workload::make_workload(info.name, {64, 96, 8, 3});
    const Figures totals = totals_of(*program, make_machine(MachineKind::kSdmm, 8, 9, 3, Schedule::kRounds, 0));
    EXPECT_EQ(totals.time_units, totals.slots + 8 * totals.rounds) << info.name;
    EXPECT_LE(totals.rounds, program->rounds()) << info.name;  // some rounds have no requests
  }
}

}  // namespace
}  // namespace superwarp::model
