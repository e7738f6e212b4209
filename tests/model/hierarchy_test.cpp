// SPDX-License-Identifier: Apache-2.0
#include "model/machine/machine_info.h"
#include "model/reference/machine_words.h"
#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/entry.h"
#include "sim/workload/workload.h"
#include "tests/model/hierarchical_program.h"
#include "tests/model/machines.h"

/// \file
/// Laws of docs/spec/hierarchy.md on the reference model.

namespace superwarp::test {
namespace {

using model::make_machine;

std::unique_ptr<model::Model> model_of(const Program& program, Machine machine) {
  model::fit(machine, program);
  return model::make_reference(program, machine);
}

Figures totals_of(const Program& program, const Machine& machine) {
  const auto model = model_of(program, machine);
  model->run();
  return model->totals();
}

/// By memory: super warp and first slot of every dispatch, "0: 0@4; 1: 3@1 2@5".
std::string slots_of(const Program& program, const Machine& machine) {
  const auto model = model_of(program, machine);
  std::map<std::uint32_t, std::string> slots;
  for (Expected expected; model->next(expected);)
    slots[expected.dispatch.memory] += fmt::format(" {}@{}", expected.dispatch.super_warp, expected.first_slot);
  std::string text;
  for (const auto& [memory, of_memory] : slots)
    text += fmt::format("{}{}:{}", text.empty() ? "" : "; ", memory, of_memory);
  return text;
}

/// The worked example, asynchronously: the slots of the memories and the time.
void expect_example(Barrier barrier, const std::string& slots, std::uint64_t time_units) {
  const auto program = hierarchy_example(barrier);
  const Machine machine = hierarchical(4, 2, 3, Schedule::kAsync);
  EXPECT_EQ(slots_of(program, machine), slots);
  EXPECT_EQ(totals_of(program, machine).time_units, time_units);
}

TEST(Hierarchy, worked_example_serves_multiprocessors_in_turn) {
  expect_example(Barrier::kNone, "0: 0@4; 1: 3@1 2@5; 2: 0@1 2@2 1@3 3@5", 7);
  const Figures totals = totals_of(hierarchy_example(Barrier::kNone), hierarchical(4, 2, 3, Schedule::kAsync));
  EXPECT_EQ(totals.busy.memory, (std::vector<std::uint64_t>{1, 4, 5}));
  EXPECT_EQ(totals.busy.shared_alone, 2U);
}

TEST(Hierarchy, worked_example_waits_at_a_barrier_of_the_block_for_the_block) {
  expect_example(Barrier::kBlock, "0: 0@7; 1: 3@1 2@5; 2: 0@1 2@2 1@3 3@5", 7);
}

TEST(Hierarchy, worked_example_waits_at_a_barrier_of_the_device_for_all) {
  expect_example(Barrier::kDevice, "0: 0@7; 1: 3@1 2@7; 2: 0@1 2@2 1@3 3@7", 9);
}

TEST(Hierarchy, worked_example_takes_9_in_rounds) {
  const Machine rounds = hierarchical(4, 2, 3, Schedule::kRounds);
  EXPECT_EQ(totals_of(hierarchy_example(Barrier::kNone), rounds).time_units, 9U);
}

/// The formula of "When": congestion by counting addresses and rows.
std::uint64_t by_rounds(const Program& program, const Machine& machine) {
  const std::uint32_t d = machine.multiprocessors();
  const std::uint32_t warps_of_each = program.warps() / d;
  std::uint64_t time = 0;
  for (std::uint64_t round = 0; round < program.rounds(); ++round) {
    std::vector<std::uint64_t> congestion(d + 1);
    for (std::uint32_t warp = 0; warp < program.warps(); ++warp) {
      std::vector<Address> address(program.width(), kInactive);
      std::vector<Word> data(program.width());
      program.access(round, warp, nullptr, address.data(), data.data());
      std::set<Address> wanted(address.begin(), address.end());
      wanted.erase(kInactive);
      if (program.space(round, warp) == Space::kGlobal) {
        std::set<Address> rows;
        for (const Address a : wanted) rows.insert(a / program.width());
        congestion[d] += rows.size();
      } else {
        std::map<Address, std::uint64_t> of_bank;
        std::uint64_t most = 0;
        for (const Address a : wanted) most = std::max(most, ++of_bank[a % program.width()]);
        congestion[warp / warps_of_each] += most;
      }
    }
    std::uint64_t longest = 0;
    for (std::uint32_t memory = 0; memory <= d; ++memory) {
      const std::uint64_t l = memory < d ? machine.latency : machine.hierarchy->latency;
      if (congestion[memory] > 0) longest = std::max(longest, congestion[memory] + l - 1);
    }
    time += longest;
  }
  return time;
}

TEST(Hierarchy, time_of_the_rounds_schedule_is_that_of_the_slowest_memory_of_every_round) {
  std::mt19937_64 random(4);
  for (int trial = 0; trial < 400; ++trial) {
    Machine machine = hierarchical(4, 1 + random() % 8, 1 + random() % 20, Schedule::kRounds);
    machine.latency = 1 + random() % 9;
    const auto program = random_hierarchical_trace(machine, random);
    ASSERT_EQ(totals_of(program, machine).time_units, by_rounds(program, machine)) << trial;
  }
}

std::unique_ptr<Program> workload_of(const std::string& name, std::uint64_t size, std::uint32_t threads) {
  return workload::make_workload(name, {size, threads, 4});
}

const std::vector<std::pair<std::string, std::uint64_t>>& some_workloads() {
  static const std::vector<std::pair<std::string, std::uint64_t>> some = {
      {"sum", 64},         {"transpose-naive", 8}, {"prefix-sums-optimal", 64},
      {"permute-umm", 16}, {"random", 100},        {"transpose-rotate", 8}};
  return some;
}

TEST(Hierarchy, without_global_accesses_one_multiprocessor_is_the_machine_of_its_shared_memory) {
  std::vector<Machine> machines;
  for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync})
    for (const std::uint32_t latency : {1U, 7U})
      machines.push_back(make_machine(MachineKind::kDmm, 4, latency, 1, schedule, 0));
  for (const Rpu rpu : {Rpu::kStream, Rpu::kPipelined, Rpu::kCrossbar})
    machines.push_back(model::overlapping(
        rpu, 4, 3, {4, 2, rpu == Rpu::kCrossbar ? Priority::kRoundRobin : Priority::kFullest}, Schedule::kAsync));
  for (const std::uint32_t intake : {1U, 2U}) {
    machines.push_back(make_machine(MachineKind::kSdmm, 4, 3, 2, Schedule::kAsync, 0));
    machines.back().rpu = Rpu::kSerial;
    machines.back().streaming.others["intake"] = intake;
  }
  for (const auto& [name, size] : some_workloads()) {
    for (const Machine& alone : machines) {
      SCOPED_TRACE(name + " on " + model::text_of(alone));
      const auto program = workload_of(name, size, 32);
      Machine machine = alone;
      machine.hierarchy = Hierarchy{1, 30};
      EXPECT_EQ(slots_of(*program, machine), slots_of(*program, alone));
      const Figures totals = totals_of(*program, machine);
      const Figures expected = totals_of(*program, alone);
      EXPECT_EQ(totals.time_units, expected.time_units);
      EXPECT_EQ(totals.max_congestion, expected.max_congestion);
    }
  }
}

