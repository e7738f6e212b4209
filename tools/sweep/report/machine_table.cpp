// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "tools/sweep/report/page.h"

namespace superwarp::report {
namespace {

bool varies(const Column& column) {
  return std::any_of(column.cells.begin(), column.cells.end(),
                     [&](const Json& cell) { return cell != column.cells.front(); });
}

/// "rsdmm, rpu stream, depth 8": the kind, and the options that differ between points.
std::string name_of(const std::vector<const Column*>& columns, std::size_t row) {
  std::string name;
  for (const Column* const column : columns) {
    const Json& cell = column->cells[row];
    const bool kind = column->name == "machine" || column->name == "workload" || column->name == "trace";
    if (cell.is_null() || (!kind && !varies(*column))) continue;
    if (!name.empty()) name += ", ";
    name += kind ? cell.get<std::string>() : column->name + " " + cell.get<std::string>();
  }
  return name.empty() ? "default" : name;
}

/// Names in the order of their first row, and the number of each row's name.
struct Names {
  std::vector<std::string> all;
  std::vector<std::size_t> of_row;

  /// Of the options of a group.
  Names(const SweepFolder& sweep, const char* group) {
    std::vector<const Column*> columns;
    for (const Column& column : sweep.options)
      if (column.group == group) columns.push_back(&column);
    std::map<std::string, std::size_t> numbers;
    for (std::size_t row = 0; row < sweep.points.size(); ++row) {
      const auto [found, is_new] = numbers.emplace(name_of(columns, row), all.size());
      if (is_new) all.push_back(found->first);
      of_row.push_back(found->second);
    }
  }
};

std::optional<double> geometric_mean(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  double sum_of_logs = 0;
  for (const double value : values) sum_of_logs += std::log(value);
  return std::exp(sum_of_logs / static_cast<double>(values.size()));
}

/// The best machine and its mean over all kernels.
std::string best_of(const std::vector<std::vector<double>>& speeds, const std::vector<std::string>& names) {
  const auto mean = [&](std::size_t machine) { return geometric_mean(speeds[machine]).value_or(0); };
  std::size_t best = 0;
  for (std::size_t m = 1; m < speeds.size(); ++m)
    if (mean(m) > mean(best)) best = m;
  if (best == 0) return fmt::format("No machine is faster than the {}", names.front());
  return fmt::format("{} is {:.2f} times as fast as {}, geometric mean over all kernels", names[best], mean(best),
                     names.front());
}

}  // namespace

draw::SlideTable machine_table(const SweepFolder& sweep, const std::string& title) {
  const std::size_t rows = sweep.points.size();
  const Names machines(sweep, "Machine");
  const Names kernels(sweep, "Workload");
  const Column* const figure = sweep.figure("time_units");
  const auto time_of = [&](std::size_t row) {
    const bool known = figure != nullptr && figure->cells[row].is_number();
    return known ? figure->cells[row].get<double>() : 0;
  };
  std::map<std::string, double> baseline;  // time of the first machine, by work
  for (std::size_t row = 0; row < rows; ++row)
    if (machines.of_row[row] == 0) baseline[sweep.work(row)] = time_of(row);
  using Speeds = std::vector<std::vector<double>>;  // by machine
  std::vector<Speeds> speeds(kernels.all.size(), Speeds(machines.all.size()));
  Speeds over_all(machines.all.size());
  for (std::size_t row = 0; row < rows; ++row) {
    const auto found = baseline.find(sweep.work(row));
    if (found == baseline.end() || found->second <= 0 || time_of(row) <= 0) continue;
    speeds[kernels.of_row[row]][machines.of_row[row]].push_back(found->second / time_of(row));
  }
  draw::SlideTable table;
  table.title = title;
  table.more_is_better = true;
  table.labels = {"kernel"};
  table.columns = machines.all;
  for (std::size_t k = 0; k < kernels.all.size(); ++k) {
    draw::SlideTable::Row row{{kernels.all[k]}, {}};
    for (std::size_t m = 0; m < machines.all.size(); ++m) {
      row.values.push_back(geometric_mean(speeds[k][m]));
      if (row.values.back()) over_all[m].push_back(*row.values.back());
    }
    table.rows.push_back(std::move(row));
  }
  table.meaning = fmt::format("Times as fast as {}, geometric mean over the conditions that both have",
                              machines.all.empty() ? "the first machine" : machines.all.front());
  table.caption = machines.all.empty() ? "" : best_of(over_all, machines.all);
  return table;
}

}  // namespace superwarp::report
