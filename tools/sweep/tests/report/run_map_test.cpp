// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <boost/archive/iterators/binary_from_base64.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "sim/exports/exports.h"
#include "sim/files/input_file.h"
#include "tests/draw/machine_run.h"
#include "tools/sweep/report/page.h"

namespace superwarp::report {
namespace {

/// One warp waits for another at bank 1; a third asks for the word of the second and is served with
/// it.
draw::Scene one_waits() {
  draw::Scene scene = draw::one_waits();
  scene.machine.rpu = Rpu::kStream;
  scene.title = "a <title>";
  scene.dispatches.push_back({2, 0, Op::kWrite, {5}, {7}});
  scene.accepted.push_back(2);
  scene.units[1].served.push_back({2, 0, 0, 0});
  scene.units[1].completed.push_back(2);
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

TEST(RunMap, HasEveryAccessWithTheDispatchesItServed) {
  const Json map = run_map(one_waits(), 17, true);
  EXPECT_EQ(map["point"], 17);
  EXPECT_EQ(map["time_units"], 3);
  ASSERT_EQ(map["accesses"].size(), 2U);
  // Time unit, bank, row, writes, lanes, colour, dispatches.
  EXPECT_EQ(map["accesses"][0], Json({2, 1, 0, 0, 1, 0, Json::array({0})}));
  EXPECT_EQ(map["accesses"][1], Json({3, 1, 1, 1, 2, 1, Json({1, 2})}));
  ASSERT_EQ(map["colours"].size(), 2U);
  EXPECT_NE(map["colours"][0], map["colours"][1]);
}

TEST(RunMap, HasTheDispatchThatEachWaitedFor) {
  const Json dispatches = run_map(one_waits(), 17, true)["dispatches"];
  ASSERT_EQ(dispatches.size(), 3U);
  // Number, name, accepted, first and last slot, complete, requests, waited for.
  EXPECT_EQ(dispatches[0], Json({0, "W0 round 0 read", 1, 1, 1, 2, 1, nullptr}));
  EXPECT_EQ(dispatches[1], Json({1, "W1 round 0 write", 1, 2, 2, 3, 1, 0}));
  EXPECT_EQ(dispatches[2], Json({2, "W2 round 0 write", 2, 2, 2, 3, 1, nullptr}));
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
