// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/command/instruction_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <tuple>
#include <utility>

#include "sim/draw/table.h"

namespace superwarp::cli {
using traceg::OpcodeKind;
namespace {

constexpr std::size_t kShownInstructions = 24;
constexpr const char* kAssumed =
    "* assumed: an atomic that is a loop of compare-and-swap; which lanes leave in which round, "
    "and "
    "the slots of a round, are not public\n";

/// As the table shows it.
std::string opcode_of(const Row& row) { return row.instruction->opcode + (row.assumed ? "*" : ""); }

/// A number of a kernel or a line; 0 is not shown.
draw::Cell number(std::uint64_t value) { return value == 0 ? draw::Cell("") : draw::Cell(value); }

/// The table of instructions.
struct Table : draw::Table {
  Table(const ReportMachines& report_machines, const std::string& gpu)
      : draw::Table({"kernel:>6", "PC:>6", "opcode:  <", "line:>7", "executions:>12", "requests:>13"}),
        machines(report_machines),
        has_gpu(!gpu.empty()) {
    if (has_gpu)
      group(fmt::format("{:-^44}", " " + gpu + " "),
            {"wavefronts:  >12", "ideal:>10", "excess:>10", "mean:>7.2f", "max:>5"});
    const auto add = [&](const ReportMachine& machine, const char* slots, const char* mean) {
      group(fmt::format("{:-^24}", " " + machine.name + " "), {slots, mean, "max:>5"});
    };
    for (const ReportMachine& machine : machines.alone)
      if (machine.shown) add(machine, "slots:  >12", "mean:>7.2f");
    for (const ReportMachine& machine : machines.overlapping) add(machine, "slots:  >12.1f", "time:>7.2f");
  }

  /// `cells` are those in front of the costs.
  void add_costs(std::vector<draw::Cell> cells, const traceg::InstructionCosts& costs, const std::string& note = "") {
    cells.emplace_back(costs.requests);
    const auto add_all = [&](std::initializer_list<draw::Cell> more) { cells.insert(cells.end(), more); };
    const traceg::GpuCost& gpu = costs.gpu;
    if (has_gpu) add_all({gpu.wavefronts, gpu.ideal, gpu.excess(), gpu.mean(), gpu.max});
    for (std::size_t m = 0; m < machines.alone.size(); ++m) {
      const traceg::Cost& cost = costs.machine[m];
      if (machines.alone[m].shown) add_all({cost.slots, cost.mean_slots(), cost.max_slots});
    }
    for (const traceg::OverlapCost& cost : costs.overlapping) add_all({cost.slots, cost.mean(), cost.longest});
    add(std::move(cells), note);
  }

  const ReportMachines& machines;
  bool has_gpu;
};

}  // namespace

std::string shown_name(const Launch& launch) {
  return launch.header.kernel_name.empty() ? "(no name)" : launch.header.kernel_name;
}

void sort_rows(std::vector<Row>& rows, const ReportMachines& machines) {
  const auto rank = [&](const Row& row) {
    const std::uint64_t time = machines.by_time ? row.costs.overlapping.front().time_units : 0;
    return std::make_tuple(~time, ~row.costs.gpu.wavefronts, ~row.costs.machine.front().slots, row.instruction->pc);
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& one, const Row& other) { return rank(one) < rank(other); });
}

std::uint32_t line_of(const Row& row) {
  return row.source != nullptr ? row.source->line : row.instruction->source_line;
}

std::vector<Row> rows_of(const Launch& launch, const ReportMachines& machines) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < launch.instructions.size(); ++i) {
    const traceg::Instruction& instruction = launch.instructions[i];
    const auto source = launch.header.sources.find(instruction.pc);
    rows.push_back({&instruction, source == launch.header.sources.end() ? nullptr : &source->second,
                    i < launch.costs.size() ? launch.costs[i] : traceg::InstructionCosts(),
                    launch.header.loops.count(instruction.pc) > 0, instruction.executions});
    rows.back().costs.machine.resize(machines.alone.size());
    rows.back().costs.overlapping.resize(machines.overlapping.size());
  }
  sort_rows(rows, machines);
  return rows;
}