/// More multiprocessors take turns in another order, but a round takes as long in any.
TEST(Hierarchy, without_shared_accesses_one_multiprocessor_is_the_umm) {
  for (const auto& [name, size] : some_workloads()) {
    const auto program = workload_of(name, size, 32);
    for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
      const Machine umm = make_machine(MachineKind::kUmm, 4, 9, 1, schedule, 0);
      for (const std::uint32_t d : {1U, 2U, 4U, 8U}) {
        if (d > 1 && schedule == Schedule::kAsync) continue;
        const InGlobalMemory global(workload_of(name, size, 32), d);
        const Machine machine = hierarchical(4, d, 9, schedule);
        EXPECT_EQ(totals_of(global, machine).time_units, totals_of(*program, umm).time_units) << name;
        if (d == 1) EXPECT_EQ(slots_of(global, machine).substr(2), slots_of(*program, umm).substr(2));
      }
    }
  }
}

TEST(Hierarchy, no_multiprocessor_waits_at_the_arbiter_for_two_dispatches_of_another) {
  trace::Trace trace;
  std::mt19937_64 random(9);
  for (std::uint64_t round = 0; round < 6; ++round) {
    for (std::uint32_t warp = 0; warp < 12; ++warp) {
      std::vector<Address> address(4);
      for (Address& a : address) a = static_cast<Address>(random() % 64);
      trace.add(round, warp, Op::kRead, address, 0, Space::kGlobal);
    }
  }
  const trace::TraceProgram program(trace, 4, 3);
  const auto model = model_of(program, hierarchical(4, 4, 5, Schedule::kAsync));
  std::vector<std::uint32_t> served;  // multiprocessors
  for (Expected expected; model->next(expected);) served.push_back(expected.dispatch.super_warp / 3);
  ASSERT_EQ(served.size(), 72U);
  for (std::size_t i = 4; i < 36; ++i) EXPECT_EQ(served[i], served[i - 4]) << i;  // then some have no ready warp
}

