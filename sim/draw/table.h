// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace superwarp::draw {

/// Nothing ("-"), a text, or a number, which the column rounds.
using Cell = std::variant<std::monostate, std::string, std::uint64_t, double>;

template <class Value>
Cell cell(const std::optional<Value>& value) {
  return value ? Cell(*value) : Cell();
}

/// Rows of cells under the heads of columns.
class Table {
 public:
  /// Each column is "HEAD:FORM". A form is what stands before each cell, '<' or '>' for its side, its width (none: that
  /// of the longest cell), and of numbers fmt's sign and precision: "mean: | >9.4f".
  explicit Table(const std::vector<std::string>& columns) { group("", columns); }
  /// Further columns, under a common title. A title wider than they are widens the first.
  void group(const std::string& title, const std::vector<std::string>& columns);
  /// Columns at the end may be missing. Two blanks and `note` follow the cells; without cells, `note` is the line.
  void add(std::vector<Cell> cells, const std::string& note = "");

  /// Columns with an empty text or nothing in every row are left out.
  [[nodiscard]] std::string text() const;
  /// With up to six digits of numbers, and nothing for nothing.
  [[nodiscard]] std::string csv() const;

 private:
  struct Column {
    std::string title;  ///< of its group
    std::string head;
    std::string before;
    bool left = false;
    std::size_t group = 0;
    std::size_t width = 0;
    std::string number = {};
    std::size_t place = 0;
  };
  struct Row {
    std::vector<Cell> cells;
    std::string note;
  };

  [[nodiscard]] static std::string shown(const Cell& cell, const Column& column);
  /// Those that are shown, with their widths.
  [[nodiscard]] std::vector<Column> fitted() const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

/// `text` as a cell of a CSV table, quoted if necessary (RFC 4180).
std::string csv_cell(const std::string& text);

}  // namespace superwarp::draw
