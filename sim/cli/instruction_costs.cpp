// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/instruction_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

#include "sim/cli/json.h"
#include "sim/cli/machine_options.h"
#include "sim/draw/text.h"
#include "sim/model/mapping.h"

namespace superwarp::cli {
using draw::counted;
using traceg::OpcodeKind;
namespace {

constexpr std::size_t kShownInstructions = 24;

struct FurtherKind {
  OpcodeKind kind;
  const char* singular;
  const char* plural;
};
constexpr std::array<FurtherKind, 3> kFurtherKinds = {
    {{OpcodeKind::kMatrixLoad, "matrix load", "matrix loads"},
     {OpcodeKind::kMatrixStore, "matrix store", "matrix stores"},
     {OpcodeKind::kCopy, "copy", "copies"}}};

std::string name_of(const Machine& machine) {
  std::string name = machine_name(machine.kind);
  const bool usual =
      machine.mapping == (machine.kind == MachineKind::kRsdmm ? "random-shift" : "identity");
  if (!usual) name += " " + machine.mapping;
  if (machine.super_warp > 1) name += fmt::format(" s={}", machine.super_warp);
  return name;
}

/// An instruction with its costs.
struct Row {
  const traceg::Instruction* instruction;
  const traceg::SourcePlace* source;  ///< null if the trace does not tell it
  traceg::InstructionCosts costs;
};

/// Of the source; 0 if it is not known.
std::uint32_t line_of(const Row& row) {
  return row.source != nullptr ? row.source->line : row.instruction->source_line;
}

/// By wavefronts on the GPU, then by slots on the first machine, then by PC.
std::vector<Row> rows_of(const traceg::Reader& reader, const traceg::InstructionReport& report,
                         std::size_t machines) {
  std::vector<Row> rows;
  const std::vector<traceg::Instruction>& all = reader.instructions().all();
  const auto& sources = reader.header().sources;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto source = sources.find(all[i].pc);
    rows.push_back({&all[i], source == sources.end() ? nullptr : &source->second,
                    i < report.costs().size() ? report.costs()[i] : traceg::InstructionCosts()});
    rows.back().costs.machine.resize(machines);
  }
  const auto rank = [](const Row& row) {
    return std::make_tuple(~row.costs.gpu.wavefronts, ~row.costs.machine.front().slots,
                           row.instruction->pc);
  };
  std::sort(rows.begin(), rows.end(),
            [&](const Row& one, const Row& other) { return rank(one) < rank(other); });
  return rows;
}

std::uint64_t executed(const traceg::Reader& reader, OpcodeKind kind) {
  return reader.counts().executed[static_cast<std::size_t>(kind)];
}

/// Facts about the trace; with accesses to global memory if there is a `global` memory.
Json trace_json(const traceg::Reader& reader, std::uint64_t resident, bool global) {
  const traceg::Header& header = reader.header();
  const traceg::Counts& counts = reader.counts();
  Json left_out = Json::object();
  for (const traceg::LeftOut& kind : traceg::kLeftOut)
    left_out[kind.name] = executed(reader, kind.kind);
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
               {"loads", executed(reader, OpcodeKind::kLoad)},
               {"stores", executed(reader, OpcodeKind::kStore)},
               {"atomics", executed(reader, OpcodeKind::kAtomic)},
               {"matrix_loads", executed(reader, OpcodeKind::kMatrixLoad)},
               {"matrix_stores", executed(reader, OpcodeKind::kMatrixStore)},
               {"copies", executed(reader, OpcodeKind::kCopy)},
               {"barriers", executed(reader, OpcodeKind::kBarrier)},
               {"left_out", left_out}};
  if (!global) return json;
  json["global_loads"] = executed(reader, OpcodeKind::kGlobalLoad);
  json["global_stores"] = executed(reader, OpcodeKind::kGlobalStore);
  json["global_atomics"] = executed(reader, OpcodeKind::kGlobalAtomic);
  return json;
}

