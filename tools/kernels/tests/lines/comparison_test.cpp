// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/lines/comparison.h"

#include <gtest/gtest.h>

namespace superwarp::lines {
namespace {

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
  const Comparison found =
      compare({line(9, "a", 20), line(5, "a", 10)}, {line(1, "a", 10), line(3, "a", 20)}, {});
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
