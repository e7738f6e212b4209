// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace superwarp::draw {

/// A table of ratios for a slide, a document or a spreadsheet. 1 is neutral.
struct SlideTable {
  struct Row {
    std::vector<std::string> labels;            ///< the last is the main one
    std::vector<std::optional<double>> values;  ///< by column; none: not known
  };

  std::string title;
  std::string caption;  ///< a sentence: what follows from the table
  std::string meaning;  ///< of the numbers
  bool more_is_better = false;
  std::vector<std::string> labels;  ///< names of the rows' labels
  std::vector<std::string> columns;
  std::vector<Row> rows;
};

/// "3.25", "32.0", "512".
std::string table_number(double value);

/// 1600 x 900 units, as many rows and columns as fit.
std::string slide_table_svg(const SlideTable& table);

/// All rows and columns.
std::string slide_table_markdown(const SlideTable& table);

/// The same with full precision, labels first.
std::string slide_table_csv(const SlideTable& table);

}  // namespace superwarp::draw
