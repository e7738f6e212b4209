// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/ncu/export_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"

namespace superwarp::ncu {
namespace {

bool begins(const std::string& line, const std::string& with) { return line.rfind(with, 0) == 0; }

/// The cells of a line that begins with a quote.
std::vector<std::string> cells_of(const std::string& line, const std::string& file, std::size_t number) {
  constexpr const char* kBetween = "\",\"";
  std::vector<std::string> cells;
  std::size_t begin = 1;
  for (std::size_t end = line.find(kBetween, begin); end != std::string::npos; end = line.find(kBetween, begin)) {
    cells.push_back(line.substr(begin, end - begin));
    begin = end + 3;
  }
  if (line.size() <= begin || line.back() != '"')
    throw trace::InputError(file, number, "ends within a cell; is the export complete?");
  cells.push_back(line.substr(begin, line.size() - 1 - begin));
  return cells;
}

/// Joins what `","` in a line of CUDA has split.
void join_source(std::vector<std::string>& cells, const ExportTable& table) {
  constexpr std::size_t kSource = 1;
  if (table.page != ExportTable::Page::kLines || cells.front().empty()) return;
  while (cells.size() > std::max(table.names.size(), kSource + 1)) {
    cells[kSource] += "\",\"" + cells[kSource + 1];
    cells.erase(cells.begin() + kSource + 1);
  }
}

void add_row(const std::string& line, std::size_t number, ExportTable& table) {
  std::vector<std::string> cells = cells_of(line, table.file, number);
  join_source(cells, table);
  if (cells.size() != table.names.size()) {
    throw trace::InputError(table.file, number,
                            fmt::format("has {} cells, expected {}, as line {} has names; is the "
                                        "export complete?",
                                        cells.size(), table.names.size(), table.first));
  }
  table.rows.push_back(std::move(cells));
  table.lines.push_back(number);
}

std::optional<ExportTable::Page> page_of(const std::string& names) {
  if (begins(names, "\"Line No\",")) return ExportTable::Page::kLines;
  if (begins(names, "\"Address\",") || begins(names, "\"#\",\"Address\",")) return ExportTable::Page::kSass;
  if (begins(names, "\"ID\",")) return ExportTable::Page::kRaw;
  return std::nullopt;
}

}  // namespace

std::size_t ExportTable::find(const std::string& name) const {
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? kNone : static_cast<std::size_t>(at - names.begin());
}

std::size_t ExportTable::column(const std::string& name, const char* expected) const {
  const std::size_t at = find(name);
  if (at == kNone) {
    throw trace::InputError(file, first, fmt::format("has no column '{}', expected {}", name, expected));
  }
  return at;
}

std::size_t ExportTable::last_column(const std::string& name, const char* expected) const {
  const auto at = std::find(names.rbegin(), names.rend(), name);
  return at == names.rend() ? column(name, expected) : static_cast<std::size_t>(names.rend() - at) - 1;
}

std::uint64_t ExportTable::address(std::size_t row, std::size_t column) const {
  std::string digits = rows[row][column];
  if (begins(digits, "0x")) digits.erase(0, 2);
  if (digits.empty() || digits.size() > 16 || digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
    throw trace::InputError(
        file, lines[row],
        fmt::format("address {}, expected hexadecimal digits", trace::shown(std::string_view(rows[row][column]))));
  }
  return std::stoull(digits, nullptr, 16);
}

std::vector<ExportTable> export_tables(std::istream& in, const std::string& file) {
  const auto value_of = [](const std::string& line, const char* key) -> std::optional<std::string> {
    const std::string name = fmt::format("\"{}\",\"", key);
    if (!begins(line, name)) return std::nullopt;
    return line.substr(name.size(), line.find('"', name.size()) - name.size());
  };
  std::vector<ExportTable> tables;
  std::string kernel;
  std::string cuda_file;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (const auto name = value_of(line, "Kernel Name")) {
      kernel = *name;
    } else if (const auto function = value_of(line, "Function Name")) {
      kernel = *function;
    } else if (const auto path = value_of(line, "File Path")) {
      cuda_file = *path;
    } else if (const auto path_too = value_of(line, "File Name")) {
      cuda_file = *path_too;
    } else if (const auto page = page_of(line)) {
      tables.push_back({*page, kernel, cuda_file, file, number, cells_of(line, file, number), {}, {}});
    } else if (!tables.empty() && begins(line, "\"")) {
      add_row(line, number, tables.back());
    }
  }
  return tables;
}

}  // namespace superwarp::ncu
