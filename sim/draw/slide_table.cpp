// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/slide_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/algorithm/string/replace.hpp>

#include "sim/draw/table.h"

namespace superwarp::draw {
namespace {

/// Text that Markdown shows as it is within a table.
std::string markdown_cell(std::string text) {
  boost::algorithm::replace_all(text, "\\", "\\\\");
  for (const char* const mark : {"|", "*", "_", "`", "[", "<", "#"})
    boost::algorithm::replace_all(text, mark, std::string("\\") + mark);
  return text;
}

}  // namespace

std::string table_number(double value) { return fmt::format("{:.{}f}", value, value >= 100 ? 0 : value >= 10 ? 1 : 2); }

std::string slide_table_markdown(const SlideTable& table) {
  std::vector<std::string> cells;
  for (const std::string& label : table.labels) cells.push_back(label);
  for (const std::string& column : table.columns) cells.push_back(markdown_cell(column));
  std::string text = fmt::format("{}. {}\n\n| {} |\n|", table.title, table.meaning, fmt::join(cells, " | "));
  for (std::size_t i = 0; i < cells.size(); ++i) text += i < table.labels.size() ? "---|" : "---:|";
  for (const SlideTable::Row& row : table.rows) {
    cells.clear();
    for (const std::string& label : row.labels) cells.push_back(markdown_cell(label));
    for (const std::optional<double>& value : row.values) cells.push_back(value ? table_number(*value) : "");
    text += fmt::format("\n| {} |", fmt::join(cells, " | "));
  }
  return text + fmt::format("\n\n{}\n", table.caption);
}

std::string slide_table_csv(const SlideTable& table) {
  std::vector<std::string> columns = table.labels;
  columns.insert(columns.end(), table.columns.begin(), table.columns.end());
  for (std::string& column : columns) column += ":<";
  Table csv(columns);
  for (const SlideTable::Row& row : table.rows) {
    std::vector<Cell> cells(row.labels.begin(), row.labels.end());
    for (const std::optional<double>& value : row.values) cells.push_back(cell(value));
    csv.add(std::move(cells));
  }
  return csv.csv();
}

}  // namespace superwarp::draw
