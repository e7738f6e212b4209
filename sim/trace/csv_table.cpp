// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/csv_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/trace/input_error.h"

namespace superwarp::trace {
namespace {

/// Reads a text cell by cell.
class CellReader {
 public:
  CellReader(const std::string& text, const std::string& name, const std::string& cure, std::size_t line)
      : text_(text), name_(name), cure_(cure), line_(line) {}

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] std::size_t line() const { return line_; }

  /// The cells up to the end of the line, which it consumes.
  std::vector<std::string> row() {
    std::vector<std::string> cells;
    do cells.push_back(text_[at_] == '"' ? quoted() : plain());
    while (text_[at_++] == ',');
    ++line_;
    return cells;
  }

 private:
  [[noreturn]] void ends_early() const {
    throw trace::InputError(name_, line_, fmt::format("the table ends within a line{}", cure_));
  }

  std::string plain() {
    const std::size_t end = text_.find_first_of(",\n", at_);
    if (end == std::string::npos) ends_early();
    return text_.substr(std::exchange(at_, end), end - at_);
  }

  std::string quoted() {
    std::string cell;
    while (true) {
      const std::size_t end = text_.find('"', ++at_);
      if (end == std::string::npos) ends_early();
      cell += text_.substr(at_, end - at_);
      line_ += std::count(text_.begin() + at_, text_.begin() + end, '\n');
      at_ = end + 1;
      if (at_ == text_.size()) ends_early();
      if (text_[at_] != '"') break;
      cell += '"';
    }
    if (text_[at_] != ',' && text_[at_] != '\n') {
      throw trace::InputError(name_, line_, fmt::format("expected a comma after a cell in quotation marks{}", cure_));
    }
    return cell;
  }

  const std::string& text_;
  const std::string& name_;
  const std::string& cure_;
  std::size_t at_ = 0;
  std::size_t line_;
};

}  // namespace

CsvTable read_csv(const std::string& text, const std::string& name, const std::string& cure, std::size_t first_line) {
  CellReader reader(text, name, cure, first_line);
  if (reader.at_end()) throw trace::InputError(name, first_line, fmt::format("expected names of columns{}", cure));
  CsvTable table;
  table.names = reader.row();
  while (!reader.at_end()) {
    const std::size_t line = reader.line();
    table.rows.push_back(reader.row());
    table.line.push_back(line);
    if (table.rows.back().size() == table.names.size()) continue;
    throw trace::InputError(name, line,
                            fmt::format("{} cells, expected {} as in the first line{}", table.rows.back().size(),
                                        table.names.size(), cure));
  }
  return table;
}

}  // namespace superwarp::trace
