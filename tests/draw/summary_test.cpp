// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/summary.h"

#include <gtest/gtest.h>

#include "tests/draw/machine_run.h"

namespace superwarp::draw {
namespace {

TEST(Summary, sums_the_congestions_of_figure_4) {
  EXPECT_EQ(machine_text(figure_four().machine), "DMM, w=4, l=7");
  EXPECT_EQ(time_text(figure_four()), "2+3+2 slots + 7-1 = 13 time units");
}

TEST(Summary, counts_the_latency_once_per_round) {
  const Scene scene =
      run_machine({}, {{0, 0, Op::kRead, {1, 2}, {}}, {0, 1, Op::kRead, {0, 32}, {}}, {0, 4, Op::kRead, {1}, {}}}, "");
  EXPECT_EQ(time_text(scene), "1+2+1 slots + 3 rounds x (7-1) = 22 time units");
}

TEST(Summary, counts_empty_slots_of_the_async_schedule) {
  Scene scene = run_machine({}, {{0, 0, Op::kRead, {1}, {}}, {0, 1, Op::kRead, {1}, {}}}, "");
  scene.machine.schedule = Schedule::kAsync;
  EXPECT_EQ(time_text(scene), "1+1 slots + 6 empty + 7-1 = 14 time units");
}

TEST(Summary, claims_no_sum_that_is_wrong) {
  Scene scene = figure_four();
  scene.time_units = 99;
  EXPECT_EQ(time_text(scene), "2+3+2 slots, 99 time units");
  scene.slots.clear();
  EXPECT_EQ(time_text(scene), "0 slots, 99 time units");
}

}  // namespace
}  // namespace superwarp::draw
