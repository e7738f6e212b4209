// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "sim/cli/json.h"
#include "sim/draw/text.h"
#include "tools/replay/command/instruction_costs.h"
#include "tools/replay/command/instruction_rows.h"
#include "tools/replay/command/line_table.h"

namespace superwarp::cli {
using draw::counted;
namespace {

/// All launches of a kernel.
struct KernelSum {
  std::string name;
  std::uint64_t launches = 0;
  std::uint64_t idle = 0;  ///< of these, with nothing to replay
  std::uint64_t blocks = 0;
  std::uint64_t slots = 0;
  std::uint64_t time_units = 0;
  std::vector<Row> rows;
};

/// Adds `row` to the row of the same instruction.
void add_row(const Row& row, std::vector<Row>& rows) {
  const auto same = std::find_if(rows.begin(), rows.end(), [&](const Row& known) {
    const traceg::Instruction& one = *row.instruction;
    const traceg::Instruction& other = *known.instruction;
    return one.pc == other.pc && one.opcode == other.opcode && one.kind == other.kind && line_of(row) == line_of(known);
  });
  if (same == rows.end()) {
    rows.push_back(row);
    return;
  }
  same->executions += row.executions;
  same->costs.add(row.costs);
}

/// The kernels in the order of their first launch.
std::vector<KernelSum> kernels_of(const std::vector<Launch>& launches, const ReportMachines& machines) {
  std::vector<KernelSum> kernels;
  std::map<std::string, std::size_t> number;
  for (const Launch& launch : launches) {
    const std::string name = shown_name(launch);
    const auto [place, is_new] = number.emplace(name, kernels.size());
    if (is_new) kernels.emplace_back();
    KernelSum& kernel = kernels[place->second];
    kernel.name = name;
    kernel.launches += 1;
    kernel.idle += launch.threads == 0 ? 1 : 0;
    kernel.blocks += launch.counts.blocks;
    if (const auto figures = launch.total.figures()) {
      kernel.slots += figures->slots;
      kernel.time_units += figures->time_units;
    }
    for (Row row : rows_of(launch, machines)) {
      row.kernel = place->second + 1;
      add_row(row, kernel.rows);
    }
  }
  return kernels;
}

/// A line for every kernel with something to replay, and one for the others.
std::string list_of(const std::vector<KernelSum>& kernels, std::size_t launches) {
  std::string text =
      fmt::format("\n{} of {}\n", counted(launches, "launch", "launches"), counted(kernels.size(), "kernel"));
  std::uint64_t idle = 0;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const KernelSum& kernel = kernels[i];
    idle += kernel.idle;
    if (kernel.idle == kernel.launches) continue;
    text += fmt::format("{:>6}  {:<40.100}  {}, {}, {}, {}\n", i + 1, kernel.name,
                        counted(kernel.launches, "launch", "launches"), counted(kernel.blocks, "block"),
                        counted(kernel.slots, "slot"), counted(kernel.time_units, "time unit"));
  }
  if (idle > 0) text += fmt::format("        {} with nothing to replay\n", counted(idle, "launch", "launches"));
  return text + "\n";
}

}  // namespace

InstructionAddition kernels_addition(const std::vector<Launch>& launches, const ReportMachines& machines,
                                     std::uint64_t resident, const std::string& gpu) {
  const bool global = machines.alone.front().machine.hierarchy.has_value();
  InstructionAddition addition;
  addition.json["kernels"] = Json::array();
  for (const Launch& launch : launches) {
    Json json = trace_json(launch, resident, global);
    json["file"] = launch.file;
    json["nothing_to_replay"] = launch.threads == 0;
    json["slots"] = or_null(launch.total.figures(), &Figures::slots);
    json["time_units"] = or_null(launch.total.figures(), &Figures::time_units);
    addition.json["kernels"].push_back(std::move(json));
  }
  const std::vector<KernelSum> kernels = kernels_of(launches, machines);
  std::vector<Row> rows;
  for (const KernelSum& kernel : kernels) rows.insert(rows.end(), kernel.rows.begin(), kernel.rows.end());
  sort_rows(rows, machines);
  addition.json["instructions"] = Json::array();
  for (const Row& row : rows) {
    Json json = row_json(row, machines, gpu);
    json["kernel"] = kernels[row.kernel - 1].name;
    addition.json["instructions"].push_back(std::move(json));
  }
  if (!gpu.empty()) addition.json["gpu"] = gpu_total(launches, gpu);
  for (const KernelSum& kernel : kernels) addition.lines.add(kernel.name, kernel.rows, machines, gpu);
  addition.table = list_of(kernels, launches.size()) + table_of(rows, machines, beside_total(launches), gpu) +
                   gains_of(addition.lines);
  return addition;
}

}  // namespace superwarp::cli
