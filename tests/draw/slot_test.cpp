// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/slot.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/draw/machine_run.h"

namespace superwarp::draw {
namespace {

constexpr std::uint32_t kLatency = 7;

TEST(Slots, enter_the_pipeline_one_latency_before_the_bank_events) {
  for (const Scene& scene : {figure_four(), figure_six(), figure_seven()}) {
    const std::vector<Slot> slots = slots_of(record(scene), kLatency);
    ASSERT_EQ(slots.size(), scene.slots.size());
    for (std::size_t i = 0; i < slots.size(); ++i) {
      EXPECT_EQ(slots[i].time_unit, scene.slots[i].time_unit);
      EXPECT_EQ(slots[i].super_warp, scene.slots[i].super_warp);
      EXPECT_EQ(slots[i].last, scene.slots[i].last);
      ASSERT_EQ(slots[i].requests.size(), scene.slots[i].requests.size());
      for (std::size_t r = 0; r < slots[i].requests.size(); ++r) {
        EXPECT_EQ(slots[i].requests[r].bank, scene.slots[i].requests[r].bank);
        EXPECT_EQ(slots[i].requests[r].address, scene.slots[i].requests[r].address);
        EXPECT_EQ(slots[i].requests[r].lane, scene.slots[i].requests[r].lane);
      }
    }
  }
}

TEST(Slots, refuse_time_units_that_are_no_slots) {
  const std::vector<void (*)(TimeUnit&)> faults = {[](TimeUnit& unit) { unit.served[1].dispatch = 1; },
                                                   [](TimeUnit& unit) { unit.served[0].dispatch = 3; },
                                                   [](TimeUnit& unit) { unit.served[2].lane = 4; },
                                                   [](TimeUnit& unit) { unit.events[1].op = Op::kWrite; },
                                                   [](TimeUnit& unit) {
                                                     unit.events.push_back({2, 0, Op::kRead, 0, kNoLane});
                                                   },
                                                   [](TimeUnit& unit) { unit.time = kLatency - 1; }};
  for (std::size_t i = 0; i < faults.size(); ++i) {
    Recording recording = record(figure_four());
    faults[i](recording.units[0]);
    EXPECT_THROW(slots_of(recording, kLatency), std::invalid_argument) << "fault " << i;
  }
}

}  // namespace
}  // namespace superwarp::draw