Json row_json(const Row& row, const ReportMachines& machines, const std::string& gpu) {
  Json costs = Json::object();
  for (std::size_t m = 0; m < machines.alone.size(); ++m) {
    const traceg::Cost& cost = row.costs.machine[m];
    costs[machines.alone[m].name] = {
        {"dispatches", cost.dispatches},   {"slots", cost.slots},        {"mean", cost.mean()}, {"max", cost.max},
        {"mean_slots", cost.mean_slots()}, {"max_slots", cost.max_slots}};
  }
  for (std::size_t m = 0; m < machines.overlapping.size(); ++m) {
    const traceg::OverlapCost& cost = row.costs.overlapping[m];
    costs[machines.overlapping[m].name] = {
        {"slots", cost.slots}, {"mean_time", cost.mean()}, {"max_time", cost.longest}};
  }
  const traceg::Instruction& instruction = *row.instruction;
  Json json = {{"pc", fmt::format("{:04x}", instruction.pc)},
               {"opcode", instruction.opcode},
               {"line", line_of(row) == 0 ? Json(nullptr) : Json(line_of(row))},
               {"file", row.source == nullptr ? Json(nullptr) : Json(row.source->file)},
               {"source", row.source == nullptr ? Json(nullptr) : Json(row.source->text)},
               {"bytes", instruction.bytes},
               {"executions", row.executions},
               {"requests", row.costs.requests},
               {"machines", costs}};
  if (row.assumed) json["evidence"] = "assumed";
  if (!gpu.empty()) json["gpu"] = gpu_json(row.costs.gpu);
  return json;
}

Json trace_json(const Launch& launch, std::uint64_t resident, bool global) {
  const traceg::Header& header = launch.header;
  const traceg::Counts& counts = launch.counts;
  Json left_out = Json::object();
  for (const traceg::LeftOut& kind : traceg::kLeftOut) left_out[kind.name] = launch.executed(kind.kind);
  Json json = {{"kernel", header.kernel_name},
               {"kernel_id", header.kernel_id},
               {"grid", or_null(header.grid)},
               {"block", or_null(header.block)},
               {"shared_bytes", header.shared_bytes.value_or(0)},
               {"tracer_version", header.tracer_version},
               {"resident", resident},
               {"blocks", counts.blocks},
               {"warps", counts.warps},
               {"instructions", counts.instructions},
               {"loads", launch.executed(OpcodeKind::kLoad)},
               {"stores", launch.executed(OpcodeKind::kStore)},
               {"atomics", launch.executed(OpcodeKind::kAtomic)},
               {"matrix_loads", launch.executed(OpcodeKind::kMatrixLoad)},
               {"matrix_stores", launch.executed(OpcodeKind::kMatrixStore)},
               {"copies", launch.executed(OpcodeKind::kCopy)},
               {"barriers", launch.executed(OpcodeKind::kBarrier)},
               {"left_out", left_out}};
  if (!global) return json;
  json["global_loads"] = launch.executed(OpcodeKind::kGlobalLoad);
  json["global_stores"] = launch.executed(OpcodeKind::kGlobalStore);
  json["global_atomics"] = launch.executed(OpcodeKind::kGlobalAtomic);
  return json;
}

std::vector<Beside> beside_total(const std::vector<Launch>& launches) {
  std::vector<Beside> all;
  for (const traceg::LeftOut& kind : traceg::kLeftOut) {
    Beside beside{kind};
    for (const Launch& launch : launches) beside.executed += launch.executed(kind.kind);
    if (kind.kind != OpcodeKind::kArrive && beside.executed > 0) all.push_back(beside);
  }
  return all;
}

std::string table_of(const std::vector<Row>& rows, const ReportMachines& machines, const std::vector<Beside>& beside,
                     const std::string& gpu) {
  Table table(machines, gpu);
  traceg::InstructionCosts total;
  total.machine.resize(machines.alone.size());
  total.overlapping.resize(machines.overlapping.size());
  std::uint64_t executions = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    total.add(row.costs);
    executions += row.executions;
    if (i >= kShownInstructions) continue;
    table.add_costs({number(row.kernel), fmt::format("{:x}", row.instruction->pc), opcode_of(row), number(line_of(row)),
                     row.executions},
                    row.costs, row.source == nullptr ? "" : fmt::format("{:.60}", row.source->text));
  }
  if (rows.size() > kShownInstructions)
    table.add({}, fmt::format("and {} more instructions, see --json", rows.size() - kShownInstructions));
  table.add_costs({"", "total", "", "", executions}, total);
  for (const Beside& each : beside)
    table.add({"", "", each.kind.name, "", each.executed}, fmt::format("not in the total ({})", each.kind.why));
  std::string text = table.text();
  if (std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.assumed; })) text += kAssumed;
  return text;
}

}  // namespace superwarp::cli
