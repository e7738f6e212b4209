// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/space.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "sim/trace/input_error.h"
#include "tests/refusal.h"

namespace superwarp::sweep {
namespace {

const std::vector<std::string> kKnown = {"machine", "width", "super-warp", "seed", "shallow"};
const std::vector<std::string> kCost = {"library", "limit"};

Space read(const std::string& text) {
  return Space::read(text, "space.toml", {kKnown, kCost, {"width", "seed"}});
}

std::string refusal(const std::string& text) {
  return test::refusal<trace::InputError>([&] { read(text); });
}

std::vector<std::string> all(const Space& space) {
  std::vector<std::string> options;
  for (std::uint64_t i = 0; i < space.points(); ++i) options.push_back(options_of(space.at(i)));
  return options;
}

TEST(Space, a_number_has_one_spelling) {
  const Space space = read("width = [\"8\", \"08\", 16]\nmachine = [\"08\", \"8\"]");
  EXPECT_EQ(space.points(), 4);
  EXPECT_EQ(options_of(space.at(0)), "--width 8 --machine 08");
  EXPECT_EQ(all(read("width = [\"0\", \"00\", 1]")),
            (std::vector<std::string>{"--width 0", "--width 1"}));
}

TEST(Space, IsEveryCombinationInTheOrderOfTheFileTheLastAxisFastest) {
  EXPECT_EQ(all(read("width = [4, 8]\nmachine = [\"dmm\", \"umm\"]\n")),
            (std::vector<std::string>{"--width 4 --machine dmm", "--width 4 --machine umm",
                                      "--width 8 --machine dmm", "--width 8 --machine umm"}));
}

TEST(Space, FamiliesHaveWhatHoldsForAllUnlessTheySayOtherwise) {
  EXPECT_EQ(all(read("width = 4\n[[machines]]\nmachine = \"dmm\"\n[[machines]]\nmachine = "
                     "\"sdmm\"\nwidth = 8\nsuper-warp = 2\n")),
            (std::vector<std::string>{"--width 4 --machine dmm",
                                      "--machine sdmm --width 8 --super-warp 2"}));
}

TEST(Space, IsEachWorkloadOnEachMachineWhichHasTheLastWord) {
  EXPECT_EQ(
      all(read("workloads = [{ width = 8, seed = 7 }, { width = 4 }]\n[[machines]]\nmachine = "
               "\"dmm\"\n[[machines]]\nmachine = \"sdmm\"\nwidth = 2\nseed = 3")),
      (std::vector<std::string>{"--width 8 --machine dmm --seed 7",
                                "--machine sdmm --width 2 --seed 3", "--width 4 --machine dmm",
                                "--machine sdmm --width 2 --seed 3"}));
}

TEST(Space, OptionsOfOneLineAreInItsOrder) {
  EXPECT_EQ(all(read("machines = [{ width = 8, machine = \"dmm\" }]")),
            (std::vector<std::string>{"--width 8 --machine dmm"}));
}

TEST(Space, RangesAddOrMultiply) {
  EXPECT_EQ(all(read("width = { from = 2, to = 17, times = 2 }")),
            (std::vector<std::string>{"--width 2", "--width 4", "--width 8", "--width 16"}));
  EXPECT_EQ(all(read("width = { from = 3, to = 7, step = 2 }")),
            (std::vector<std::string>{"--width 3", "--width 5", "--width 7"}));
}

TEST(Space, KeysRepeatWithSeedsFromTheFirstOne) {
  EXPECT_EQ(all(read("seed = 7\nkeys = 2\nwidth = [2, 4]")),
            (std::vector<std::string>{"--width 2 --seed 7", "--width 2 --seed 8",
                                      "--width 4 --seed 7", "--width 4 --seed 8"}));
}

TEST(Space, FlagsStandThereOrNot) {
  EXPECT_EQ(all(read("shallow = [false, true]")), (std::vector<std::string>{"", "--shallow"}));
}

TEST(Space, SkipsPointsThatMatchAWholeRule) {
  const Space space = read(
      "width = [4, 8]\nmachine = [\"dmm\", \"umm\"]\n[[skip]]\nwidth = 8\n"
      "machine = [\"umm\", \"sdmm\"]\n[[skip]]\nwidth = 4\nmachine = \"dmm\"");
  std::vector<bool> skipped;
  for (std::uint64_t i = 0; i < space.points(); ++i) skipped.push_back(space.skips(space.at(i)));
  EXPECT_EQ(skipped, (std::vector<bool>{true, false, false, true}));
}

TEST(Space, HasAColumnForEachOptionTheSeedLast) {
  EXPECT_EQ(read("seed = 3\nwidth = 2\n[[machines]]\nmachine = \"dmm\"\n[[machines]]\nwidth = 4")
                .options(),
            (std::vector<std::string>{"width", "machine", "seed"}));
}

TEST(Space, CostsUnitsWhereItSaysSo) {
  EXPECT_FALSE(read("width = 2").cost());
  EXPECT_FALSE(read("width = 2\ncost = false").cost());
  ASSERT_TRUE(read("width = 2\ncost = true").cost());
  EXPECT_TRUE(read("width = 2\ncost = true").cost()->empty());
  const Space space = read("width = 2\n[cost]\nlibrary = \"osu035\"\nlimit = 60");
  ASSERT_TRUE(space.cost());
  EXPECT_EQ(options_of(*space.cost()), "--library osu035 --limit 60");
  EXPECT_EQ(space.cost_line(), 2U);
  EXPECT_EQ(all(space), all(read("width = 2")));
  EXPECT_NE(refusal("width = 2\n[cost]\nlibary = 1").find("space.toml:3: 'libary' is no option"),
            std::string::npos);
  EXPECT_NE(refusal("width = 2\n[cost]\nlibary = 1").find("did you mean 'library'?"),
            std::string::npos);
}

TEST(Space, SaysTheLineAndTheNearestName) {
  EXPECT_NE(refusal("width = 2\nmachne = \"dmm\"").find("space.toml:2: 'machne'"),
            std::string::npos);
  EXPECT_NE(refusal("machne = \"dmm\"").find("did you mean 'machine'?"), std::string::npos);
  EXPECT_NE(refusal("width = { form = 2, to = 4, step = 1 }").find("did you mean 'from'?"),
            std::string::npos);
  EXPECT_NE(refusal("width = 2\n\nmachine = \n").find("space.toml:3"), std::string::npos);
}

TEST(Space, RefusesWhatIsNoSpace) {
  for (const char* text :
       {"width = []",
        "width = [2, 2]",
        "width = -1",
        "width = 1.5",
        "width = [[2]]",
        "keys = 0",
        "cost = 3",
        "cost = [true]",
        "[cost]\nlimit = [1]",
        "keys = 10000000",
        "skip = 3",
        "[[skip]]",
        "machines = 1",
        "workloads = [1]",
        "workloads = []",
        "width = { from = 4, to = 2 }",
        "width = { from = 1, to = 9, step = 1, times = 2 }",
        "width = { from = 1, to = 9 }",
        "width = { from = 1, to = 9, times = 1 }",
        "width = \"\"",
        "keys = 2\nseed = [1, 2]",
        "keys = 2\nseed = 1234567890123456",
        "width = { from = 1, to = 100000000, step = 1 }",
        "width = { from = 1, to = 2000, step = 1 }\nsuper-warp = { from = 1, to = 2000, step = 1 "
        "}\n"
        "seed = { from = 1, to = 2000, step = 1 }",
        "width = { from = 1, to = 999999, step = 1 }\nsuper-warp = { from = 1, to = 999999, step = "
        "1 }"})
    EXPECT_NE(refusal(text), "") << text;
}

TEST(Space, QuotesWhatAShellWouldTakeApart) {
  EXPECT_EQ(all(read("machine = \"it's $HOME\"")).front(), "--machine 'it'\\''s $HOME'");
}

/// Any text is a space or is refused.
RC_GTEST_PROP(Space, NeverFailsInAnotherWay, (std::string noise, std::uint16_t at)) {
  std::string text =
      "width = [2, 4]\nkeys = 2\n[[machines]]\nmachine = \"dmm\"\nsuper-warp = { from = 1, to = 4, "
      "step = 1 }\n[[skip]]\nwidth = 2\n";
  text.insert(at % text.size(), noise);
  text.erase((at * 7U) % text.size(), at % 5U);
  try {
    const Space space = read(text);
    std::set<std::string> distinct;
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(space.points(), 100); ++i)
      options_of(space.at(i));
  } catch (const trace::InputError&) {
  }
}

}  // namespace
}  // namespace superwarp::sweep
