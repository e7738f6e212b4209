// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/slots.h"

#include <gtest/gtest.h>

#include "tools/measured/access_program.h"
#include "tools/measured/tests/crosscheck/synthetic.h"

namespace superwarp::crosscheck {
namespace {

PatternSlots slots_of(const Pattern& pattern, const gpu::Description& rules = gpu::Description()) {
  return count_slots(pattern, rules);
}

TEST(Patterns, a_conflict_of_degree_k_takes_k_slots) {
  for (std::uint32_t k = 1; k <= 32; ++k)
    EXPECT_EQ(slots_of(pattern_of(AccessKind::kConflict, k, Quantity::kTime)).slots, k);
}

TEST(Patterns, m_sharers_of_a_word_are_served_together) {
  for (std::uint32_t m = 1; m <= 32; ++m)
    EXPECT_EQ(slots_of(pattern_of(AccessKind::kMerge, m, Quantity::kTime)).slots, (31 + m) / m);
}

TEST(Patterns, a_stride_conflicts_by_its_common_divisor_with_the_banks) {
  for (std::uint32_t stride = 1; stride <= 64; ++stride) {
    std::uint32_t divisor = 1;
    while (divisor < 32 && stride % (2 * divisor) == 0) divisor *= 2;
    EXPECT_EQ(slots_of(pattern_of(AccessKind::kStride, stride, Quantity::kTime)).slots, divisor);
  }
}

TEST(Patterns, wide_accesses_are_split_into_half_and_quarter_warps) {
  const gpu::Description gpu = four_sub_cores();
  const auto slots = [&](std::uint32_t degree, std::uint32_t bits) {
    return slots_of(pattern_of(AccessKind::kConflict, degree, Quantity::kTime, 1, bits), gpu).slots;
  };
  EXPECT_EQ(slots(1, 64), 2U);
  EXPECT_EQ(slots(1, 128), 4U);
  for (std::uint32_t k = 1; k <= 32; ++k) {
    EXPECT_EQ(slots(k, 64), 2 * std::min(k, 16U)) << k;
    EXPECT_EQ(slots(k, 128), 4 * std::min(k, 8U)) << k;
  }
}

TEST(Patterns, a_read_that_waits_for_a_write_is_two_rounds) {
  Pattern p = pattern_of(AccessKind::kConflict, 5, Quantity::kTime);
  p.op = AccessOp::kWriteRead;
  EXPECT_EQ(slots_of(p).slots, 10U);
  EXPECT_EQ(slots_of(p).rounds, 2U);
  EXPECT_EQ(slots_of(p).waits, 2U);
  gpu::Description posts_writes = four_sub_cores();
  posts_writes.writes_wait = false;
  EXPECT_EQ(count_slots(p, posts_writes).rounds, 2U);
  EXPECT_EQ(count_slots(p, posts_writes).waits, 1U);
  p.op = AccessOp::kWrite;
  EXPECT_EQ(slots_of(p).rounds, 1U);
  EXPECT_EQ(count_slots(p, posts_writes).waits, 0U);
}

TEST(Patterns, warps_queue_and_slots_are_averaged_over_them) {
  const PatternSlots slots = slots_of(pattern_of(AccessKind::kConflict, 5, Quantity::kThroughput, 7));
  EXPECT_EQ(slots.slots, 35U);
  EXPECT_DOUBLE_EQ(slots.per_access(), 5);
}

TEST(Patterns, uniform_addresses_depend_on_seed_and_set_alone) {
  Pattern p = pattern_of(AccessKind::kUniform, 1, Quantity::kThroughput);
  p.access.words = 1024;
  p.access.sets = 2000;
  const double mean = slots_of(p).per_access();
  EXPECT_EQ(slots_of(p).per_access(), mean);
  EXPECT_NEAR(mean, 3.4354, 0.08);  // exact: superwarp congestion; 5 standard errors
  EXPECT_EQ(element_of(p.access, 32, 3, 7), element_of(p.access, 32, 3, 7));
  Pattern other = p;
  other.access.seed = 2;
  EXPECT_NE(slots_of(p).slots, slots_of(other).slots);
}

TEST(Patterns, a_workload_is_that_workload_on_its_mapping) {
  Pattern p = pattern_of(AccessKind::kWorkload, 1, Quantity::kTime, 32);
  p.access.workload = "transpose-naive";
  p.access.size = 32;
  EXPECT_EQ(slots_of(p).slots, 32U + 1024U);
  EXPECT_EQ(slots_of(p).rounds, 2U);
  p.access.mapping = "pad";
  EXPECT_EQ(slots_of(p).slots, 64U);
  p.access.mapping = "xor-swizzle";
  EXPECT_EQ(slots_of(p).slots, 64U);
}

TEST(Patterns, global_memory_is_the_umm) {
  Pattern p = pattern_of(AccessKind::kStride, 4, Quantity::kTime);
  EXPECT_EQ(slots_of(p).slots, 4U);
  p.memory = GpuMemory::kGlobal;
  EXPECT_EQ(slots_of(p).slots, 4U);
  p.access.parameter = 33;
  EXPECT_EQ(slots_of(p).slots, 32U);
  EXPECT_TRUE(not_described(p, four_sub_cores()));
  p.memory = GpuMemory::kTexture;
  EXPECT_TRUE(not_described(p, gpu::Description()));
}

TEST(Patterns, a_description_with_one_broadcast_word_is_the_gt200) {
  gpu::Description rules = sixteen_banks();
  const auto slots = [&](std::uint32_t sharers) {
    return slots_of(pattern_of(AccessKind::kMerge, sharers, Quantity::kTime), rules).slots;
  };
  const std::uint64_t all_merged = slots(4);  // a half-warp's four words are in one bank
  EXPECT_EQ(all_merged, 8U);                  // each is the broadcast word once
  Pattern pairs = pattern_of(AccessKind::kUniform, 1, Quantity::kThroughput);
  pairs.access.words = 64;
  pairs.access.sets = 200;
  const double one_word = slots_of(pairs, rules).per_access();
  rules.merges_every_word = true;
  EXPECT_EQ(slots(4), all_merged);
  EXPECT_GT(one_word, slots_of(pairs, rules).per_access());  // equal words of other banks wait
}

}  // namespace
}  // namespace superwarp::crosscheck
