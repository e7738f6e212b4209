// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/svg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "tests/draw/machine_run.h"

namespace superwarp::draw {
namespace {

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// Takes name="value" pairs off `text`; false if anything else is left.
bool are_attributes(std::string_view text) {
  while (!text.empty()) {
    const std::size_t open = text.find("=\"");
    if (text[0] != ' ' || open < 2 || open == std::string_view::npos) return false;
    const std::string_view name = text.substr(1, open - 1);
    const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; };
    if (!std::all_of(name.begin(), name.end(), is_letter)) return false;
    const std::size_t close = text.find('"', open + 2);
    if (close == std::string_view::npos) return false;
    if (text.substr(open, close - open).find_first_of("<&") != std::string_view::npos) return false;
    text.remove_prefix(close + 1);
  }
  return true;
}

bool is_reference(std::string_view text) {
  return starts_with(text, "&amp;") || starts_with(text, "&lt;") || starts_with(text, "&gt;") ||
         starts_with(text, "&quot;");
}

// The XML this library writes: one element with tags that nest, attributes in quotes, no stray '<'
// or '&'.
bool is_well_formed(std::string_view xml) {
  if (starts_with(xml, "<?xml ")) xml.remove_prefix(xml.find("?>") + 2);
  std::vector<std::string_view> open;
  std::size_t roots = 0;
  while (!xml.empty()) {
    if (xml[0] != '<') {
      if (xml[0] == '>' || (xml[0] == '&' && !is_reference(xml))) return false;
      if (open.empty() && xml[0] != '\n') return false;
      xml.remove_prefix(1);
      continue;
    }
    const std::size_t end = xml.find('>');
    if (end == std::string_view::npos) return false;
    std::string_view tag = xml.substr(1, end - 1);
    xml.remove_prefix(end + 1);
    if (starts_with(tag, "/")) {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
      continue;
    }
    if (open.empty()) ++roots;
    const bool is_empty = !tag.empty() && tag.back() == '/';
    if (is_empty) tag.remove_suffix(1);
    const std::string_view name = tag.substr(0, tag.find(' '));
    if (name.empty() || !are_attributes(tag.substr(name.size()))) return false;
    if (!is_empty) open.push_back(name);
  }
  return open.empty() && roots == 1;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Svg, is_well_formed_xml) {
  ASSERT_FALSE(is_well_formed("<a><b></a></b>"));
  ASSERT_FALSE(is_well_formed("<a>&</a>"));
  ASSERT_FALSE(is_well_formed("<a b=\"c\"d></a>"));
  ASSERT_TRUE(is_well_formed("<a b=\"c\"><d/>&amp;</a>"));
  for (const Scene& scene : {figure_four(), figure_six(), figure_seven()}) {
    EXPECT_TRUE(is_well_formed(draw_svg(scene)));
  }
}

TEST(Svg, escapes_the_title) {
  Scene scene = figure_four();
  scene.title = "<script>\"a\" & b\x01</script>";
  const std::string svg = draw_svg(scene);
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "<script"), 0U);
  EXPECT_EQ(count(svg, "&lt;script&gt;&quot;a&quot; &amp; b?&lt;/script&gt;"), 2U);
}

TEST(Svg, shows_every_request_in_queue_pipeline_bank_and_time_diagram) {
  const Scene scene = figure_four();
  const std::string svg = draw_svg(scene);
  for (const Slot& slot : scene.slots) {
    for (const BankRequest& request : slot.requests) {
      if (request.address <= 13) continue;  // smaller numbers stand for stages and time units too
      EXPECT_EQ(count(svg, ">" + std::to_string(request.address) + "</text>"), 4U)
          << request.address;
    }
  }
  EXPECT_EQ(count(svg, ">T0</text>"), 3U);
}

TEST(Svg, has_the_caption_and_one_colour_per_warp) {
  const std::string svg = draw_svg(figure_six());
  EXPECT_EQ(count(svg, ">SDMM, w=4, l=7, s=3: 6 slots + 7-1 = 12 time units</text>"), 1U);
  for (const char* warp : {"W(0)", "W(1)", "W(2)"}) {
    EXPECT_EQ(count(svg, ">" + std::string(warp) + "</text>"), 2U)
        << "over its column and in the legend";
  }
  EXPECT_EQ(count(svg, ">S(0)</text>"), 1U);
}

TEST(Svg, tells_writes_and_merged_requests) {
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
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_LT(svg.size(), 300000U);
  EXPECT_GT(count(svg, ">…</text>"), 0U);
}

TEST(SvgHeat, is_a_slide_with_what_a_run_took) {
  const std::string svg = draw_heat_svg(heat_scene(figure_four()));
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "viewBox=\"0 0 1600 900\""), 1U);
  EXPECT_EQ(count(svg,
                  ">DMM, w=4, l=7: 13 time units, 0.923 requests per time unit, banks busy 23 % of "
                  "the time</text>"),
            1U);
  for (const char* warp : {"W(0)", "W(1)", "W(2)"})
    EXPECT_EQ(count(svg, ">" + std::string(warp) + "</text>"), 1U);
  EXPECT_EQ(count(svg, "writes"), 0U);
}

TEST(SvgHeat, shows_every_access_in_the_bank_and_time_unit_of_its_event) {
  const Scene scene = heat_scene(figure_six());
  const std::string svg = draw_heat_svg(scene);
  std::size_t accesses = 0;
  for (const TimeUnit& unit : scene.units) {
    for (const BankEvent& event : unit.events) {
      ++accesses;
      EXPECT_EQ(count(svg, "M" + std::to_string(unit.time - 1) + " " + std::to_string(event.bank) +
                               "h0.9"),
                1U);
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
      unit.events.push_back({bank, 0, time / 900 % 2 == 0 ? Op::kRead : Op::kWrite, 0,
                             static_cast<std::uint32_t>(unit.served.size())});
      unit.served.push_back({0, bank, 0, static_cast<std::uint32_t>(unit.served.size())});
    }
    scene.units.push_back(unit);
  }
  const std::string svg = draw_heat_svg(scene);
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_LT(svg.size(), 2000000U);
  EXPECT_EQ(count(svg, ">time unit of the access (196 of them a column)</text>"), 1U);
  EXPECT_EQ(count(svg, ">mostly writes</text>"), 1U);
}

}  // namespace
}  // namespace superwarp::draw
