// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/command/instruction_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

#include "sim/draw/text.h"

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

/// The table of instructions, with the width of its columns.
struct Table {
  const ReportMachines& machines;
  std::string gpu;       ///< empty: none
  bool kernels = false;  ///< there is a column for their numbers
  bool lines = false;    ///< there is one for lines of the source
  std::size_t opcode_width = 6;

  [[nodiscard]] std::string heading() const {
    std::string below = kernels ? "kernel" : "";
    below += fmt::format("{:>6}  {:<{}}", "PC", "opcode", opcode_width);
    if (lines) below += "   line";
    below += fmt::format("{:>12}{:>13}", "executions", "requests");
    std::string above(below.size(), ' ');
    if (!gpu.empty()) {
      above += fmt::format("  {:-^44}", " " + gpu + " ");
      below += fmt::format("  {:>12}{:>10}{:>10}{:>7}{:>5}", "wavefronts", "ideal", "excess", "mean", "max");
    }
    const auto add = [&](const ReportMachine& machine, const char* mean) {
      above += fmt::format("  {:-^24}", " " + machine.name + " ");
      below += fmt::format("  {:>12}{:>7}{:>5}", "slots", mean, "max");
    };
    for (const ReportMachine& machine : machines.alone) {
      if (machine.shown) add(machine, "mean");
    }
    for (const ReportMachine& machine : machines.overlapping) add(machine, "time");
    return above + "\n" + below + "\n";
  }

  /// The columns in front of an instruction's costs; a line or a kernel of 0 is not shown.
  [[nodiscard]] std::string row(std::size_t kernel, const std::string& pc, const std::string& opcode,
                                std::uint32_t line, std::uint64_t executions) const {
    std::string text;
    if (kernels) text += fmt::format("{:>6}", kernel == 0 ? "" : std::to_string(kernel));
    text += fmt::format("{:>6}  {:<{}}", pc, opcode, opcode_width);
    if (lines) text += fmt::format("{:>7}", line == 0 ? "" : std::to_string(line));
    return text + fmt::format("{:>12}", executions);
  }

  [[nodiscard]] std::string costs(const traceg::InstructionCosts& costs) const {
    std::string text = fmt::format("{:>13}", costs.requests);
    if (!gpu.empty()) {
      text += fmt::format("  {:>12}{:>10}{:>10}{:>7.2f}{:>5}", costs.gpu.wavefronts, costs.gpu.ideal,
                          costs.gpu.excess(), costs.gpu.mean(), costs.gpu.max);
    }
    for (std::size_t m = 0; m < machines.alone.size(); ++m) {
      const traceg::Cost& cost = costs.machine[m];
      if (machines.alone[m].shown)
        text += fmt::format("  {:>12}{:>7.2f}{:>5}", cost.slots, cost.mean_slots(), cost.max_slots);
    }
    for (const traceg::OverlapCost& cost : costs.overlapping)
      text += fmt::format("  {:>12.1f}{:>7.2f}{:>5}", cost.slots, cost.mean(), cost.longest);
    return text;
  }
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
  Table table{machines, gpu};
  for (const Row& row : rows) {
    table.opcode_width = std::max(table.opcode_width, opcode_of(row).size());
    table.lines |= line_of(row) != 0;
    table.kernels |= row.kernel != 0;
  }
  for (const Beside& each : beside)
    table.opcode_width = std::max(table.opcode_width, std::string_view(each.kind.name).size());
  std::string text = table.heading();
  traceg::InstructionCosts total;
  total.machine.resize(machines.alone.size());
  total.overlapping.resize(machines.overlapping.size());
  std::uint64_t executions = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    total.add(row.costs);
    executions += row.executions;
    if (i >= kShownInstructions) continue;
    text +=
        table.row(row.kernel, fmt::format("{:x}", row.instruction->pc), opcode_of(row), line_of(row), row.executions) +
        table.costs(row.costs);
    if (row.source != nullptr) text += fmt::format("  {:.60}", row.source->text);
    text += "\n";
  }
  if (rows.size() > kShownInstructions)
    text += fmt::format("and {} more instructions, see --json\n", rows.size() - kShownInstructions);
  text += table.row(0, "total", "", 0, executions) + table.costs(total) + "\n";
  for (const Beside& each : beside) {
    text +=
        table.row(0, "", each.kind.name, 0, each.executed) + fmt::format("  not in the total ({})\n", each.kind.why);
  }
  if (std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.assumed; })) text += kAssumed;
  return text;
}

}  // namespace superwarp::cli
