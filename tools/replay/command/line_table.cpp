// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/command/line_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "sim/draw/text.h"

namespace superwarp::cli {
namespace {

constexpr double kConflict = 1.05;  // slots of a dispatch; below it there is nothing to gain

LineTable::Line line_of_row(const std::string& kernel, const Row& row, const ReportMachines& machines, bool gpu) {
  LineTable::Line line;
  line.kernel = draw::clean(kernel);
  line.known = row.source != nullptr;
  if (line.known) {
    line.place = fmt::format("{}:{}", row.source->file, row.source->line);
    line.text = draw::clean(row.source->text);
  } else {
    const std::string number = line_of(row) > 0 ? fmt::format("line {}, ", line_of(row)) : "";
    line.place = fmt::format("{}PC {:x}", number, row.instruction->pc);
    line.text = row.instruction->opcode;
  }
  line.executions = row.executions;
  line.conflicts = row.costs.machine.front().mean() >= kConflict;
  if (gpu) line.slots.push_back(static_cast<double>(row.costs.gpu.wavefronts));
  for (std::size_t m = 0; m < machines.alone.size(); ++m) {
    if (machines.alone[m].shown) line.slots.push_back(static_cast<double>(row.costs.machine[m].slots));
  }
  for (const traceg::OverlapCost& cost : row.costs.overlapping) line.slots.push_back(cost.slots);
  if (!row.costs.overlapping.empty()) line.time = row.costs.overlapping.front().time_units;
  return line;
}

}  // namespace

void LineTable::add(const std::string& kernel, const std::vector<Row>& rows, const ReportMachines& report_machines,
                    const std::string& gpu) {
  machines.clear();
  by_time = report_machines.by_time;
  if (!gpu.empty()) machines.push_back(gpu);
  for (const ReportMachine& machine : report_machines.alone)
    if (machine.shown) machines.push_back(machine.name);
  for (const ReportMachine& machine : report_machines.overlapping) machines.push_back(machine.name);
  for (const Row& row : rows) {
    const Line line = line_of_row(kernel, row, report_machines, !gpu.empty());
    const auto same = std::find_if(lines.begin(), lines.end(), [&](const Line& known) {
      return known.kernel == line.kernel && known.place == line.place && known.text == line.text;
    });
    if (same == lines.end()) {
      lines.push_back(line);
      continue;
    }
    same->executions += line.executions;
    same->conflicts |= line.conflicts;
    same->time += line.time;
    for (std::size_t m = 0; m < line.slots.size(); ++m) same->slots[m] += line.slots[m];
  }
  sort();
}

void LineTable::append(const LineTable& other) {
  machines = other.machines;
  by_time = other.by_time;
  lines.insert(lines.end(), other.lines.begin(), other.lines.end());
  sort();
}

void LineTable::sort() {
  const auto rank = [this](const Line& line) {
    return std::make_tuple(by_time ? line.time : 0, line.conflicts, line.slots.front());
  };
  std::stable_sort(lines.begin(), lines.end(),
                   [&](const Line& one, const Line& other) { return rank(one) > rank(other); });
}

std::string gain_of(const LineTable::Line& line, const std::vector<std::string>& machines) {
  const auto executions = static_cast<double>(line.executions);
  const double own = line.slots.front();
  const std::string text =
      fmt::format("{}: {:.2f} slots an access on the {}", line.place, own / executions, machines.front());
  const auto best = std::min_element(line.slots.begin(), line.slots.end());
  if (best == line.slots.begin()) return text + "; none of the other machines needs fewer";
  return text + fmt::format(", {:.2f} on the {}: {:.1f} times fewer", *best / executions,
                            machines[static_cast<std::size_t>(best - line.slots.begin())], own / *best);
}

std::string gains_of(const LineTable& table) {
  constexpr std::size_t kShown = 5;
  std::string text;
  std::size_t shown = 0;
  for (const LineTable::Line& line : table.lines) {
    if (!line.known || !line.conflicts) continue;
    if (++shown > kShown) break;
    text += gain_of(line, table.machines) + "\n";
  }
  return text.empty() ? text : "\n" + text;
}

draw::SlideTable slide_of(const LineTable& table, const std::string& title) {
  draw::SlideTable slide;
  slide.title = title;
  slide.meaning = "Slots of an access by a warp, mean";
  slide.labels = {"kernel", "line", "source"};
  slide.columns = table.machines;
  for (const LineTable::Line& line : table.lines) {
    draw::SlideTable::Row row;
    row.labels = {line.kernel, line.place, line.text};
    for (const double slots : line.slots) row.values.emplace_back(slots / static_cast<double>(line.executions));
    slide.rows.push_back(std::move(row));
  }
  const auto worst =
      std::find_if(table.lines.begin(), table.lines.end(), [](const LineTable::Line& line) { return line.conflicts; });
  slide.caption = worst == table.lines.end() ? "No line conflicts" : gain_of(*worst, table.machines);
  return slide;
}

}  // namespace superwarp::cli
