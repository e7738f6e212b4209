// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/text.h"

#include <gtest/gtest.h>

namespace superwarp::draw {
namespace {

TEST(Clean, keeps_printable_text) { EXPECT_EQ(clean("w×l … 記憶 <&>"), "w×l … 記憶 <&>"); }

TEST(Clean, replaces_control_characters) { EXPECT_EQ(clean("a\x1b[0m\n\x7f\xc2\x9b"), "a?[0m????"); }

TEST(Clean, replaces_bytes_that_are_not_utf8) {
  EXPECT_EQ(clean("\xff\xc3"), "??");
  EXPECT_EQ(clean("\xc0\xaf"), "??") << "overlong";
  EXPECT_EQ(clean("\xed\xa0\x80"), "???") << "surrogate";
  EXPECT_EQ(clean("\xef\xbf\xbf"), "???") << "not allowed in XML";
}

TEST(Clean, gives_ascii_on_request) { EXPECT_EQ(clean("2×3", false), "2?3"); }

TEST(Counted, is_singular_for_one_only) {
  EXPECT_EQ(counted(0, "round"), "0 rounds");
  EXPECT_EQ(counted(1, "round"), "1 round");
  EXPECT_EQ(counted(2, "round"), "2 rounds");
  EXPECT_EQ(counted(1, "dispatch", "dispatches"), "1 dispatch");
  EXPECT_EQ(counted(21, "dispatch", "dispatches"), "21 dispatches");
}

}  // namespace
}  // namespace superwarp::draw
