// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/advise/pieces.h"

#include <gtest/gtest.h>

namespace superwarp::advise {
namespace {

using Names = std::set<std::string>;

TEST(Pieces, are_arrays_in_whole_rows) {
  const auto pieces = pieces_of(std::vector<AddressRange>{{0, 100}, {128, 160}}, 32);
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[0].end_row, 4U);
  EXPECT_EQ(pieces[1].first_row, 4U);
  EXPECT_EQ(pieces[1].end_row, 5U);
  EXPECT_EQ(names_in(pieces, 0, 4), (Names{"array 0"}));
  EXPECT_EQ(names_in(pieces, 3, 5), (Names{"array 0", "array 1"}));
  EXPECT_EQ(names_in(pieces, 5, 8), Names());
}

TEST(Pieces, of_a_recording_are_runs_of_rows_of_the_same_lines) {
  const auto pieces = pieces_of({{"a"}, {"a"}, {"a", "b"}, {"b"}, {}});
  ASSERT_EQ(pieces.size(), 4U);
  EXPECT_EQ(pieces[0].end_row, 2U);
  EXPECT_EQ(pieces[1].names, (Names{"a", "b"}));  // the row that two arrays share
  EXPECT_EQ(pieces[2].first_row, 3U);
  EXPECT_TRUE(pieces_of(std::vector<std::set<std::string>>{}).empty());
}

}  // namespace
}  // namespace superwarp::advise