Json row_json(const Row& row, const std::vector<ReportMachine>& machines) {
  Json costs = Json::object();
  for (std::size_t m = 0; m < machines.size(); ++m) {
    const traceg::Cost& cost = row.costs.machine[m];
    costs[machines[m].name] = {{"dispatches", cost.dispatches},
                               {"slots", cost.slots},
                               {"mean", cost.mean()},
                               {"max", cost.max},
                               {"mean_slots", cost.mean_slots()},
                               {"max_slots", cost.max_slots}};
  }
  const traceg::Instruction& instruction = *row.instruction;
  return {{"pc", fmt::format("{:04x}", instruction.pc)},
          {"opcode", instruction.opcode},
          {"line", line_of(row) == 0 ? Json(nullptr) : Json(line_of(row))},
          {"file", row.source == nullptr ? Json(nullptr) : Json(row.source->file)},
          {"source", row.source == nullptr ? Json(nullptr) : Json(row.source->text)},
          {"bytes", instruction.bytes},
          {"executions", instruction.executions},
          {"requests", row.costs.requests},
          {"machines", costs}};
}

Json gpu_json(const traceg::GpuCost& cost) {
  return {{"executions", cost.executions}, {"wavefronts", cost.wavefronts}, {"ideal", cost.ideal},
          {"excess", cost.excess()},       {"mean", cost.mean()},           {"max", cost.max}};
}

/// The table of a trace's instructions, with the width of its columns.
struct Table {
  const std::vector<ReportMachine>& machines;
  std::string gpu;     ///< empty: none
  bool lines = false;  ///< there is a column for them
  std::size_t opcode_width = 6;

  [[nodiscard]] std::string heading() const {
    std::string above(6 + opcode_width + (lines ? 7 : 0) + 27, ' ');
    std::string below = fmt::format("{:>6}  {:<{}}", "PC", "opcode", opcode_width);
    if (lines) below += "   line";
    below += fmt::format("{:>12}{:>13}", "executions", "requests");
    if (!gpu.empty()) {
      above += fmt::format("  {:-^44}", " " + gpu + " ");
      below += fmt::format("  {:>12}{:>10}{:>10}{:>7}{:>5}", "wavefronts", "ideal", "excess",
                           "mean", "max");
    }
    for (const ReportMachine& machine : machines) {
      above += fmt::format("  {:-^24}", " " + machine.name + " ");
      below += fmt::format("  {:>12}{:>7}{:>5}", "slots", "mean", "max");
    }
    return above + "\n" + below + "\n";
  }

  [[nodiscard]] std::string row(const std::string& pc, const std::string& opcode,
                                const std::string& line, std::uint64_t executions) const {
    std::string text = fmt::format("{:>6}  {:<{}}", pc, opcode, opcode_width);
    if (lines) text += fmt::format("{:>7}", line);
    return text + fmt::format("{:>12}", executions);
  }

  [[nodiscard]] std::string costs(const traceg::InstructionCosts& costs) const {
    std::string text = fmt::format("{:>13}", costs.requests);
    if (!gpu.empty()) {
      text += fmt::format("  {:>12}{:>10}{:>10}{:>7.2f}{:>5}", costs.gpu.wavefronts,
                          costs.gpu.ideal, costs.gpu.excess(), costs.gpu.mean(), costs.gpu.max);
    }
    for (const traceg::Cost& cost : costs.machine)
      text += fmt::format("  {:>12}{:>7.2f}{:>5}", cost.slots, cost.mean_slots(), cost.max_slots);
    return text;
  }
};

/// Kinds of instructions that access shared memory, or may, and are not in the total.
std::vector<traceg::LeftOut> beside_total(const traceg::Reader& reader) {
  std::vector<traceg::LeftOut> kinds;
  for (const traceg::LeftOut& kind : traceg::kLeftOut) {
    if (kind.kind != OpcodeKind::kArrive && executed(reader, kind.kind) > 0) kinds.push_back(kind);
  }
  return kinds;
}

