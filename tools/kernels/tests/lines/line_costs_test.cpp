// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/lines/line_costs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>
#include <vector>

namespace superwarp::lines {
namespace {

namespace fs = std::filesystem;

/// A recording of one warp with these instructions on line 7 of a.cu.
fs::path recording(const std::string& instructions, int count = 1) {
  const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
  const fs::path file = fs::path(testing::TempDir()) / (name + ".traceg");
  std::ofstream(file) << "-kernel name = f\n-block dim = (32,1,1)\n-grid dim = (1,1,1)\n"
                         "-accelsim tracer version = 5\n-source 10 = a.cu:7: text\n\n"
                         "#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = 0\ninsts = "
                      << count << "\n"
                      << instructions << "\n#END_TB\n";
  return file;
}

LineCost only(const std::vector<LineCost>& lines) {
  EXPECT_EQ(lines.size(), 1U);
  return lines.empty() ? LineCost() : lines.front();
}

LineCost shared(const fs::path& file) {
  Machine machine;
  machine.width = 32;
  return only(shared_costs({file}, machine, [](Machine& fitted, std::uint64_t words) {
    fitted.rows = static_cast<std::uint32_t>((words + 31) / 32);
  }));
}

TEST(LineCosts, a_column_takes_a_slot_a_thread_and_a_row_one) {
  const LineCost line = shared(recording("10 ffffffff 1 R1 LDS 1 R2 4 1 0 128\n10 ffffffff 1 R1 LDS 1 R2 4 1 0 4", 2));
  EXPECT_EQ(line.place(), "a.cu:7");
  EXPECT_EQ(line.text, "text");
  EXPECT_EQ(line.accesses, 2U);
  EXPECT_EQ(line.slots, 33U);
  EXPECT_EQ(line.ideal, 2U);
}

TEST(LineCosts, the_ideal_of_a_wide_access_is_a_slot_for_every_row_of_words) {
  const LineCost line = shared(recording("10 ffffffff 1 R1 LDS.128 1 R2 16 1 0 16"));
  EXPECT_EQ(line.ideal, 4U);
  EXPECT_EQ(line.slots, 4U);
}

TEST(LineCosts, an_atomic_reads_and_writes) {
  const LineCost line = shared(recording("10 ffffffff 1 R1 ATOMS.ADD 1 R2 4 1 0 4"));
  EXPECT_EQ(line.ideal, 2U);
  EXPECT_EQ(line.slots, 2U);
}

TEST(LineCosts, global_accesses_are_told_in_sectors_of_32_bytes) {
  const std::vector<std::tuple<const char*, std::uint64_t, std::uint64_t>> cases = {
      {"200000000000 4", 4, 4}, {"200000000000 128", 32, 4}, {"200000000004 4", 5, 4}};
  for (const auto& [places, slots, ideal] : cases) {
    const LineCost line = only(global_costs({recording(std::string("10 ffffffff 1 R1 LDG.E 1 R2 4 1 ") + places)}));
    EXPECT_EQ(line.slots, slots) << places;
    EXPECT_EQ(line.ideal, ideal) << places;
  }
}

TEST(LineCosts, a_folder_without_recordings_is_refused) {
  const fs::path folder = fs::path(testing::TempDir()) / "empty";
  fs::create_directories(folder);
  EXPECT_THROW(static_cast<void>(recordings_in(folder)), std::runtime_error);
}

LineCost line(std::uint32_t number, const char* text, std::uint64_t slots) {
  return {"f", "a.cu", number, text, 10, slots, 10};
}

TEST(Comparison, a_line_over_the_limit_fails) {
  const Comparison found = compare({line(1, "a", 15), line(2, "b", 16)}, {}, {1.5, 0});
  ASSERT_EQ(found.lines.size(), 2U);
  EXPECT_EQ(found.failing(), 1U);
  EXPECT_EQ(found.lines[0].now.text, "b");
  EXPECT_EQ(found.lines[0].verdict, Verdict::kOverLimit);
}

TEST(Comparison, a_line_that_moved_is_the_same_line) {
  const Comparison found = compare({line(9, "a", 20)}, {line(1, "a", 10)}, {});
  ASSERT_EQ(found.lines.size(), 1U);
  EXPECT_EQ(found.lines[0].verdict, Verdict::kWorse);
  EXPECT_EQ(found.lines[0].before->line, 1U);
  EXPECT_TRUE(found.gone.empty());
}

TEST(Comparison, lines_with_the_same_text_are_taken_in_their_order) {
  const Comparison found = compare({line(9, "a", 20), line(5, "a", 10)}, {line(1, "a", 10), line(3, "a", 20)}, {});
  EXPECT_EQ(found.failing(), 0U);
}

TEST(Comparison, tolerance_is_a_share_of_the_baseline) {
  EXPECT_EQ(compare({line(1, "a", 22)}, {line(1, "a", 20)}, {std::nullopt, 0.1}).failing(), 0U);
  EXPECT_EQ(compare({line(1, "a", 23)}, {line(1, "a", 20)}, {std::nullopt, 0.1}).failing(), 1U);
}

TEST(Comparison, new_lines_and_lines_that_are_gone_do_not_fail) {
  const Comparison found = compare({line(1, "new", 300)}, {line(1, "old", 10)}, {});
  EXPECT_EQ(found.failing(), 0U);
  EXPECT_FALSE(found.lines.at(0).before);
  ASSERT_EQ(found.gone.size(), 1U);
  EXPECT_EQ(found.gone[0].text, "old");
}

}  // namespace
}  // namespace superwarp::lines
