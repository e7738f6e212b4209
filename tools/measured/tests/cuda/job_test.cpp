// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/cuda/job.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "tools/measured/access_program.h"
#include "tools/measured/cuda/plan.h"
#include "tools/measured/cuda/quartiles.h"
#include "tools/measured/slots.h"

namespace superwarp::cuda {
namespace {

constexpr std::uint32_t kSharedWords = 12288;  // 48 KiB, available to a block on every GPU
constexpr std::uint32_t kThreads = 1024;

TEST(Jobs, of_every_pattern_of_the_plan_fit_a_block) {
  for (const crosscheck::Pattern& pattern : measuring_plan(1)) {
    if (is_sum(pattern)) {
      const SumJob job = sum_job(pattern);
      EXPECT_LE(job.initial.size(), kSharedWords);
      EXPECT_LE(job.threads, kThreads);
      EXPECT_FALSE(job.expected.empty());
    } else if (is_move(pattern)) {
      const MoveJob job = move_job(pattern);
      EXPECT_LE(job.initial.size(), kSharedWords);
      EXPECT_LE(job.threads, kThreads);
      EXPECT_GE(job.steps.size(), 1U);
      EXPECT_LE(job.steps.size(), MoveJob::kMostSteps);
    } else {
      const AccessJob job = access_job(pattern);
      EXPECT_LE(job.words + kThreads, kSharedWords);
      ASSERT_EQ(job.byte_address.size(), 32U);
      const AccessWords words = access_words(job, 1);
      EXPECT_EQ(words.memory.size(), job.words);
      EXPECT_EQ(words.element.size(), 32U * job.words_a_lane);
      for (const std::uint32_t at : job.byte_address) {
        if (at == kIdle) continue;
        EXPECT_EQ(at % (pattern.bits / 8), 0U);
        EXPECT_LE(at + pattern.bits / 8, job.words * 4);
      }
    }
  }
}

TEST(Jobs, have_the_addresses_that_the_models_count) {
  for (const crosscheck::Pattern& pattern : measuring_plan(5)) {
    if (pattern.access.kind == crosscheck::AccessKind::kWorkload || pattern.bits != 32) continue;
    if (pattern.access.kind == crosscheck::AccessKind::kLanes) continue;
    const AccessJob job = access_job(pattern);
    std::uint32_t most = 0;
    for (std::uint32_t bank = 0; bank < 32; ++bank) {
      std::set<std::uint32_t> words;
      for (const std::uint32_t at : job.byte_address) {
        if (at / 4 % 32 == bank) words.insert(at / 4);
      }
      most = std::max(most, static_cast<std::uint32_t>(words.size()));
    }
    const crosscheck::PatternSlots slots = crosscheck::count_slots(pattern, gpu::Description());
    EXPECT_EQ(slots.slots, most * slots.warp_accesses) << pattern.id;
  }
}

crosscheck::Pattern lanes_pattern(gpu::Operation operation, std::uint32_t bytes, std::vector<std::uint64_t> address) {
  crosscheck::Pattern p;
  p.access.kind = crosscheck::AccessKind::kLanes;
  p.access.lanes.emplace_back();
  p.access.lanes[0].access = {operation, bytes, std::move(address)};
  p.warps = 2;
  return p;
}

TEST(Jobs, of_atomics_count_what_every_lane_adds) {
  std::vector<std::uint64_t> address(32, 0);
  address[5] = 4;
  address[6] = gpu::kIdle;
  const AccessWords words = access_words(access_job(lanes_pattern(gpu::Operation::kAtomic, 4, address)), 3);
  EXPECT_EQ(words.initial, (std::vector<std::uint32_t>{0, 0}));
  EXPECT_EQ(words.memory, (std::vector<std::uint32_t>{30 * 3 * 2, 3 * 2}));
  EXPECT_TRUE(words.returned.empty());
}

TEST(Jobs, of_matrices_give_a_lane_a_word_of_each) {
  std::vector<std::uint64_t> rows;
  for (std::uint64_t row = 0; row < 16; ++row) rows.push_back(16 * (15 - row));
  const AccessJob job = access_job(lanes_pattern(gpu::Operation::kMatrixRead, 16, rows));
  EXPECT_EQ(job.words_a_lane, 2U);
  const AccessWords words = access_words(job, 1);
  // Lane 6 has word 2 of row 1 of both matrices; rows 1 and 9 are at bytes 224 and 96.
  EXPECT_EQ(words.returned[6 * 2], words.initial[224 / 4 + 2]);
  EXPECT_EQ(words.returned[6 * 2 + 1], words.initial[96 / 4 + 2]);
}

TEST(Jobs, refuse_lanes_that_no_instruction_has) {
  const std::vector<std::uint64_t> all(32, 0);
  EXPECT_THROW(access_job(lanes_pattern(gpu::Operation::kRead, 2, all)), std::invalid_argument);
  EXPECT_THROW(access_job(lanes_pattern(gpu::Operation::kAtomic, 16, all)), std::invalid_argument);
  EXPECT_THROW(access_job(lanes_pattern(gpu::Operation::kCount, 8, all)), std::invalid_argument);
  EXPECT_THROW(access_job(lanes_pattern(gpu::Operation::kRead, 4, {0, 4})), std::invalid_argument);
  EXPECT_THROW(access_job(lanes_pattern(gpu::Operation::kMatrixRead, 16, {0})), std::invalid_argument);
}

TEST(Jobs, a_mapping_moves_words_within_their_rows) {
  crosscheck::Pattern p;
  p.access.kind = crosscheck::AccessKind::kWorkload;
  p.access.workload = "transpose-naive";
  p.access.size = 32;
  p.warps = 32;
  const MoveJob plain = move_job(p);
  for (const char* mapping : {"pad", "random-shift", "xor-swizzle"}) {
    p.access.mapping = mapping;
    const MoveJob job = move_job(p);
    ASSERT_EQ(job.steps.size(), 1U);
    EXPECT_NE(job.steps[0].target, plain.steps[0].target);
    std::set<std::uint32_t> targets;
    for (std::size_t t = 0; t < job.threads; ++t) {
      EXPECT_EQ(job.steps[0].source[t] / 32, plain.steps[0].source[t] / 32);
      EXPECT_EQ(job.steps[0].target[t] / 32, plain.steps[0].target[t] / 32);
      targets.insert(job.steps[0].target[t]);
    }
    EXPECT_EQ(targets.size(), std::size_t{job.threads});
  }
}

TEST(Jobs, refuse_patterns_of_another_kind) {
  crosscheck::Pattern p;
  p.id = "x";
  EXPECT_THROW(move_job(p), std::invalid_argument);
  EXPECT_THROW(sum_job(p), std::invalid_argument);
  p.access.kind = crosscheck::AccessKind::kWorkload;
  p.access.workload = "sum";
  p.access.size = 64;
  EXPECT_THROW(access_job(p), std::invalid_argument);
  EXPECT_THROW(move_job(p), std::invalid_argument);
  p.warps = 2;  // n threads, not n/2
  EXPECT_THROW(sum_job(p), std::invalid_argument);
  p.access.workload = "contiguous";  // reads only
  EXPECT_THROW(move_job(p), std::invalid_argument);
}

TEST(Quartiles, do_not_depend_on_the_order_or_on_outliers) {
  const Quartiles q = quartiles({5, 1, 3, 2, 1e9});
  EXPECT_DOUBLE_EQ(q.low, 2);
  EXPECT_DOUBLE_EQ(q.median, 3);
  EXPECT_DOUBLE_EQ(q.high, 5);
  EXPECT_DOUBLE_EQ(quartiles({1, 2}).median, 1.5);
  EXPECT_DOUBLE_EQ(quartiles({7}).high, 7);
  EXPECT_THROW(quartiles({}), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::cuda
