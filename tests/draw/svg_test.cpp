// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/svg.h"

#include <gtest/gtest.h>

#include "tests/draw/machine_run.h"

namespace superwarp::draw {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Svg, escapes_the_title) {
  Scene scene = figure_four();
  scene.title = "<script>\"a\" & b\x01</script>";
  const std::string svg = draw_svg(scene);
  EXPECT_EQ(count(svg, "<script"), 0U);
  EXPECT_EQ(count(svg, "&lt;script&gt;&quot;a&quot; &amp; b?&lt;/script&gt;"), 2U);
}

TEST(Svg, shows_every_request_in_queue_pipeline_bank_and_time_diagram) {
  const Scene scene = figure_four();
  const std::string svg = draw_svg(scene);
  for (const Slot& slot : scene.slots) {
    for (const BankRequest& request : slot.requests) {
      if (request.address <= 13) continue;  // also numbers of stages and time units
      EXPECT_EQ(count(svg, ">" + std::to_string(request.address) + "</text>"), 4U) << request.address;
    }
  }
  EXPECT_EQ(count(svg, ">T0</text>"), 3U);
}

TEST(Svg, has_the_caption_and_one_colour_per_warp) {
  const std::string svg = draw_svg(figure_six());
  EXPECT_EQ(count(svg, ">SDMM, w=4, l=7, s=3: 6 slots + 7-1 = 12 time units</text>"), 1U);
  for (const char* warp : {"W(0)", "W(1)", "W(2)"}) {
    EXPECT_EQ(count(svg, ">" + std::string(warp) + "</text>"), 2U) << "above its column and in the legend";
  }
  EXPECT_EQ(count(svg, ">S(0)</text>"), 1U);
}

TEST(Svg, marks_writes_and_merged_requests) {
  const std::vector<Dispatch> asked = {{0, 0, Op::kWrite, {7, 7, 9, 7}, {}}};
  Scene scene = run_machine({}, asked, "");
  scene.dispatches = asked;
  const std::string svg = draw_svg(scene);
  EXPECT_GT(count(svg, ">write</text>"), 1U);
  EXPECT_EQ(count(svg, ">T0 ×3</text>"), 2U);
  EXPECT_EQ(count(draw_svg(figure_four()), ">write</text>"), 0U);
}

TEST(Svg, shows_a_window_of_a_huge_run) {
  Machine machine;
  machine.width = 128;
  machine.latency = 1000;
  std::vector<Dispatch> dispatches;
  for (std::uint32_t i = 0; i < 100; ++i) {
    Dispatch dispatch = {i, 0, Op::kRead, {}, {}};
    for (std::uint32_t lane = 0; lane < 128; ++lane) dispatch.address.push_back(lane * 128 + i);
    dispatches.push_back(dispatch);
  }
  const std::string svg = draw_svg(run_machine(machine, dispatches, "column access"));
  EXPECT_LT(svg.size(), 300000U);
  EXPECT_GT(count(svg, ">…</text>"), 0U);
}

TEST(SvgHeat, is_a_slide_with_the_time_of_the_run) {
  const std::string svg = draw_heat_svg(heat_scene(figure_four()));
  EXPECT_EQ(count(svg, "viewBox=\"0 0 1600 900\""), 1U);
  EXPECT_EQ(count(svg,
                  ">DMM, w=4, l=7: 13 time units, 0.923 requests per time unit, banks busy 23 % of "
                  "the time</text>"),
            1U);
  for (const char* warp : {"W(0)", "W(1)", "W(2)"}) EXPECT_EQ(count(svg, ">" + std::string(warp) + "</text>"), 1U);
  EXPECT_EQ(count(svg, "writes"), 0U);
}

TEST(SvgHeat, shows_every_access_in_the_bank_and_time_unit_of_its_event) {
  const Scene scene = heat_scene(figure_six());
  const std::string svg = draw_heat_svg(scene);
  std::size_t accesses = 0;
  for (const TimeUnit& unit : scene.units) {
    for (const BankEvent& event : unit.events) {
      ++accesses;
      EXPECT_EQ(count(svg, "M" + std::to_string(unit.time - 1) + " " + std::to_string(event.bank) + "h0.9"), 1U);
    }
  }
  EXPECT_EQ(count(svg, "h0.9v0.9h-0.9z"), accesses);
}

TEST(SvgHeat, does_not_hide_a_wrong_bank) {
  Scene scene = heat_scene(figure_four());
  ASSERT_EQ(scene.units[1].events[0].bank, 0U) << "where address 4 belongs";
  EXPECT_EQ(count(draw_heat_svg(scene), "M7 2h"), 0U);
  scene.units[1].events[0].bank = 2;
  const std::string svg = draw_heat_svg(scene);
  EXPECT_EQ(count(svg, "M7 2h"), 1U);
  EXPECT_EQ(count(svg, "M7 0h"), 0U);
}

TEST(SvgHeat, bins_long_runs_and_stays_small) {
  Scene scene;
  scene.machine.width = 128;
  scene.time_units = 100000;
  scene.dispatches = {{0, 0, Op::kRead, std::vector<Address>(128, 0), {}}};
  for (std::uint32_t time = 1; time <= scene.time_units; ++time) {
    TimeUnit unit;
    unit.time = time;
    for (std::uint32_t bank = time % 7; bank < 128; bank += 1 + (time * bank / 16) % 5) {
      unit.events.push_back(
          {bank, 0, time / 900 % 2 == 0 ? Op::kRead : Op::kWrite, 0, static_cast<std::uint32_t>(unit.served.size())});
      unit.served.push_back({0, bank, 0, static_cast<std::uint32_t>(unit.served.size())});
    }
    scene.units.push_back(unit);
  }
  const std::string svg = draw_heat_svg(scene);
  EXPECT_LT(svg.size(), 2000000U);
  EXPECT_EQ(count(svg, ">time unit of the access (196 per column)</text>"), 1U);
  EXPECT_EQ(count(svg, ">mostly writes</text>"), 1U);
}

}  // namespace
}  // namespace superwarp::draw
