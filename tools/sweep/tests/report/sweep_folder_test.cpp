// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/report/sweep_folder.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "tests/refusal.h"

namespace superwarp::report {
namespace {

namespace fs = std::filesystem;

/// The folder of a complete sweep with two points.
class Folder : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(dir_);
    write("sweep.json",
          R"({"schema": "superwarp.sweep/1", "commit": "c", "version": "0", "space": "s.toml",
              "points": {"all": 4, "done": 2, "impossible": 1, "failed": 1, "disagree": 0},
              "units": {"time_units": "cycles", "agree": "engines"}})");
    write("space.toml", "machine = [\"dmm\", \"sdmm\"]\n");
    write("results.csv",
          "point,machine,super-warp,time_units,agree,command\n"
          "0,dmm,,12,true,superwarp run --machine dmm\n"
          "3,sdmm,2,9.5,,\"superwarp run --shifts 1,2\"\n");
    write("impossible.csv", "point,options,reason\n1,--machine sdmm,\"no, never\"\n");
    write("failures.csv", "point,command,error\n2,superwarp run,oh\n");
  }
  void TearDown() override { fs::remove_all(dir_); }

  void write(const std::string& file, const std::string& text) const { std::ofstream(dir_ / file) << text; }
  [[nodiscard]] std::string refusal() const {
    return test::refusal<std::runtime_error>([&] { read_sweep(dir_); });
  }
  void expect_refused(const std::string& why) const {
    EXPECT_NE(refusal().find(why), std::string::npos) << why << "; said: " << refusal();
  }

  const fs::path dir_ = fs::path(::testing::TempDir()) /
                        ("report_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(Folder, HasOptionsFiguresAndPointsWithout) {
  const SweepFolder sweep = read_sweep(dir_);
  EXPECT_EQ(sweep.points, (std::vector<std::uint64_t>{0, 3}));
  ASSERT_EQ(sweep.options.size(), 2U);
  EXPECT_EQ(sweep.options[1].cells, (std::vector<Json>{nullptr, "2"}));
  ASSERT_EQ(sweep.figures.size(), 2U);
  EXPECT_EQ(sweep.figure("time_units")->cells, (std::vector<Json>{12, 9.5}));
  EXPECT_EQ(sweep.figure("time_units")->unit, "cycles");
  EXPECT_EQ(sweep.figure("agree")->cells, (std::vector<Json>{true, nullptr}));
  EXPECT_EQ(sweep.figure("machine"), nullptr);
  EXPECT_EQ(sweep.commands[1], "superwarp run --shifts 1,2");
  ASSERT_EQ(sweep.impossible.size(), 1U);
  EXPECT_EQ(sweep.impossible[0].why, "no, never");
  ASSERT_EQ(sweep.failed.size(), 1U);
  EXPECT_EQ(sweep.failed[0].point, 2U);
}

TEST_F(Folder, IsRefusedWithoutOneOfItsFiles) {
  for (const char* file : {"sweep.json", "space.toml", "results.csv", "impossible.csv", "failures.csv"}) {
    fs::rename(dir_ / file, dir_ / "aside");
    expect_refused(std::string(file) + ": ");
    expect_refused("expected a complete result of 'superwarp sweep SPACE --out");
    fs::rename(dir_ / "aside", dir_ / file);
  }
  EXPECT_EQ(refusal(), "");
}

TEST_F(Folder, IsRefusedIfTheTableBelongsToAnotherSweep) {
  write("results.csv", "point,machine,time_units,agree,command\n0,dmm,12,true,c\n");
  expect_refused("results.csv: has 1 points, sweep.json says 2 done");
}

TEST_F(Folder, IsRefusedWithCellsThatAreNoFigures) {
  write("results.csv", "point,machine,time_units,agree,command\n0,dmm,12,true,c\n3,dmm,soon,,c\n");
  expect_refused("results.csv:3: 'soon' in the column 'time_units', expected a number");
  write("results.csv", "point,machine,time_units,agree,command\n0,dmm,12,true,c\n-3,dmm,9,,c\n");
  expect_refused("results.csv:3: '-3' in the column 'point', expected the number of a point");
}

TEST_F(Folder, IsRefusedWithAFigureWithoutUnit) {
  write("results.csv", "point,machine,time_units,joules,command\n0,dmm,1,2,c\n3,dmm,1,2,c\n");
  expect_refused("results.csv:1: the column 'joules' is among the figures");
  write("results.csv", "number,machine,time_units,command\n");
  expect_refused("results.csv:1: expected columns from 'point' to 'command'");
}

TEST_F(Folder, IsRefusedWithOtherJson) {
  for (const char* text : {"", "{", "[]", "{\"schema\": \"superwarp.run/1\"}"}) {
    write("sweep.json", text);
    expect_refused("sweep.json: expected JSON with \"schema\": \"superwarp.sweep/1\"");
  }
  write("sweep.json", "{\"schema\": \"superwarp.sweep/1\", \"commit\": 1}");
  expect_refused("expected a text \"commit\"");
  write("sweep.json", R"({"schema": "superwarp.sweep/1", "commit": "", "version": "", "space": "",
                          "points": 3})");
  expect_refused("expected an object \"points\"");
}

/// A damaged file is read or refused; nothing else happens.
TEST_F(Folder, IsRefusedInNoOtherWay) {
  for (const char* file : {"sweep.json", "results.csv", "impossible.csv", "failures.csv"}) {
    std::stringstream text;
    text << std::ifstream(dir_ / file).rdbuf();
    EXPECT_TRUE(rc::check(file, [&](const std::string& noise, std::uint16_t at) {
      std::string spoilt = text.str();
      spoilt.insert(at % spoilt.size(), noise);
      spoilt.erase((at * std::size_t{7}) % spoilt.size(), at % 5U);
      write(file, spoilt);
      static_cast<void>(refusal());
    }));
    write(file, text.str());
  }
}

TEST(NoFolder, IsRefused) { EXPECT_THROW(read_sweep("/nope"), std::runtime_error); }

}  // namespace
}  // namespace superwarp::report