/// A size and threads that every workload of the hierarchical machine takes.
workload::WorkloadOptions options_for(const workload::WorkloadInfo& info, std::uint32_t d, std::uint32_t warps,
                                      std::uint64_t size, std::uint32_t width = 4) {
  workload::WorkloadOptions options;
  options.width = width;
  options.multiprocessors = d;
  options.threads = d * width * (info.name == "hmm-matrix-product" ? width : warps);
  options.size = info.matrix ? width * size : size;
  return options;
}

/// Runs the workload and compares global memory with its promise; returns the number of words.
std::uint64_t check_promise(const std::string& name, const workload::WorkloadOptions& options, const Machine& machine) {
  const auto program = workload::make_workload(name, options);
  const auto model = model_of(*program, machine);
  model->run();
  const Image& global = *program->global();
  std::uint64_t checked = 0;
  for (const AddressRange& range : global.promised()) {
    for (std::uint64_t i = range.first; i < range.end; ++i, ++checked) {
      const auto address = static_cast<Address>(i);
      EXPECT_EQ(model->word_in(machine.multiprocessors(), address), global.expected(address))
          << name << ' ' << options.permutation << ", " << machine.multiprocessors() << " multiprocessors, "
          << options.threads << " threads, size " << options.size << ", address " << i;
      if (::testing::Test::HasFailure()) return checked;
    }
  }
  return checked;
}

TEST(Hierarchy, workloads_leave_what_they_promise_on_every_shared_memory) {
  std::uint64_t checked = 0;
  for (const workload::WorkloadInfo& info : workload::hierarchical_workloads()) {
    for (const std::uint32_t d : {1U, 2U, 3U, 8U}) {
      for (const std::uint32_t warps : {1U, 2U, 9U}) {
        for (const std::uint64_t size : {1U, 3U, 5U}) {
          for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
            for (const MachineKind kind : {MachineKind::kDmm, MachineKind::kRsdmm, MachineKind::kUmm}) {
              Machine machine = hierarchical(4, d, 6, schedule);
              machine.kind = kind;
              machine.mapping = machine_info(kind).mapping;
              checked +=
                  check_promise(info.name, options_for(info, d, warps, info.matrix ? size : size * size * 7), machine);
            }
          }
        }
      }
    }
  }
  EXPECT_GT(checked, 10000U);
}

TEST(Hierarchy, permutations_by_name_are_right_with_any_number_of_warps) {
  for (const char* const name : {"identity", "random", "transpose", "bit-reversal", "worst-banks"}) {
    for (const std::uint32_t warps : {1U, 4U, 12U}) {
      workload::WorkloadOptions options = options_for(workload::workload_info("hmm-permutation"), 3, warps, 4);
      options.permutation = name;
      EXPECT_EQ(check_promise("hmm-permutation", options, hierarchical(4, 3, 6, Schedule::kAsync)), 256U);
    }
  }
}

TEST(Hierarchy, a_permutation_accesses_rows_of_global_memory_without_bank_conflicts) {
  const auto options = options_for(workload::workload_info("hmm-permutation"), 2, 8, 6, 8);
  const auto program = workload::make_workload("hmm-permutation", options);
  const Figures totals = totals_of(*program, hierarchical(8, 2, 6, Schedule::kRounds));
  EXPECT_EQ(totals.max_congestion, 1U);
  EXPECT_EQ(totals.dispatches, totals.slots);
}

