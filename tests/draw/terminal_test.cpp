// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/terminal.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/draw/machine_run.h"

namespace superwarp::draw {
namespace {

constexpr TerminalStyle kAscii = {false, false, 100, 16};

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The words after separator number `from`, up to the next separator.
std::vector<std::string> words(const std::string& line, int from) {
  std::istringstream part(line);
  std::string text;
  for (int i = 0; i <= from; ++i) std::getline(part, text, '|');
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string without_colour(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = text.find('m', i);
    } else {
      plain += text[i];
    }
  }
  return plain;
}

Scene huge() {
  Machine machine;
  machine.kind = MachineKind::kSdmm;
  machine.width = 128;
  machine.latency = 1000;
  machine.super_warp = 4;
  std::vector<Dispatch> dispatches;
  for (std::uint32_t i = 0; i < 240; ++i) {
    Dispatch dispatch = {i % 60, i / 60, i < 120 ? Op::kRead : Op::kWrite, {}, {}};
    for (std::uint32_t lane = 0; lane < 512; ++lane) dispatch.address.push_back(lane * 131 + i * 7919);
    dispatches.push_back(dispatch);
  }
  Scene scene = run_machine(machine, dispatches, "huge");
  scene.dispatches = dispatches;
  return scene;
}

TEST(Terminal, draws_figure_4_of_the_paper) {
  EXPECT_EQ(draw_terminal(figure_four(), kAscii), R"(Memory access on the DMM

time unit 7 of 13
 W2  W1  W0 |  1   2   3   4   5   6   7 | memory banks
  2   9  16 |  .   0   .   .   .   4  16 | B[0] <  [0] [4]  8  12 [16] 20
  7   3  21 |  .   .   .   .   9   .  21 | B[1] <   1   5  [9] 13  17 [21]
 23  11   4 |  .   2   .   .   .   .   . | B[2] <  [2]  6  10  14  18  22
  0  19  15 | 23   7  19  11   3   .  15 | B[3] <  [3] [7][11][15][19][23]
  R   R   R |  R   R   R   R   R   R   R |

 time |  1   2   3   4   5   6   7   8   9  10  11  12  13
 B[0] | 16   4   .   .   .   0   .   .   .   .   .   .   .
 B[1] | 21   .   9   .   .   .   .   .   .   .   .   .   .
 B[2] |  .   .   .   .   .   2   .   .   .   .   .   .   .
 B[3] | 15   .   3  11  19   7  23   .   .   .   .   .   .
      |  R   R   R   R   R   R   R

R read, W write, [..] in the pipeline, > still waiting
DMM, w=4, l=7: 2+3+2 slots + 7-1 = 13 time units
)");
}

TEST(Terminal, shows_every_address_of_a_slot_in_its_stage_and_bank) {
  for (Scene scene : {figure_four(), figure_six(), figure_seven()}) {
    for (std::uint64_t shown = 1; shown <= scene.time_units; ++shown) {
      scene.shown = shown;
      const std::vector<std::string> drawn = lines(draw_terminal(scene, kAscii));
      for (const Slot& slot : scene.slots) {
        if (slot.time_unit > shown || slot.time_unit + scene.machine.latency <= shown) continue;
        for (const BankRequest& request : slot.requests) {
          const std::vector<std::string> stages = words(drawn.at(4 + request.bank), 1);
          EXPECT_EQ(stages.at(shown - slot.time_unit), std::to_string(request.address));
        }
      }
    }
  }
}

TEST(Terminal, marks_waiting_requests) {
  Scene scene = figure_four();
  scene.shown = 2;
  const std::vector<std::string> drawn = lines(draw_terminal(scene, kAscii));
  EXPECT_EQ(words(drawn.at(4), 0), (std::vector<std::string>{"2>", "9>", "16"}));
}

TEST(Terminal, lists_the_banks_rotated_by_the_shifts) {
  const std::vector<std::string> drawn = lines(draw_terminal(figure_seven(), kAscii));
  EXPECT_EQ(words(drawn.at(4), 2), (std::vector<std::string>{"B[0]", "<", "[0]", "[4]", "8", "14", "[19]", "20"}));
}

TEST(Terminal, marks_writes_rounds_and_merged_requests) {
  const std::vector<Dispatch> asked = {{0, 0, Op::kRead, {1, 2, 3, 4}, {}}, {0, 1, Op::kWrite, {7, 7, 9, 7}, {}}};
  Scene scene = run_machine({}, asked, "");
  scene.dispatches = asked;
  scene.shown = 8;
  const std::string drawn = draw_terminal(scene, {false, false, 100, 32});
  EXPECT_NE(drawn.find(" 7*"), std::string::npos);
  EXPECT_NE(drawn.find(" W1"), std::string::npos);
}

TEST(Terminal, colours_change_nothing_but_colour) {
  const std::string plain = draw_terminal(figure_six(), {false, true, 100, 16});
  const std::string coloured = draw_terminal(figure_six(), {true, true, 100, 16});
  EXPECT_NE(plain, coloured);
  EXPECT_EQ(without_colour(coloured), plain);
}

TEST(Terminal, is_never_wider_than_the_terminal) {
  for (const Scene& scene : {figure_four(), figure_seven(), huge()}) {
    for (const std::uint32_t columns : {40U, 61U, 80U, 132U, 1000U}) {
      for (const std::string& line : lines(draw_terminal(scene, {false, false, columns, 8}))) {
        if (line.find("w=") != std::string::npos || line.find("R read") == 0) continue;
        EXPECT_LE(line.size(), columns) << line;
      }
    }
  }
}

TEST(Terminal, shows_a_window_of_a_huge_run) {
  const std::string drawn = draw_terminal(huge(), {false, false, 120, 8});
  EXPECT_NE(drawn.find(".."), std::string::npos);
  EXPECT_NE(drawn.find("B[127]"), std::string::npos);
  EXPECT_LT(lines(drawn).size(), 32U);
}

TEST(Terminal, draws_a_run_without_slots) {
  Scene scene;
  scene.machine.width = 2;
  EXPECT_NE(draw_terminal(scene).find("0 slots"), std::string::npos);
}

TEST(Terminal, draws_a_request_in_the_bank_that_served_it) {
  Scene scene = figure_four();
  Recording recording = record(scene);
  ASSERT_EQ(recording.units[1].events[0].bank, 0U) << "where address 4 belongs";
  recording.units[1].events[0].bank = 2;
  scene.slots = slots_of(recording, scene.machine.latency);
  const std::vector<std::string> drawn = lines(draw_terminal(scene, kAscii));
  EXPECT_EQ(words(drawn.at(4), 1), (std::vector<std::string>{".", "0", ".", ".", ".", ".", "16"}));
  EXPECT_EQ(words(drawn.at(6), 1), (std::vector<std::string>{".", "2", ".", ".", ".", "4", "."}));
}

TEST(TerminalHeat, draws_figure_4_of_the_paper) {
  EXPECT_EQ(draw_heat_terminal(heat_scene(figure_four()), kAscii), R"(Memory access on the DMM

  0 |......@@...@.
  1 |......@.@....
  2 |...........@.
  3 |......@.@@@@@
R/W |      RRRRRRR
    |      8363383
     1         11

bank x time unit; last line: requests served, at most 3
DMM, w=4, l=7: 13 time units, 0.923 requests per time unit, banks busy 23 % of the time
)");
}

TEST(TerminalHeat, does_not_hide_a_wrong_bank) {
  Scene scene = heat_scene(figure_four());
  scene.units[1].events[0].bank = 2;
  const std::vector<std::string> drawn = lines(draw_heat_terminal(scene, kAscii));
  EXPECT_EQ(drawn.at(2), "  0 |......@....@.");
  EXPECT_EQ(drawn.at(4), "  2 |.......@...@.");
}

TEST(TerminalHeat, marks_an_access_that_serves_no_thread) {
  Scene scene = heat_scene(figure_four());
  scene.units[6].events.push_back({0, 5, Op::kRead, 0, kNoLane});
  EXPECT_EQ(lines(draw_heat_terminal(scene, kAscii)).at(2), "  0 |......@@...@!");
}

TEST(TerminalHeat, is_never_wider_than_the_terminal) {
  for (const Scene& scene : {heat_scene(figure_four()), heat_scene(huge())}) {
    for (const std::uint32_t columns : {40U, 61U, 80U, 132U, 1000U}) {
      const auto drawn = lines(draw_heat_terminal(scene, {false, false, columns, 8}));
      EXPECT_LT(drawn.size(), 42U);
      for (const std::string& line : drawn) {
        if (line.find("w=") != std::string::npos || line.find("bank x") == 0) continue;
        EXPECT_LE(line.size(), columns) << line;
      }
    }
  }
}

TEST(TerminalHeat, colours_change_nothing_but_colour) {
  const Scene scene = heat_scene(figure_six());
  const std::string coloured = draw_heat_terminal(scene, {true, true, 100, 16});
  const std::string plain = draw_heat_terminal(scene, {false, true, 100, 16});
  EXPECT_NE(plain, coloured);
  EXPECT_EQ(without_colour(coloured), plain);
}

TEST(TerminalHeat, names_the_memories_of_a_hierarchical_machine) {
  Scene scene;
  scene.title = "Both memories";
  scene.machine.width = 4;
  scene.machine.latency = 1;
  scene.machine.hierarchy = Hierarchy{2, 3};
  scene.time_units = 4;
  scene.dispatches = {{0, 0, Op::kRead, {1, 2, 3, 3}, {}}, {1, 0, Op::kWrite, {4, 0, 0, 0}, {}}};
  TimeUnit unit;
  unit.time = 1;
  unit.memory = 1;
  unit.events = {{3, 0, Op::kRead, 0, 0}};
  unit.served = {{0, 2, 0, 0}};
  scene.units.push_back(unit);
  unit.time = 3;
  unit.memory = 2;
  unit.events = {{0, 1, Op::kWrite, 0, 0}};
  unit.served = {{1, 0, 0, 0}};
  scene.units.push_back(unit);
  EXPECT_EQ(draw_heat_terminal(scene, kAscii), R"(Both memories

 shared 0 |....
          |....
          |....
          |....
 shared 1 |....
          |....
          |....
          |@...
   global |..@.
          |....
          |....
          |....
      R/W |R W
          |8 8
           1

banks of the memories x time unit; last line: requests served, at most 1
HMM of 2 DMM, w=4, l=3, l'=1: 4 time units, 0.5 requests per time unit, banks busy 4.2 % of the time
)");
}

}  // namespace
}  // namespace superwarp::draw
