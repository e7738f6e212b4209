// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iomanip>
#include <sstream>
#include <utility>

namespace superwarp::draw {
namespace {

/// The number of characters, not bytes: "±" is one.
std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

/// Without what is in `blanks` at its end.
std::string line(std::string text, const char* blanks = " ") {
  text.erase(text.find_last_not_of(blanks) + 1);
  return text + "\n";
}

}  // namespace

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::ostringstream cell;
  cell << std::quoted(text, '"', '"');
  return cell.str();
}

void Table::group(const std::string& title, const std::vector<std::string>& columns) {
  const std::size_t number = columns_.empty() ? 0 : columns_.back().group + 1;
  for (const std::string& text : columns) {
    const std::size_t colon = text.rfind(':');
    const std::size_t side = text.find_first_of("<>", colon);
    Column column{title, text.substr(0, colon), text.substr(colon + 1, side - colon - 1), text[side] == '<', number};
    const char* const end = text.data() + text.size();
    column.number = {std::from_chars(text.data() + side + 1, end, column.width).ptr, end};
    columns_.push_back(column);
  }
}

void Table::add(std::vector<Cell> cells, const std::string& note) { rows_.push_back({std::move(cells), note}); }

std::string Table::shown(const Cell& cell, const Column& column) {
  if (cell.index() == 0) return "-";
  if (const auto* const count = std::get_if<std::uint64_t>(&cell)) return std::to_string(*count);
  if (const auto* const text = std::get_if<std::string>(&cell)) return *text;
  return fmt::format(fmt::runtime("{:" + column.number + "}"), std::get<double>(cell));
}

std::vector<Table::Column> Table::fitted() const {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Column column = columns_[i];
    column.place = i;
    bool empty = !rows_.empty();
    std::size_t widest = letters(column.head);
    for (const Row& row : rows_) {
      if (i >= row.cells.size()) continue;
      const std::string text = shown(row.cells[i], column);
      empty = empty && (text.empty() || row.cells[i].index() == 0);
      widest = std::max(widest, letters(text));
    }
    if (column.width == 0) column.width = widest;
    if (!empty) columns.push_back(column);
  }
  return columns;
}

std::string Table::text() const {
  std::vector<Column> columns = fitted();
  std::string above;
  std::size_t end = 0;  // of the columns so far
  for (auto first = columns.begin(), next = first; first != columns.end(); first = next) {
    std::size_t width = 0;
    for (; next != columns.end() && next->group == first->group; ++next) width += letters(next->before) + next->width;
    const std::string title = first->before + first->title;
    if (letters(title) > width) {
      first->width += letters(title) - width;
      width = letters(title);
    }
    above += std::string(end - letters(above), ' ') + title;
    end += width;
  }
  std::string text = line(above, " |");
  const auto add = [&](const auto& cell_of, std::size_t cells, const std::string& note) {
    std::string all;
    for (const Column& column : columns) {
      if (column.place >= cells) break;
      const std::string cell = cell_of(column);
      const std::string blank(column.width - std::min(column.width, letters(cell)), ' ');
      all += column.before + (column.left ? cell + blank : blank + cell);
    }
    text += line(all + (all.empty() || note.empty() ? "" : "  ") + note);
  };
  if (text == "\n") text.clear();
  const std::size_t titles = text.size();
  add([](const Column& column) { return column.head; }, columns_.size(), "");
  if (text.size() == titles + 1) text.pop_back();
  for (const Row& row : rows_)
    add([&](const Column& column) { return shown(row.cells[column.place], column); }, row.cells.size(), row.note);
  return text;
}

std::string Table::csv() const {
  std::string text;
  for (std::size_t i = 0; i < columns_.size(); ++i) text += (i == 0 ? "" : ",") + csv_cell(columns_[i].head);
  for (const Row& row : rows_) {
    const char* between = "\n";
    for (const Cell& cell : row.cells) {
      text += std::exchange(between, ",");
      const auto* const number = std::get_if<double>(&cell);
      if (cell.index() > 0) text += number != nullptr ? fmt::format("{:.6g}", *number) : csv_cell(shown(cell, {}));
    }
  }
  return text + "\n";
}

}  // namespace superwarp::draw