TEST(Hierarchy, closed_forms_equal_the_model) {
  struct Shared {
    MachineKind kind;
    std::uint32_t super_warp = 1;
  };
  const std::vector<Shared> shared = {{MachineKind::kDmm},     {MachineKind::kUmm},     {MachineKind::kSdmm, 2},
                                      {MachineKind::kSdmm, 3}, {MachineKind::kSumm, 2}, {MachineKind::kRsdmm},
                                      {MachineKind::kGt200}};
  std::map<std::string, std::uint64_t> compared;
  std::mt19937_64 random(2);
  for (const workload::WorkloadInfo& info : workload::hierarchical_workloads()) {
    for (const std::uint32_t d : {1U, 2U, 3U, 4U, 8U}) {
      for (const std::uint32_t width : {4U, 8U}) {
        for (const std::uint32_t warps : {1U, 2U, 6U, 13U, 32U}) {
          for (const std::uint64_t size : {1U, 2U, 5U}) {
            if (width == 8 && (d == 2 || d == 8 || size == 5)) continue;
            if (info.name == "hmm-convolution" && size == 5) continue;  // many rounds
            for (const auto& [kind, super_warp] : shared) {
              auto options = options_for(info, d, warps, info.matrix ? size : size * size * 29, width);
              options.threads *= info.name == "hmm-matrix-product" ? 1 : super_warp;
              options.super_warp = super_warp;
              if (options.threads % (d * width * super_warp) != 0) continue;
              Machine machine =
                  hierarchical(width, d, static_cast<std::uint32_t>(1 + random() % 40), Schedule::kRounds);
              machine.kind = kind;
              machine.super_warp = super_warp;
              machine.mapping = machine_info(kind).mapping;
              machine.latency = static_cast<std::uint32_t>(1 + random() % 5);
              const auto closed = workload::closed_form(info.name, options.size, options.threads, machine);
              if (!closed) continue;
              const auto program = workload::make_workload(info.name, options);
              ASSERT_EQ(*closed, totals_of(*program, machine).time_units)
                  << info.name << " of size " << options.size << ", " << options.threads << " threads, d " << d << " w "
                  << width << " s " << super_warp << " " << machine_info(kind).name;
              ++compared[info.name];
              machine.schedule = Schedule::kAsync;
              ASSERT_FALSE(workload::closed_form(info.name, options.size, options.threads, machine));
            }
          }
        }
      }
    }
  }
  for (const workload::Workload& entry : workload::hierarchical_entries())
    EXPECT_GT(compared[entry.name], 20U) << entry.name;
  for (const std::uint64_t taps : {1U, 7U, 40U}) {
    workload::WorkloadOptions options = options_for(workload::workload_info("hmm-convolution"), 3, 2, 77);
    options.taps = taps;
    const Machine at = hierarchical(4, 3, 11, Schedule::kRounds);
    EXPECT_EQ(workload::closed_form("hmm-convolution", 77, options.threads, at, 1, taps),
              totals_of(*workload::make_workload("hmm-convolution", options), at).time_units);
  }
  Machine machine = hierarchical(4, 2, 3, Schedule::kRounds);
  EXPECT_TRUE(workload::closed_form("hmm-sum", 64, 32, machine));
  EXPECT_FALSE(workload::closed_form("contiguous", 64, 32, machine));
  machine.rpu = Rpu::kStream;
  machine.kind = MachineKind::kSdmm;
  EXPECT_FALSE(workload::closed_form("hmm-sum", 64, 32, machine));
  machine.hierarchy.reset();
  EXPECT_FALSE(workload::closed_form("hmm-sum", 64, 32, machine));
}

TEST(Hierarchy, programs_that_do_not_fit_are_refused) {
  const auto program = hierarchy_example(Barrier::kNone);
  const Machine plain = make_machine(MachineKind::kDmm, 4, 1, 1, Schedule::kRounds, 16);
  EXPECT_THROW(model::make_reference(program, plain), std::invalid_argument);
  EXPECT_THROW(totals_of(program, hierarchical(4, 3, 3, Schedule::kAsync)), std::invalid_argument);
  Machine machine = hierarchical(4, 2, 3, Schedule::kAsync);
  machine.super_warp = 2;
  machine.kind = MachineKind::kSdmm;
  EXPECT_THROW(totals_of(program, machine),
               std::invalid_argument);  // W2 and W3 access two memories
  auto reads_5_words = std::make_unique<workload::Listing>(workload::WorkloadOptions{0, 8, 4});
  reads_5_words->array(4);
  reads_5_words->in_parallel(5, {workload::read([](Address a) { return a; })});
  const InGlobalMemory beyond(std::move(reads_5_words), 2);
  EXPECT_THROW(totals_of(beyond, hierarchical(4, 2, 3, Schedule::kAsync)), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::test
