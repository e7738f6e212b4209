// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/heat.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace superwarp::draw {
namespace {

/// Two dispatches in one time unit, a read and a write; an access of bank 3 serves two threads.
Scene two_at_once() {
  Scene scene;
  scene.machine.width = 4;
  scene.time_units = 5;
  scene.dispatches = {{0, 0, Op::kRead, {1, 2, 3, 3}, {}}, {9, 0, Op::kWrite, {4, 0, 0, 0}, {}}};
  TimeUnit unit;
  unit.time = 2;
  unit.events = {{3, 0, Op::kRead, 0, 0}, {0, 1, Op::kWrite, 0, 2}};
  unit.served = {{0, 2, 0, 0}, {0, 3, 0, 0}, {1, 0, 0, 1}};
  scene.units.push_back(unit);
  unit.time = 5;
  unit.events = {{1, 0, Op::kRead, 0, 0}};
  unit.served = {{0, 0, 0, 0}};
  scene.units.push_back(unit);
  return scene;
}

TEST(HeatMap, separates_reads_writes_and_dispatches_of_one_time_unit) {
  const HeatMap map(two_at_once(), 100, 100);
  EXPECT_EQ(map.columns(), 5U);
  EXPECT_EQ(map.rows(), 4U);
  EXPECT_EQ(map.bin(), 1U);
  EXPECT_EQ(map.cell(3, 1).op(), Op::kRead);
  EXPECT_EQ(map.cell(3, 1).super_warp, 0U);
  EXPECT_EQ(map.cell(0, 1).op(), Op::kWrite);
  EXPECT_EQ(map.cell(0, 1).super_warp, 9U);
  EXPECT_TRUE(map.cell(1, 1).idle());
  EXPECT_EQ(map.served(0), 0);
  EXPECT_EQ(map.served(1), 3);
  EXPECT_EQ(map.most_served(), 3);
  EXPECT_DOUBLE_EQ(map.requests_per_time_unit(), 4.0 / 5);
  EXPECT_DOUBLE_EQ(map.busy(), 3.0 / 20);
  EXPECT_EQ(map.super_warps(), (std::set<std::uint64_t>{0, 9}));
  EXPECT_FALSE(map.stray());
}

TEST(HeatMap, puts_several_time_units_and_banks_into_a_cell) {
  const HeatMap map(two_at_once(), 2, 2);
  EXPECT_EQ(map.columns(), 2U);
  EXPECT_EQ(map.bin(), 3U);
  EXPECT_EQ(map.banks_in_row(), 2U);
  EXPECT_DOUBLE_EQ(map.busy(0, 0), 1.0 / 6);
  EXPECT_DOUBLE_EQ(map.busy(0, 1), 1.0 / 4) << "the last column has two time units";
  EXPECT_DOUBLE_EQ(map.busy(1, 0), 1.0 / 6);
  EXPECT_DOUBLE_EQ(map.served(1), 1.0 / 2);
}

/// The same accesses in shared memory 1 and in the global memory of two multiprocessors.
Scene of_several_memories() {
  Scene scene = two_at_once();
  scene.machine.hierarchy = Hierarchy{2, 9};
  scene.units[0].memory = 1;
  scene.units[1].memory = 2;
  scene.accepted = {1, 1};
  return scene;
}

TEST(HeatMap, puts_the_banks_of_several_memories_below_each_other) {
  const HeatMap map(of_several_memories(), 100, 100);
  EXPECT_EQ(map.rows(), 12U);
  EXPECT_EQ(map.rows_of_memory(), 4U);
  EXPECT_EQ(map.cell(4 + 3, 1).super_warp, 0U);
  EXPECT_EQ(map.cell(4 + 0, 1).super_warp, 9U);
  EXPECT_FALSE(map.cell(8 + 1, 4).idle());
  EXPECT_TRUE(map.cell(1, 4).idle());
  EXPECT_DOUBLE_EQ(map.busy(), 3.0 / 60);
  EXPECT_TRUE(map.waiting().empty());

  const HeatMap narrow(of_several_memories(), 5, 5);  // no row has banks of two memories
  EXPECT_EQ(narrow.rows(), 3U);
  EXPECT_DOUBLE_EQ(narrow.busy(1, 1), 2.0 / 4);
  Scene outside = of_several_memories();
  outside.units[0].memory = 3;
  EXPECT_THROW(HeatMap(outside, 9, 9), std::invalid_argument);
}

TEST(HeatMap, marks_accesses_that_serve_no_thread) {
  Scene scene = two_at_once();
  scene.units[1].events.push_back({2, 7, Op::kRead, 0, kNoLane});
  EXPECT_TRUE(HeatMap(scene, 9, 9).cell(2, 4).stray);
  scene = two_at_once();
  scene.units[1].served[0].dispatch = 2;
  EXPECT_TRUE(HeatMap(scene, 9, 9).cell(1, 4).stray) << "of a dispatch that was not offered";
}

TEST(HeatMap, refuses_events_outside_the_machine_or_the_run) {
  Scene scene = two_at_once();
  scene.units[0].events[0].bank = 4;
  EXPECT_THROW(HeatMap(scene, 9, 9), std::invalid_argument);
  for (const std::uint64_t time : {0U, 6U}) {
    scene = two_at_once();
    scene.units[0].time = time;
    EXPECT_THROW(HeatMap(scene, 9, 9), std::invalid_argument) << time;
  }
}

TEST(HeatMap, draws_a_run_in_which_nothing_happens) {
  Scene scene;
  const HeatMap map(scene, 10, 10);
  EXPECT_EQ(map.columns(), 1U);
  EXPECT_EQ(map.busy(), 0);
}

}  // namespace
}  // namespace superwarp::draw