/// Mean and max are of an execution. The last lines are the total and what is not in it.
std::string table_of(const std::vector<Row>& rows, const std::vector<ReportMachine>& machines,
                     const traceg::Reader& reader, const std::string& gpu) {
  const std::vector<traceg::LeftOut> beside = beside_total(reader);
  Table table{machines, gpu};
  for (const Row& row : rows) {
    table.opcode_width = std::max(table.opcode_width, row.instruction->opcode.size());
    table.lines |= line_of(row) != 0;
  }
  for (const traceg::LeftOut& kind : beside)
    table.opcode_width = std::max(table.opcode_width, std::string_view(kind.name).size());
  std::string text = table.heading();
  traceg::InstructionCosts total;
  total.machine.resize(machines.size());
  std::uint64_t executions = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const traceg::Instruction& instruction = *rows[i].instruction;
    total.requests += rows[i].costs.requests;
    total.gpu.add(rows[i].costs.gpu);
    for (std::size_t m = 0; m < machines.size(); ++m)
      total.machine[m].add(rows[i].costs.machine[m]);
    executions += instruction.executions;
    if (i >= kShownInstructions) continue;
    text += table.row(fmt::format("{:x}", instruction.pc), instruction.opcode,
                      std::to_string(line_of(rows[i])), instruction.executions) +
            table.costs(rows[i].costs);
    if (rows[i].source != nullptr) text += fmt::format("  {:.60}", rows[i].source->text);
    text += "\n";
  }
  if (rows.size() > kShownInstructions)
    text += fmt::format("and {} more instructions, see --json\n", rows.size() - kShownInstructions);
  text += table.row("total", "", "", executions) + table.costs(total) + "\n";
  for (const traceg::LeftOut& kind : beside) {
    text += table.row("", kind.name, "", executed(reader, kind.kind)) +
            fmt::format("  not in the total ({})\n", kind.why);
  }
  return text;
}

/// What the lines that conflict would gain on the best of the other machines, worst line first.
std::string gains_of(const std::vector<Row>& rows, const std::vector<ReportMachine>& machines) {
  constexpr std::size_t kShown = 3;
  constexpr double kConflict = 1.05;  // mean slots; below it there is nothing to gain
  std::string text;
  std::size_t shown = 0;
  for (const Row& row : rows) {
    const std::vector<traceg::Cost>& costs = row.costs.machine;
    if (row.source == nullptr || costs.front().mean() < kConflict) continue;
    if (++shown > kShown) break;
    const auto best = std::min_element(
        costs.begin(), costs.end(),
        [](const auto& one, const auto& other) { return one.slots < other.slots; });
    text += fmt::format("{}:{}: {:.2f} slots an access on the {}", row.source->file,
                        row.source->line, costs.front().mean(), machines.front().name);
    text += best == costs.begin()
                ? "; none of the other machines needs fewer\n"
                : fmt::format(", {:.2f} on the {}: {:.1f} times fewer\n", best->mean(),
                              machines[static_cast<std::size_t>(best - costs.begin())].name,
                              costs.front().mean() / best->mean());
  }
  return text.empty() ? text : "\n" + text;
}

/// Blocks and warps that the header announces but the trace lacks: tracers can leave out blocks,
/// and the file may be cut off between two blocks.
std::string missing_from(const traceg::Reader& reader) {
  const traceg::Header& header = reader.header();
  const traceg::Counts& counts = reader.counts();
  std::string text;
  if (header.grid) {
    const auto [x, y, z] = *header.grid;
    const double blocks = static_cast<double>(x) * y * z;
    if (static_cast<double>(counts.blocks) < blocks) {
      text += fmt::format("  note        the grid {} has {:.0f} blocks, the trace {}\n",
                          traceg::shown_dim(*header.grid), blocks, counts.blocks);
    }
  }
  const std::uint64_t warps = counts.blocks * header.warp_limit();
  if (header.block && counts.warps < warps) {
    text += fmt::format("  note        {} of {} threads have {}, the trace {}\n",
                        counted(counts.blocks, "block"), traceg::shown_dim(*header.block),
                        counted(warps, "warp"), counts.warps);
  }
  return text;
}

/// The GT200's paper has no accesses of more than 32 bits.
std::string beyond_paper(const std::vector<Row>& rows, const Machine& machine,
                         const std::string& gpu) {
  const bool wide = std::any_of(rows.begin(), rows.end(),
                                [](const Row& row) { return row.instruction->bytes > 4; });
  if (machine.kind != MachineKind::kGt200 || !gpu.empty() || !wide) return "";
  return "  note        the GT200's paper describes 32 bits a thread; wider accesses are split as "
         "on "
         "the dmm. --gpu gt200 takes the rule of the CUDA guide\n";
}

