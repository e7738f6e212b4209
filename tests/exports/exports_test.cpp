// SPDX-License-Identifier: Apache-2.0
#include "sim/exports/exports.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/draw/machine_run.h"

namespace superwarp::exports {
namespace {

using draw::one_waits;

TEST(Lives, tell_waiting_slots_and_completion) {
  const std::vector<Life> all = lives(one_waits());
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].first, 1U);
  EXPECT_EQ(all[0].completed, 2U);
  EXPECT_FALSE(all[0].waited_for);
  EXPECT_EQ(all[1].accepted, 1U);
  EXPECT_EQ(all[1].first, 2U);
  EXPECT_EQ(all[1].completed, 3U);
  EXPECT_EQ(all[1].waited_for, DispatchId{0});
}

TEST(Lives, refuse_a_scene_that_contradicts_itself) {
  draw::Scene scene = one_waits();
  scene.accepted.clear();
  EXPECT_THROW(lives(scene), std::invalid_argument);
  scene = one_waits();
  scene.units[0].events[0].bank = 4;
  EXPECT_THROW(lives(scene), std::invalid_argument);
  scene = one_waits();
  scene.machine.latency = 3;
  EXPECT_THROW(lives(scene), std::invalid_argument);
}

TEST(Kanata, follows_its_format) {
  EXPECT_EQ(kanata(one_waits()),
            "Kanata\t0004\nC=\t0\nC\t1\n"
            "I\t0\t0\t0\nL\t0\t0\tW0 round 0 read\nL\t0\t1\tlane 0: bank 1 row 0 in slot 1\n"
            "S\t0\t0\tS\n"
            "I\t1\t1\t1\nL\t1\t0\tW1 round 0 write\nL\t1\t1\tlane 0: bank 1 row 1 in slot 2\n"
            "S\t1\t0\tW\n"
            "C\t1\nE\t0\t0\tS\nS\t0\t0\tP\nE\t1\t0\tW\nS\t1\t0\tS\nW\t1\t0\t0\n"
            "C\t1\nE\t0\t0\tP\nR\t0\t0\t0\nE\t1\t0\tS\nS\t1\t0\tP\n"
            "C\t1\nE\t1\t0\tP\nR\t1\t1\t0\n");
}

TEST(Kanata, every_stage_ends_and_every_dispatch_retires_once_when_it_is_complete) {
  const draw::Scene scene = draw::heat_scene(draw::figure_four());
  std::istringstream log(kanata(scene));
  std::map<std::string, std::string> open;  // stage by dispatch
  std::map<std::string, std::uint64_t> retired;
  std::uint64_t now = 0;
  for (std::string line; std::getline(log, line);) {
    std::istringstream fields(line);
    std::vector<std::string> field;
    for (std::string part; std::getline(fields, part, '\t');) field.push_back(part);
    if (field[0] == "C") now += std::stoull(field[1]);
    if (field[0] == "S") {
      EXPECT_TRUE(open.emplace(field[1], field[3]).second) << line;
    }
    if (field[0] == "E") {
      EXPECT_EQ(open.at(field[1]), field[3]);
      open.erase(field[1]);
    }
    if (field[0] == "R") {
      EXPECT_EQ(open.count(field[1]), 0U);
      EXPECT_TRUE(retired.emplace(field[1], now).second) << line;
    }
  }
  EXPECT_TRUE(open.empty());
  // Figure 4: slots 1-2, 3-5, 6-7, and seven stages.
  EXPECT_EQ(retired, (std::map<std::string, std::uint64_t>{{"0", 9}, {"1", 12}, {"2", 14}}));
}

TEST(Perfetto, has_every_access_once_on_its_bank_and_counts_what_is_served) {
  const draw::Scene scene = draw::heat_scene(draw::figure_six());
  const auto trace = nlohmann::json::parse(perfetto(scene));
  std::multiset<std::pair<std::uint64_t, std::uint64_t>> drawn;  // bank, time
  std::multiset<std::pair<std::uint64_t, std::uint64_t>> done;
  double served = 0;
  std::map<std::pair<int, std::uint64_t>, std::string> tracks;
  for (const auto& event : trace.at("traceEvents")) {
    if (event.at("ph") == "M" && event.at("name") == "thread_name")
      tracks[{event.at("pid"), event.at("tid")}] = event.at("args").at("name");
    if (event.at("ph") == "X") {
      EXPECT_EQ(tracks.count({event.at("pid"), event.at("tid")}), 1U);
      EXPECT_GT(event.at("dur"), 0);
      if (event.at("pid") == 1) drawn.insert({event.at("tid").get<int>() - 1, event.at("ts")});
    }
    if (event.at("ph") == "C" && event.at("name") == "served") served += event.at("args").at("requests").get<double>();
  }
  std::size_t requests = 0;
  for (const TimeUnit& unit : scene.units) {
    for (const BankEvent& event : unit.events) done.insert({event.bank, unit.time});
    requests += unit.served.size();
  }
  EXPECT_EQ(drawn, done);
  EXPECT_DOUBLE_EQ(served, static_cast<double>(requests));
}

TEST(Wavedrom, has_a_letter_per_time_unit_and_a_text_for_each_that_is_no_gap) {
  const draw::Scene scene = draw::heat_scene(draw::figure_seven());
  const auto diagram = nlohmann::json::parse(wavedrom(scene));
  std::vector<nlohmann::json> lines;
  for (const auto& signal : diagram.at("signal")) {
    if (!signal.is_array()) {
      lines.push_back(signal);
      continue;
    }
    for (std::size_t i = 1; i < signal.size(); ++i) lines.push_back(signal[i]);
  }
  ASSERT_EQ(lines.size(), 3U + scene.machine.width);
  std::size_t accesses = 0;
  for (const auto& line : lines) {
    const auto wave = line.at("wave").get<std::string>();
    EXPECT_EQ(wave.size(), scene.time_units) << line;
    if (!line.contains("data")) continue;
    std::size_t texts = 0;
    for (const char c : wave) texts += c >= '3' && c <= '9' ? 1 : 0;
    EXPECT_EQ(texts, line.at("data").size()) << line;
    if (line.at("name").get<std::string>()[0] == 'B') accesses += texts;
  }
  std::size_t done = 0;
  for (const TimeUnit& unit : scene.units) done += unit.events.size();
  EXPECT_EQ(accesses, done);
}

TEST(Wavedrom, refuses_a_run_that_is_too_long_to_read) {
  draw::Scene scene = one_waits();
  scene.time_units = kLongestWavedrom + 1;
  EXPECT_THROW(wavedrom(scene), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::exports
