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
    throw std::runtime_error(
        fmt::format("{}: {}; expected a complete result of 'superwarp sweep SPACE --out {}'",
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

/// Checks that a table and sweep.json have the same count, so belong to one sweep.
void expect_count(const Json& about, const char* what, std::size_t found, const fs::path& file) {
  const Json& counted = about["points"].value(what, Json());
  if (counted == found) return;
  throw trace::InputError(file, 0,
                          fmt::format("has {} points, sweep.json says {} {}; 'superwarp sweep' "
                                      "rewrites all files",
                                      found, counted.dump(), what));
}

std::uint64_t number_of(const std::string& cell, const trace::CsvTable& table, std::size_t row,
                        const fs::path& file) {
  const Json number = Json::parse(cell, nullptr, false);
  if (number.is_number_unsigned()) return number.get<std::uint64_t>();
  throw trace::InputError(file, table.line[row],
                          fmt::format("'{:.40}' in the column '{}', expected the number of a point",
                                      cell, table.names.front()));
}

Json figure_of(const std::string& cell, const trace::CsvTable& table, std::size_t row,
               std::size_t column, const fs::path& file) {
  if (cell.empty()) return nullptr;
  Json value = Json::parse(cell, nullptr, false);
  if (value.is_number() || value.is_boolean()) return value;
  throw trace::InputError(
      file, table.line[row],
      fmt::format("'{:.40}' in the column '{}', expected a number", cell, table.names[column]));
}

void read_results(const fs::path& file, SweepFolder& sweep) {
  const trace::CsvTable table = trace::read_csv(text_of(file), file);
  const std::size_t last = table.names.size() - 1;
  if (last < 1 || table.names.front() != "point" || table.names.back() != "command") {
    throw trace::InputError(file, 1, "expected columns from 'point' to 'command'");
  }
  const Json& units = sweep.about["units"];
  for (std::size_t column = 1; column < last; ++column) {
    const std::string& name = table.names[column];
    const bool figure = units.contains(name);
    if (!figure && !sweep.figures.empty()) {
      throw trace::InputError(
          file, 1,
          fmt::format("the column '{:.40}' is among the figures, but sweep.json has no unit for it",
                      name));
    }
    Column& to = (figure ? sweep.figures : sweep.options).emplace_back();
    to.name = name;
    if (figure) to.unit = units[name].is_string() ? units[name].get<std::string>() : "";
    to.cells.reserve(table.rows.size());
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const std::string& cell = table.rows[row][column];
      if (figure) {
        to.cells.push_back(figure_of(cell, table, row, column, file));
      } else {
        to.cells.push_back(cell.empty() ? Json(nullptr) : Json(cell));
      }
    }
  }
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    sweep.points.push_back(number_of(table.rows[row].front(), table, row, file));
    sweep.commands.push_back(table.rows[row].back());
  }
  expect_count(sweep.about, "done", sweep.points.size(), file);
}

/// Reads the points without figures. sweep.json counts them as `what`; nullptr: it has no count.
std::vector<Refused> read_refused(const fs::path& file, const Json& about, const char* what) {
  const trace::CsvTable table = trace::read_csv(text_of(file), file);
  if (table.names.size() != 3)
    throw trace::InputError(file, 1, "expected a point, what was asked, and why");
  std::vector<Refused> all;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::vector<std::string>& cells = table.rows[row];
    all.push_back({number_of(cells[0], table, row, file), cells[1], cells[2]});
  }
  if (what != nullptr) expect_count(about, what, all.size(), file);
  return all;
}

const Column* named(const std::vector<Column>& columns, const std::string& name) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

}  // namespace

const Column* SweepFolder::option(const std::string& name) const { return named(options, name); }
const Column* SweepFolder::figure(const std::string& name) const { return named(figures, name); }

SweepFolder read_sweep(const fs::path& folder) {
  std::error_code unknown;
  if (!fs::is_directory(folder, unknown)) {
    throw std::runtime_error(
        fmt::format("{}: no such folder, expected one that 'superwarp sweep SPACE --out {}' filled",
                    folder.string(), folder.string()));
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
