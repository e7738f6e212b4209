// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/report/sweep_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/files/input_file.h"
#include "sim/trace/csv_table.h"
#include "sim/trace/input_error.h"

namespace superwarp::report {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  try {
    return files::InputFile(file).rest();
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}: {}; expected a complete result of 'superwarp sweep SPACE --out {}'",
                                         file.string(), error.what(), file.parent_path().string()));
  }
}

Json about_of(const fs::path& file) {
  Json about = Json::parse(text_of(file), nullptr, false);
  const char* const schema = "superwarp.sweep/1";
  if (!about.is_object() || about.value("schema", Json()) != schema) {
    throw trace::InputError(file, 0, fmt::format("expected JSON with \"schema\": \"{}\"", schema));
  }
  for (const char* const key : {"commit", "version", "space"}) {
    if (!about.value(key, Json()).is_string())
      throw trace::InputError(file, 0, fmt::format("expected a text \"{}\"", key));
  }
  for (const char* const key : {"points", "units"}) {
    if (!about.contains(key) || !about[key].is_object())
      throw trace::InputError(file, 0, fmt::format("expected an object \"{}\"", key));
  }
  return about;
}

/// A table of the folder.
class Table {
 public:
  explicit Table(fs::path file) : file_(std::move(file)), csv_(trace::read_csv(text_of(file_), file_)) {}

  [[nodiscard]] const std::vector<std::string>& names() const { return csv_.names; }
  [[nodiscard]] const std::vector<std::vector<std::string>>& rows() const { return csv_.rows; }

  [[noreturn]] void refuse(std::size_t line, const std::string& what) const {
    throw trace::InputError(file_, line, what);
  }

  /// The number or boolean of a cell.
  [[nodiscard]] Json value(std::size_t row, std::size_t column, const char* expected) const {
    const std::string& cell = csv_.rows[row][column];
    Json value = Json::parse(cell, nullptr, false);
    if (column == 0 ? value.is_number_unsigned() : value.is_number() || value.is_boolean()) return value;
    refuse(csv_.line[row], fmt::format("'{:.40}' in the column '{}', expected {}", cell, csv_.names[column], expected));
  }
  [[nodiscard]] std::uint64_t point(std::size_t row) const {
    return value(row, 0, "the number of a point").get<std::uint64_t>();
  }

  /// Checks that the table and sweep.json have the same count, so belong to one sweep.
  void expect_count(const Json& about, const char* what) const {
    const Json& counted = about["points"].value(what, Json());
    if (counted == csv_.rows.size()) return;
    refuse(0, fmt::format("has {} points, sweep.json says {} {}; 'superwarp sweep' rewrites all "
                          "files",
                          csv_.rows.size(), counted.dump(), what));
  }

 private:
  fs::path file_;
  trace::CsvTable csv_;
};

void read_results(const fs::path& file, SweepFolder& sweep) {
  const Table table(file);
  const std::vector<std::string>& names = table.names();
  const std::size_t last = names.size() - 1;
  if (last < 1 || names.front() != "point" || names.back() != "command")
    table.refuse(1, "expected columns from 'point' to 'command'");
  const Json& units = sweep.about["units"];
  for (std::size_t column = 1; column < last; ++column) {
    const std::string& name = names[column];
    const bool figure = units.contains(name);
    if (!figure && !sweep.figures.empty()) {
      table.refuse(1, fmt::format("the column '{:.40}' is among the figures, but sweep.json has no "
                                  "unit for it",
                                  name));
    }
    Column& to = (figure ? sweep.figures : sweep.options).emplace_back();
    to.name = name;
    if (figure) to.unit = units[name].is_string() ? units[name].get<std::string>() : "";
    to.cells.reserve(table.rows().size());
    for (std::size_t row = 0; row < table.rows().size(); ++row) {
      const std::string& cell = table.rows()[row][column];
      to.cells.push_back(cell.empty() ? Json(nullptr) : figure ? table.value(row, column, "a number") : Json(cell));
    }
  }
  for (std::size_t row = 0; row < table.rows().size(); ++row) {
    sweep.points.push_back(table.point(row));
    sweep.commands.push_back(table.rows()[row].back());
  }
  table.expect_count(sweep.about, "done");
}

/// Reads the points without figures. sweep.json counts them as `what`; nullptr: it has no count.
std::vector<Refused> read_refused(const fs::path& file, const Json& about, const char* what) {
  const Table table(file);
  if (table.names().size() != 3) table.refuse(1, "expected a point, what was asked, and why");
  std::vector<Refused> all;
  for (std::size_t row = 0; row < table.rows().size(); ++row)
    all.push_back({table.point(row), table.rows()[row][1], table.rows()[row][2]});
  if (what != nullptr) table.expect_count(about, what);
  return all;
}

}  // namespace

const Column* SweepFolder::figure(const std::string& name) const {
  const auto found =
      std::find_if(figures.begin(), figures.end(), [&](const Column& column) { return column.name == name; });
  return found == figures.end() ? nullptr : &*found;
}

std::string SweepFolder::work(std::size_t row) const {
  std::string work;
  for (const Column& column : options) {
    if (column.group != "Machine" && column.group != "Engines") work += column.cells[row].dump() + ",";
  }
  return work;
}

SweepFolder read_sweep(const fs::path& folder) {
  std::error_code unknown;
  if (!fs::is_directory(folder, unknown)) {
    throw std::runtime_error(
        fmt::format("{}: no such folder, expected one that 'superwarp sweep SPACE --out {}' filled", folder.string(),
                    folder.string()));
  }
  SweepFolder sweep;
  sweep.about = about_of(folder / "sweep.json");
  sweep.space = text_of(folder / "space.toml");
  read_results(folder / "results.csv", sweep);
  sweep.impossible = read_refused(folder / "impossible.csv", sweep.about, "impossible");
  sweep.failed = read_refused(folder / "failures.csv", sweep.about, nullptr);  // with failed units
  return sweep;
}

}  // namespace superwarp::report
