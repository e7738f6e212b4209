// SPDX-License-Identifier: Apache-2.0
#include "sim/report/run_map.h"

#include <gtest/gtest.h>

#include <boost/archive/iterators/binary_from_base64.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "sim/exports/kanata.h"
#include "sim/exports/perfetto.h"
#include "sim/files/input_file.h"

namespace superwarp::report {
namespace {

/// Two warps want bank 1 at once: the second waits for the first; a third asks for the word of the
/// second and is served with it.
draw::Scene one_waits() {
  draw::Scene scene;
  scene.machine.width = 4;
  scene.machine.latency = 2;
  scene.machine.rpu = Rpu::kStream;
  scene.title = "a <title>";
  scene.time_units = 3;
  scene.dispatches = {
      {0, 0, Op::kRead, {1}, {}}, {1, 0, Op::kRead, {5}, {}}, {2, 0, Op::kRead, {5}, {}}};
  scene.accepted = {1, 1, 2};
  TimeUnit unit;
  unit.time = 2;
  unit.events = {{1, 0, Op::kRead, 1, 0}};
  unit.served = {{0, 0, 1, 0}};
  unit.completed = {0};
  scene.units.push_back(unit);
  unit.time = 3;
  unit.events = {{1, 1, Op::kRead, 5, 0}};
  unit.served = {{1, 0, 5, 0}, {2, 0, 5, 0}};
  unit.completed = {1, 2};
  scene.units.push_back(unit);
  return scene;
}

std::string unpacked(const std::string& link) {
  namespace iterators = boost::archive::iterators;
  using Bytes = iterators::transform_width<iterators::binary_from_base64<const char*>, 8, 6>;
  std::string letters = link.substr(link.find(',') + 1);
  letters.erase(letters.find_last_not_of('=') + 1);
  const std::filesystem::path file =
      std::filesystem::path(::testing::TempDir()) /
      (std::string("run_map_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
  std::string bytes(Bytes(letters.data()), Bytes(letters.data() + letters.size()));
  bytes.resize(letters.size() * 6 / 8);
  std::ofstream(file, std::ios::binary) << bytes;
  std::string text;
  {
    files::InputFile in(file);
    text.assign(std::istreambuf_iterator<char>(in), {});
  }
  std::filesystem::remove(file);
  return text;
}

TEST(RunMap, TellsEveryAccessWithWhomItServed) {
  const Json map = run_map(one_waits(), 17, true);
  EXPECT_EQ(map["point"], 17);
  EXPECT_EQ(map["time_units"], 3);
  ASSERT_EQ(map["accesses"].size(), 2U);
  // Time unit, bank, row, writes, lanes, colour, dispatches.
  EXPECT_EQ(map["accesses"][0], Json({2, 1, 0, 0, 1, 0, Json::array({0})}));
  EXPECT_EQ(map["accesses"][1], Json({3, 1, 1, 0, 2, 1, Json({1, 2})}));
  ASSERT_EQ(map["colours"].size(), 2U);
  EXPECT_NE(map["colours"][0], map["colours"][1]);
}

TEST(RunMap, TellsWhoWaitedForWhom) {
  const Json dispatches = run_map(one_waits(), 17, true)["dispatches"];
  ASSERT_EQ(dispatches.size(), 3U);
  // Number, name, accepted, first and last slot, complete, requests, for whom it waited.
  EXPECT_EQ(dispatches[0], Json({0, "W0 round 0 read", 1, 1, 1, 2, 1, nullptr}));
  EXPECT_EQ(dispatches[1], Json({1, "W1 round 0 read", 1, 2, 2, 3, 1, 0}));
  EXPECT_EQ(dispatches[2], Json({2, "W2 round 0 read", 2, 2, 2, 3, 1, nullptr}));
}

TEST(RunMap, HasTheFilesOfTheExports) {
  const draw::Scene scene = one_waits();
  const Json files = run_map(scene, 17, true)["files"];
  ASSERT_EQ(files.size(), 3U);
  EXPECT_EQ(files[0]["name"], "point-17.kanata.gz");
  EXPECT_EQ(unpacked(files[0]["link"]), exports::kanata(scene));
  EXPECT_EQ(unpacked(files[1]["link"]), exports::perfetto(scene));
  EXPECT_NE(unpacked(files[2]["link"]).find("<svg"), std::string::npos);
}

TEST(RunMap, TakesTheBeginningOfARun) {
  draw::Scene scene = one_waits();
  scene.units.pop_back();
  scene.time_units = 2;
  const Json map = run_map(scene, 17, false);
  EXPECT_EQ(map["whole"], false);
  EXPECT_EQ(map["dispatches"].size(), 1U);
  EXPECT_EQ(map["accesses"].size(), 1U);
}

}  // namespace
}  // namespace superwarp::report
