// SPDX-License-Identifier: Apache-2.0
#include "cuda/job.h"

#include <gtest/gtest.h>

#include <set>

#include "cuda/plan.h"
#include "sim/crosscheck/element.h"
#include "sim/crosscheck/slots.h"

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
      for (const std::uint32_t at : job.byte_address) {
        EXPECT_EQ(at % (pattern.bits / 8), 0U);
        EXPECT_LE(at + pattern.bits / 8, job.words * 4);
      }
    }
  }
}

TEST(Jobs, have_the_addresses_that_the_models_count) {
  for (const crosscheck::Pattern& pattern : measuring_plan(5)) {
    if (pattern.access.kind == crosscheck::AccessKind::kWorkload || pattern.bits != 32) continue;
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

}  // namespace
}  // namespace superwarp::cuda
