// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/view.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/draw/machine_run.h"

namespace superwarp::draw {
namespace {

constexpr std::nullopt_t kGap = std::nullopt;

TEST(Window, shows_everything_that_fits) { EXPECT_EQ(window(3, 3, {}), (Window{0, 1, 2})); }

TEST(Window, omits_the_end_by_default) { EXPECT_EQ(window(9, 3, {}), (Window{0, 1, kGap})); }

TEST(Window, shows_wanted_places_first) {
  EXPECT_EQ(window(100, 5, {0, 99, 50}), (Window{0, kGap, 50, kGap, 99}));
  EXPECT_EQ(window(100, 6, {0, 99, 50}), (Window{0, 1, kGap, 50, kGap, 99}));
}

TEST(Window, fills_a_gap_of_one) { EXPECT_EQ(window(5, 4, {0, 2}), (Window{0, 1, 2, kGap})); }

TEST(Window, never_exceeds_its_limit) {
  for (std::uint64_t limit = 0; limit < 12; ++limit) {
    EXPECT_LE(window(1000000000000, limit, {7, 5, 3, 999999, 42}).size(), limit);
  }
}

TEST(History, shows_figure_4_with_every_stage_in_use) {
  EXPECT_EQ(fullest_time_unit(figure_four().slots, 7), 7U);
  EXPECT_EQ(fullest_time_unit(figure_four().slots, 3), 3U);
  EXPECT_EQ(fullest_time_unit({}, 3), 1U);
}

TEST(History, counts_the_requests_merged_with_a_leader) {
  const std::vector<Dispatch> asked = {{0, 0, Op::kRead, {5, 5, 6, 5}, {}}};
  Scene scene = run_machine({}, asked, "");
  EXPECT_EQ(History(scene).carried(&scene.slots[0], 5)->merged, 1U) << "slots name leaders only";
  scene.dispatches = asked;
  EXPECT_EQ(History(scene).carried(&scene.slots[0], 5)->merged, 3U);
  EXPECT_EQ(History(scene).carried(&scene.slots[0], 6)->merged, 1U);
}

/// On the GT200 equal words merge only with the slot's lowest thread.
TEST(History, counts_what_is_broadcast_on_the_gt200) {
  Scene scene;
  scene.machine.kind = MachineKind::kGt200;
  scene.machine.width = 4;
  scene.machine.latency = 1;
  scene.slots = {{1, 0, 0, Op::kRead, false, {{0, 0, 0}, {1, 1, 1}}}, {2, 0, 0, Op::kRead, true, {{1, 1, 2}}}};
  scene.dispatches = {{0, 0, Op::kRead, {0, 1, 1, 1}, {}}};
  scene.shown = 1;
  const History history(scene);
  EXPECT_EQ(history.carried(&scene.slots[0], 0)->merged, 1U);
  EXPECT_EQ(history.carried(&scene.slots[0], 1)->merged, 1U);
  EXPECT_EQ(history.carried(&scene.slots[1], 1)->merged, 2U);
  EXPECT_FALSE(history.queued_request(0, 1)->waiting);
  EXPECT_TRUE(history.queued_request(0, 2)->waiting);
  EXPECT_TRUE(history.queued_request(0, 3)->waiting);
}

TEST(History, queues_the_warps_of_a_super_warp_side_by_side) {
  const Scene scene = figure_six();
  const History history(scene);
  ASSERT_EQ(history.queue_columns(), 3U);
  EXPECT_EQ(history.queued_warp(1), 1U);
  EXPECT_EQ(history.queued_request(1, 0)->address, 9U);
  EXPECT_EQ(history.queued_request(1, 0)->thread, 4U);
}

TEST(History, drops_complete_dispatches_from_the_queue) {
  Scene scene = figure_four();
  scene.shown = 8;
  EXPECT_EQ(History(scene).queue_columns(), 3U) << "the last slot of W(0) is in stage 7";
  scene.shown = 9;
  EXPECT_EQ(History(scene).queue_columns(), 2U);
}

TEST(History, refuses_a_scene_that_contradicts_itself) {
  Scene scene = figure_four();
  scene.dispatches.resize(2);
  EXPECT_THROW(History{scene}, std::invalid_argument);
  scene = figure_four();
  scene.slots[1].time_unit = 1;
  EXPECT_THROW(History{scene}, std::invalid_argument);
  scene = figure_four();
  scene.slots[0].requests[0].bank = 4;
  EXPECT_THROW(History{scene}, std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::draw
