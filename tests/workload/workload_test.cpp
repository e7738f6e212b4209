// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/workload.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>

#include "tests/model/machines.h"

namespace superwarp::workload {
namespace {

WorkloadOptions options_of(std::uint64_t size, std::uint32_t threads, std::uint32_t width) {
  return {size, threads, width};
}

/// Every thread's address in `round`.
std::vector<Address> addresses(const Program& program, std::uint64_t round) {
  std::vector<Address> address(program.threads(), kInactive);
  std::vector<Word> data(program.threads());
  std::vector<Word> registers(std::size_t{program.threads()} * program.registers());
  for (std::uint32_t warp = 0; warp < program.warps(); ++warp) {
    const std::size_t first = std::size_t{warp} * program.width();
    program.access(round, warp, registers.data() + first * program.registers(), &address[first], &data[first]);
  }
  return address;
}

constexpr Address kNo = kInactive;
using Addresses = std::vector<Address>;

TEST(Workloads, follow_the_papers_listings) {
  const auto contiguous = make_workload("contiguous", options_of(10, 8, 4));
  EXPECT_EQ(contiguous->rounds(), 2U);
  EXPECT_EQ(addresses(*contiguous, 0), (Addresses{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(addresses(*contiguous, 1), (Addresses{8, 9, kNo, kNo, kNo, kNo, kNo, kNo}));

  const auto stride = make_workload("stride", options_of(12, 4, 4));
  EXPECT_EQ(addresses(*stride, 0), (Addresses{0, 3, 6, 9}));
  EXPECT_EQ(addresses(*stride, 2), (Addresses{2, 5, 8, 11}));
  EXPECT_EQ(addresses(*make_workload("stride", options_of(10, 4, 4)), 1), (Addresses{1, 4, 7, kNo}));

  EXPECT_EQ(addresses(*make_workload("row-major", options_of(3, 4, 4)), 1), (Addresses{4, 5, 6, 7}));
  EXPECT_EQ(addresses(*make_workload("column-major", options_of(3, 4, 4)), 1), (Addresses{4, 7, 2, 5}));

  const auto naive = make_workload("transpose-naive", options_of(4, 8, 4));
  EXPECT_EQ(addresses(*naive, 2), (Addresses{8, 9, 10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(addresses(*naive, 3), (Addresses{18, 22, 26, 30, 19, 23, 27, 31}));

  const auto diagonal = make_workload("transpose-diagonal", options_of(4, 8, 4));
  EXPECT_EQ(addresses(*diagonal, 0), (Addresses{0, 5, 10, 15, 4, 9, 14, 3}));
  EXPECT_EQ(addresses(*diagonal, 1), (Addresses{16, 21, 26, 31, 17, 22, 27, 28}));

  EXPECT_EQ(addresses(*make_workload("all-same-bank", options_of(6, 4, 4)), 1), (Addresses{16, 20, kNo, kNo}));
  EXPECT_EQ(addresses(*make_workload("all-same-address", options_of(6, 4, 4)), 1), (Addresses{1, 1, kNo, kNo}));
}

TEST(Workloads, stay_within_their_words_and_reach_the_last) {
  for (const WorkloadInfo& info : workloads()) {
    for (const std::uint64_t size : {1U, 5U, 16U, 37U}) {
      std::unique_ptr<Program> program;
      try {
        program = make_workload(info.name, options_of(size, 8, 4));
      } catch (const std::invalid_argument&) {
        continue;  // unsupported size
      }
      std::uint64_t end = 0;
      for (std::uint64_t round = 0; round < program->rounds(); ++round) {
        for (const Address a : addresses(*program, round)) {
          if (a != kInactive) end = std::max<std::uint64_t>(end, std::uint64_t{a} + 1);
        }
      }
      if (info.name == "random" || info.kernel || info.algorithm) {  // may not touch its last words
        EXPECT_LE(end, program->words()) << info.name << ' ' << size;
      } else {
        EXPECT_EQ(end, program->words()) << info.name << ' ' << size;
      }
    }
  }
}

TEST(Workloads, leave_the_promised_result_on_the_model) {
  for (const std::string name : {"transpose-naive", "transpose-diagonal", "permutation"}) {
    for (const std::uint64_t size : {1U, 4U, 15U, 33U}) {
      for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
        const auto program = make_workload(name, options_of(size, 24, 4));
        model::ReferenceModel model(*program, model::make_machine(MachineKind::kSdmm, 4, 7, 2, schedule,
                                                                  model::rows_covering(program->words(), 4)));
        SCOPED_TRACE(name + " size " + std::to_string(size));
        EXPECT_EQ(model::expect_promised(model, *program), name == "permutation" ? size : size * size);
      }
    }
  }
}

TEST(RandomWorkload, is_uniform_and_repeatable_and_draws_the_operation_by_super_warp) {
  WorkloadOptions options = options_of(64000, 256, 8);
  options.super_warp = 4;
  options.write_percent = 30;
  const auto program = make_workload("random", options);
  std::vector<int> banks(8);
  for (std::uint64_t round = 0; round < program->rounds(); ++round) {
    for (const Address a : addresses(*program, round)) ++banks[a % 8];
  }
  for (const int count : banks) EXPECT_NEAR(count, 8000, 4 * 84);
  EXPECT_EQ(addresses(*program, 3), addresses(*make_workload("random", options), 3));
  options.seed = 2;
  EXPECT_NE(addresses(*program, 3), addresses(*make_workload("random", options), 3));

  model::ReferenceModel model(  // refuses mixed super warps
      *program, model::make_machine(MachineKind::kSdmm, 8, 7, 4, Schedule::kRounds, 8000));
  int writes = 0;
  for (Expected expected; model.next(expected);) writes += expected.dispatch.op == Op::kWrite ? 1 : 0;
  EXPECT_NEAR(writes, 600, 4 * 21);
}

TEST(MakeWorkload, refuses_bad_options_with_a_reason) {
  const auto complaint = [](const std::string& name, const WorkloadOptions& options) {
    try {
      make_workload(name, options);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(complaint("contiguous", {16, 64}), "");
  EXPECT_EQ(complaint("transpose-diagnal", {16, 64}),
            "unknown workload 'transpose-diagnal', did you mean 'transpose-diagonal'?");
  struct Refusal {
    const char* workload;
    WorkloadOptions options;
    const char* reason;
  };
  for (const auto& [workload, options, reason] : {
           Refusal{"contiguous", {0, 64}, "size 0"},
           Refusal{"contiguous", {16, 0}, "0 threads"},
           Refusal{"contiguous", {16, 48}, "= 32"},
           Refusal{"contiguous", {16, 32, 0}, "width 0"},
           Refusal{"contiguous", {std::uint64_t{1} << 40, 64}, "too large"},
           Refusal{"row-major", {65536, 64}, "too large"},
           Refusal{"row-major", {46341, 64}, "too large"},
           Refusal{"transpose-naive", {40000, 64}, "too large"},
           Refusal{"all-same-bank", {std::uint64_t{1} << 30, 64}, "too large"},
           Refusal{"contiguous", {16, 64, 32, 3}, "= 96"},
           Refusal{"contiguous", {16, 64, 32, 1, 1, 10}, "writes"},
       }) {
    EXPECT_NE(complaint(workload, options).find(reason), std::string::npos) << complaint(workload, options);
  }
}

/// Every workload of one word has an access, or is refused.
TEST(MakeWorkload, of_a_size_that_requests_nothing_is_refused) {
  std::set<std::string> refused;
  for (const WorkloadInfo& info : workloads()) {
    try {
      const auto program = make_workload(info.name, options_of(1, 1, 1));
      bool any = false;
      for (std::uint64_t round = 0; round < program->rounds(); ++round)
        any = any || addresses(*program, round)[0] != kInactive;
      EXPECT_TRUE(any) << info.name;
    } catch (const std::invalid_argument& error) {
      if (std::string(error.what()).find("with size 1 it accesses nothing") != std::string::npos)
        refused.insert(info.name);
    }
  }
  EXPECT_EQ(refused,
            (std::set<std::string>{"prefix-sums-optimal", "prefix-sums-simple", "sum", "transpose-straightforward"}));
}

TEST(MakeWorkload, needs_no_memory_for_large_sizes) {
  for (const WorkloadInfo& info : workloads()) {
    if (info.kernel || info.algorithm) continue;  // one block; tables and exact sizes
    const std::uint64_t size = info.matrix ? 32000 : std::uint64_t{1} << 26;
    const auto program = make_workload(info.name, options_of(size, 64, 32));
    EXPECT_NE(addresses(*program, program->rounds() - 1)[0], kInactive) << info.name;
  }
}

}  // namespace
}  // namespace superwarp::workload
