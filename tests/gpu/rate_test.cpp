// SPDX-License-Identifier: Apache-2.0
#include "sim/gpu/rate.h"

#include <gtest/gtest.h>

#include "sim/description/data_files.h"

namespace superwarp::gpu {
namespace {

Description hopper_rules() { return read_description(description::gpu_file("hopper")); }

Stream stream(double slots, std::uint32_t warps, std::uint32_t sub_cores, double written = 0) {
  Stream s;
  s.slots = slots;
  s.warps = warps;
  s.sub_cores = sub_cores;
  s.written_words = written;
  return s;
}

TEST(Rate, the_papers_machine_serves_a_slot_a_cycle) {
  for (const double slots : {1.0, 2.5, 32.0})
    EXPECT_DOUBLE_EQ(cycles_per_access(Description(), stream(slots, 8, 1)), slots);
}

TEST(Rate, a_warp_alone_gets_every_other_slot_and_an_access_in_four_cycles) {
  const Description gpu = hopper_rules();
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, stream(1, 1, 1)), 4);
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, stream(3, 1, 1)), 6);
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, stream(32, 1, 1)), 64);
}

TEST(Rate, idle_phases_of_a_warp_alone_overlap_with_the_others) {
  const Description gpu = hopper_rules();
  Stream s = stream(4, 1, 1);
  s.idle_slots = 2;
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, s), 4);
  s.warps = s.sub_cores = 4;
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, s), 4);
}

TEST(Rate, an_access_of_idle_lanes_alone_takes_no_slot) {
  EXPECT_DOUBLE_EQ(cycles_per_access(Description(), stream(0, 3, 1)), 0);
  EXPECT_DOUBLE_EQ(cycles_per_access(hopper_rules(), stream(0, 1, 1)), 4);
}

TEST(Rate, two_warps_of_a_sub_core_get_every_slot) {
  const Description gpu = hopper_rules();
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, stream(1, 2, 1)), 2);
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, stream(4, 2, 1)), 4);
}

TEST(Rate, the_data_of_stores_keep_a_sub_core_busy) {
  const Description gpu = hopper_rules();
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, stream(1, 8, 1, 1)), 4);
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, stream(2, 8, 1, 2)), 6);
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, stream(4, 8, 1, 4)), 10);
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, stream(4, 32, 4, 4)), 4);
}

// Of 5 warps the sub-core of two has half of its accesses left when the others are done.
TEST(Rate, uneven_sub_cores_share_slots_equally_while_they_have_requests) {
  const Description gpu = hopper_rules();
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, stream(1, 5, 4)), 6.0 / 5);
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, stream(1, 9, 4)), 10.0 / 9);
  EXPECT_DOUBLE_EQ(cycles_per_access(gpu, stream(3, 5, 4)), 3);
}

}  // namespace
}  // namespace superwarp::gpu
