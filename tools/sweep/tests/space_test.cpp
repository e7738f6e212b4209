// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/space.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/trace/input_error.h"
#include "tests/refusal.h"

namespace superwarp::sweep {
namespace {

const std::vector<std::string> kKnown = {"machine", "width", "super-warp", "seed", "shallow"};
const std::vector<std::string> kCost = {"library", "limit"};

Space read(const std::string& text) { return Space::read(text, "space.toml", {kKnown, kCost, {"width", "seed"}}); }

std::string refusal(const std::string& text) {
  return test::refusal<trace::InputError>([&] { read(text); });
}

std::vector<std::string> all(const Space& space) {
  std::vector<std::string> options;
  for (std::uint64_t i = 0; i < space.points(); ++i) options.push_back(options_of(space.at(i)));
  return options;
}

TEST(Space, HasThePointsThatItsTextAsksFor) {
  struct Case {
    const char* law;
    const char* text;
    std::vector<std::string> points;
  };
  for (const auto& [law, text, points] : std::vector<Case>{
           {"every combination in the order of the file, the last axis fastest",
            "width = [4, 8]\nmachine = [\"dmm\", \"umm\"]\n",
            {"--width 4 --machine dmm", "--width 4 --machine umm", "--width 8 --machine dmm",
             "--width 8 --machine umm"}},
           {"families have what holds for all unless they say otherwise",
            "width = 4\n[[machines]]\nmachine = \"dmm\"\n[[machines]]\nmachine = \"sdmm\"\n"
            "width = 8\nsuper-warp = 2\n",
            {"--width 4 --machine dmm", "--machine sdmm --width 8 --super-warp 2"}},
           {"each workload on each machine, which has the last word",
            "workloads = [{ width = 8, seed = 7 }, { width = 4 }]\n[[machines]]\n"
            "machine = \"dmm\"\n[[machines]]\nmachine = \"sdmm\"\nwidth = 2\nseed = 3",
            {"--width 8 --machine dmm --seed 7", "--machine sdmm --width 2 --seed 3", "--width 4 --machine dmm",
             "--machine sdmm --width 2 --seed 3"}},
           {"options of one line are in its order",
            "machines = [{ width = 8, machine = \"dmm\" }]",
            {"--width 8 --machine dmm"}},
           {"ranges multiply",
            "width = { from = 2, to = 17, times = 2 }",
            {"--width 2", "--width 4", "--width 8", "--width 16"}},
           {"ranges add", "width = { from = 3, to = 7, step = 2 }", {"--width 3", "--width 5", "--width 7"}},
           {"keys repeat with seeds from the first one",
            "seed = 7\nkeys = 2\nwidth = [2, 4]",
            {"--width 2 --seed 7", "--width 2 --seed 8", "--width 4 --seed 7", "--width 4 --seed 8"}},
           {"flags stand there or not", "shallow = [false, true]", {"", "--shallow"}},
           {"a number has one spelling",
            "width = [\"8\", \"08\", 16]\nmachine = [\"08\", \"8\"]",
            {"--width 8 --machine 08", "--width 8 --machine 8", "--width 16 --machine 08", "--width 16 --machine 8"}},
           {"zero, too", "width = [\"0\", \"00\", 1]", {"--width 0", "--width 1"}},
           {"what a shell would take apart is quoted", "machine = \"it's $HOME\"", {"--machine 'it'\\''s $HOME'"}}})
    EXPECT_EQ(all(read(text)), points) << law;
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
  EXPECT_EQ(read("seed = 3\nwidth = 2\n[[machines]]\nmachine = \"dmm\"\n[[machines]]\nwidth = 4").options(),
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
}

TEST(Space, SaysTheLineAndTheNearestName) {
  for (const auto& [text, words] : std::vector<std::pair<const char*, const char*>>{
           {"width = 2\nmachne = \"dmm\"", "space.toml:2: 'machne'"},
           {"machne = \"dmm\"", "did you mean 'machine'?"},
           {"width = { form = 2, to = 4, step = 1 }", "did you mean 'from'?"},
           {"width = 2\n[cost]\nlibary = 1", "space.toml:3: 'libary' is no option"},
           {"width = 2\n[cost]\nlibary = 1", "did you mean 'library'?"},
           {"width = 2\n\nmachine = \n", "space.toml:3"}})
    EXPECT_NE(refusal(text).find(words), std::string::npos) << text << ": " << refusal(text);
}

TEST(Space, RefusesWhatIsNoSpace) {
  for (const char* text : {"width = []",
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
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(space.points(), 100); ++i) options_of(space.at(i));
  } catch (const trace::InputError&) {
  }
}

}  // namespace
}  // namespace superwarp::sweep
