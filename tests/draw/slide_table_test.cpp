// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/slide_table.h"

#include <gtest/gtest.h>

namespace superwarp::draw {
namespace {

SlideTable table_of(std::size_t rows, std::size_t columns) {
  SlideTable table;
  table.title = "kernels";
  table.caption = "b is faster";
  table.meaning = "times as fast as a";
  table.labels = {"kernel", "source"};
  for (std::size_t c = 0; c < columns; ++c) table.columns.push_back("machine " + std::to_string(c));
  for (std::size_t r = 0; r < rows; ++r) {
    SlideTable::Row row{{"k" + std::to_string(r), "s[i], \"x\" | y"}, {}};
    for (std::size_t c = 0; c < columns; ++c) row.values.emplace_back(static_cast<double>(r * columns + c) + 0.25);
    table.rows.push_back(row);
  }
  return table;
}

TEST(SlideTable, numbers_have_three_digits) {
  EXPECT_EQ(table_number(1), "1.00");
  EXPECT_EQ(table_number(31.96), "32.0");
  EXPECT_EQ(table_number(512.4), "512");
}

TEST(SlideTable, csv_has_labels_and_all_values_and_quotes_where_it_must) {
  SlideTable table = table_of(2, 2);
  table.rows[1].values[0].reset();
  EXPECT_EQ(slide_table_csv(table),
            "kernel,source,machine 0,machine 1\n"
            "k0,\"s[i], \"\"x\"\" | y\",0.25,1.25\n"
            "k1,\"s[i], \"\"x\"\" | y\",,3.25\n");
}

TEST(SlideTable, markdown_keeps_bars_within_their_cells) {
  const std::string text = slide_table_markdown(table_of(1, 1));
  EXPECT_NE(text.find("| kernel | source | machine 0 |\n|---|---|---:|\n"), std::string::npos);
  EXPECT_NE(text.find("| k0 | s\\[i], \"x\" \\| y | 0.25 |"), std::string::npos) << text;
}

TEST(SlideTable, a_slide_keeps_its_size_and_says_what_is_left_out) {
  const std::string small = slide_table_svg(table_of(2, 3));
  const std::string large = slide_table_svg(table_of(40, 30));
  for (const std::string& svg : {small, large}) EXPECT_NE(svg.find("viewBox=\"0 0 1600 900\""), std::string::npos);
  EXPECT_EQ(small.find("left out"), std::string::npos);
  EXPECT_NE(large.find("30 more rows are left out; 18 more columns are left out"), std::string::npos);
  EXPECT_NE(small.find(">4.25</text>"), std::string::npos);
}

}  // namespace
}  // namespace superwarp::draw