std::string summary_of(const traceg::Reader& reader, std::uint64_t resident, bool global,
                       const std::string& note) {
  const traceg::Counts& counts = reader.counts();
  const auto count_of = [&](OpcodeKind kind, const char* what) {
    return counted(executed(reader, kind), what);
  };
  std::string further;  // most kernels have none of these
  for (const auto& [kind, what, plural] : kFurtherKinds) {
    if (const std::uint64_t count = executed(reader, kind); count > 0)
      further += ", " + counted(count, what, plural);
  }
  std::string text = fmt::format(
      "\nkernel {:.100}: {}, {} at a time, {}, {} executed\n"
      "  replayed    {}, {}, {}, {}{}\n",
      reader.header().kernel_name.empty() ? "(no name)" : reader.header().kernel_name,
      counted(counts.blocks, "block"), std::min(resident, counts.blocks),
      counted(counts.warps, "warp"), counted(counts.instructions, "instruction"),
      count_of(OpcodeKind::kLoad, "load"), count_of(OpcodeKind::kStore, "store"),
      count_of(OpcodeKind::kAtomic, "atomic"), count_of(OpcodeKind::kBarrier, "barrier"), further);
  if (global) {
    text += fmt::format("  of global   {}, {}, {}\n", count_of(OpcodeKind::kGlobalLoad, "load"),
                        count_of(OpcodeKind::kGlobalStore, "store"),
                        count_of(OpcodeKind::kGlobalAtomic, "atomic"));
  }
  const traceg::LeftOut& arrive = traceg::kLeftOut.back();
  if (const std::uint64_t count = executed(reader, arrive.kind); count > 0)
    text += fmt::format("  left out    {} {} ({})\n", count, arrive.name, arrive.why);
  if (reader.at_end()) text += missing_from(reader);
  return text + note + "\n";
}

}  // namespace

std::vector<ReportMachine> report_machines(const Machine& machine) {
  Machine own = machine;
  if (own.overlaps()) {
    own.rpu = Rpu::kBatch;
    if (own.kind == MachineKind::kSdmm) own.kind = MachineKind::kDmm;
  }
  std::vector<ReportMachine> machines = {{name_of(own), own}};
  const auto add = [&](MachineKind kind, std::uint32_t super_warp, const char* mapping) {
    Machine other = own;
    other.kind = kind;
    other.super_warp = super_warp;
    other.mapping = mapping;
    const std::string name = name_of(other);
    if (std::any_of(machines.begin(), machines.end(),
                    [&](const ReportMachine& known) { return known.name == name; })) {
      return;
    }
    other.key = model::mapping_key(mapping, other.seed, other.rows, other.width);
    machines.push_back({name, other});
  };
  add(MachineKind::kDmm, 1, "identity");
  add(MachineKind::kUmm, 1, "identity");
  if (machine.super_warp > 1) add(MachineKind::kSdmm, machine.super_warp, "identity");
  add(MachineKind::kRsdmm, machine.super_warp, "random-shift");
  return machines;
}

Addition instruction_addition(const traceg::Reader& reader, const traceg::InstructionReport& report,
                              const std::vector<ReportMachine>& machines, std::uint64_t resident,
                              const std::string& gpu) {
  const std::vector<Row> rows = rows_of(reader, report, machines.size());
  const bool global = machines.front().machine.hierarchy.has_value();
  Addition addition;
  addition.json["traceg"] = trace_json(reader, resident, global);
  addition.json["instructions"] = Json::array();
  traceg::GpuCost on_gpu;
  for (const Row& row : rows) {
    addition.json["instructions"].push_back(row_json(row, machines));
    if (!gpu.empty()) addition.json["instructions"].back()["gpu"] = gpu_json(row.costs.gpu);
    on_gpu.add(row.costs.gpu);
  }
  if (!gpu.empty()) {
    addition.json["gpu"] = gpu_json(on_gpu);
    addition.json["gpu"]["name"] = gpu;
  }
  const std::string note = beyond_paper(rows, machines.front().machine, gpu);
  addition.table = summary_of(reader, resident, global, note) +
                   table_of(rows, machines, reader, gpu) + gains_of(rows, machines);
  return addition;
}

}  // namespace superwarp::cli
