// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace superwarp::cli {
namespace {

/// The number of characters, not bytes: "±" is one.
std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

}  // namespace

std::string in_columns(const std::vector<Cells>& rows, const std::string& left, const std::string& between,
                       const std::string& right) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Cells& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], letters(row[i]));
  }
  std::string text;
  for (const Cells& row : rows) {
    Cells cells;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blank(widths[i] - letters(row[i]), ' ');
      cells.push_back(i == 0 ? row[i] + blank : blank + row[i]);
    }
    std::string line = fmt::format("{}{}{}", left, fmt::join(cells, between), right);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace superwarp::cli
