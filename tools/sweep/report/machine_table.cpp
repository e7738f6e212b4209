// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/report/machine_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace superwarp::report {
namespace {

constexpr const char* kFigure = "time_units";
constexpr const char* kMachineOptions = "Machine";
constexpr const char* kKernelOptions = "Workload";

bool varies(const Column& column) {
  return std::any_of(column.cells.begin(), column.cells.end(),
                     [&](const Json& cell) { return cell != column.cells.front(); });
}

/// "rsdmm, rpu stream, depth 8": the kind, and the options that differ between points.
std::string name_of(const std::vector<const Column*>& columns, std::size_t row) {
  std::string name;
  for (const Column* const column : columns) {
    const Json& cell = column->cells[row];
    const bool kind =
        column->name == "machine" || column->name == "workload" || column->name == "trace";
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

  Names(const std::vector<const Column*>& columns, std::size_t rows) {
    std::map<std::string, std::size_t> numbers;
    for (std::size_t row = 0; row < rows; ++row) {
      const auto [found, is_new] = numbers.emplace(name_of(columns, row), all.size());
      if (is_new) all.push_back(found->first);
      of_row.push_back(found->second);
    }
  }
};

struct GeometricMean {
  double sum_of_logs = 0;
  std::uint64_t count = 0;

  void add(double value) {
    sum_of_logs += std::log(value);
    ++count;
  }
  [[nodiscard]] std::optional<double> value() const {
    if (count == 0) return std::nullopt;
    return std::exp(sum_of_logs / static_cast<double>(count));
  }
};

/// The best machine and its mean over all kernels.
std::string best_of(const std::vector<GeometricMean>& means,
                    const std::vector<std::string>& names) {
  std::size_t best = 0;
  for (std::size_t m = 1; m < means.size(); ++m) {
    if (means[m].value().value_or(0) > means[best].value().value_or(0)) best = m;
  }
  if (best == 0) return fmt::format("No machine is faster than the {}", names.front());
  return fmt::format("{} is {:.2f} times as fast as {}, geometric mean over all kernels",
                     names[best], *means[best].value(), names.front());
}

}  // namespace

draw::SlideTable machine_table(const SweepFolder& sweep, const std::string& title) {
  std::vector<const Column*> of_machine;
  std::vector<const Column*> of_kernel;
  std::vector<const Column*> of_work;  // kernel and conditions
  for (const Column& column : sweep.options) {
    if (column.group == kMachineOptions) of_machine.push_back(&column);
    if (column.group == kKernelOptions) of_kernel.push_back(&column);
    if (column.group != kMachineOptions && column.group != "Engines") of_work.push_back(&column);
  }
  const std::size_t rows = sweep.points.size();
  const Names machines(of_machine, rows);
  const Names kernels(of_kernel, rows);
  const Column* const figure = sweep.figure(kFigure);
  const auto time_of = [&](std::size_t row) {
    const bool known = figure != nullptr && figure->cells[row].is_number();
    return known ? figure->cells[row].get<double>() : 0;
  };
  std::map<std::string, double> baseline;  // time of the first machine, by work
  const auto work_of = [&](std::size_t row) {
    std::string work;
    for (const Column* const column : of_work) work += column->cells[row].dump() + ",";
    return work;
  };
  for (std::size_t row = 0; row < rows; ++row) {
    if (machines.of_row[row] == 0) baseline[work_of(row)] = time_of(row);
  }
  std::vector<std::vector<GeometricMean>> speed(kernels.all.size(),
                                                std::vector<GeometricMean>(machines.all.size()));
  std::vector<GeometricMean> over_all(machines.all.size());
  for (std::size_t row = 0; row < rows; ++row) {
    const auto found = baseline.find(work_of(row));
    if (found == baseline.end() || found->second <= 0 || time_of(row) <= 0) continue;
    speed[kernels.of_row[row]][machines.of_row[row]].add(found->second / time_of(row));
  }
  draw::SlideTable table;
  table.title = title;
  table.more_is_better = true;
  table.labels = {"kernel"};
  table.columns = machines.all;
  for (std::size_t k = 0; k < kernels.all.size(); ++k) {
    draw::SlideTable::Row row{{kernels.all[k]}, {}};
    for (std::size_t m = 0; m < machines.all.size(); ++m) {
      row.values.push_back(speed[k][m].value());
      if (row.values.back()) over_all[m].add(*row.values.back());
    }
    table.rows.push_back(std::move(row));
  }
  table.meaning =
      fmt::format("Times as fast as {}, geometric mean over the conditions that both have",
                  machines.all.empty() ? "the first machine" : machines.all.front());
  table.caption = machines.all.empty() ? "" : best_of(over_all, machines.all);
  return table;
}

}  // namespace superwarp::report
