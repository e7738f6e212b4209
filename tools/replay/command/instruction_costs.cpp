// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/command/instruction_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "sim/cli/json.h"
#include "sim/cli/machine_options.h"
#include "sim/draw/text.h"
#include "sim/run/key_memory.h"
#include "tools/replay/command/instruction_rows.h"
#include "tools/replay/command/line_table.h"

namespace superwarp::cli {
using draw::counted;
using traceg::OpcodeKind;
namespace {

struct FurtherKind {
  OpcodeKind kind;
  const char* singular;
  const char* plural;
};
constexpr std::array<FurtherKind, 3> kFurtherKinds = {{{OpcodeKind::kMatrixLoad, "matrix load", "matrix loads"},
                                                       {OpcodeKind::kMatrixStore, "matrix store", "matrix stores"},
                                                       {OpcodeKind::kCopy, "copy", "copies"}}};

std::string name_of(const Machine& machine) {
  std::string name = machine_name(machine.kind);
  const bool usual = machine.mapping == (machine.kind == MachineKind::kRsdmm ? "random-shift" : "identity");
  if (!usual) name += " " + machine.mapping;
  if (machine.regions.any()) name += " in regions";
  if (machine.bank_words > 1) name += fmt::format(" {} words a bank", machine.bank_words);
  if (machine.super_warp > 1) name += fmt::format(" s={}", machine.super_warp);
  if (machine.overlaps()) name += " " + rpu_info(machine.rpu).name;
  return name;
}

/// Gives `column` a memory of `words` words.
void fit_column(Machine& column, std::uint64_t words) {
  evaluate::require_key_memory(column, words);
  column.rows = model::rows_covering(words, column.bank_count());
  column.key = model::mapping_key(column.mapping, column.seed, column.rows, column.bank_count());
}

/// Where the machine that runs overlaps no warps, the streaming RPU stands for those that do.
std::vector<ReportMachine> overlapping_machines(const Machine& machine) {
  if (machine.hierarchy) return {};
  if (machine.overlaps()) return {{name_of(machine), machine}};
  Machine other;
  other.kind = MachineKind::kRsdmm;
  other.rpu = Rpu::kStream;
  other.mapping = "random-shift";
  other.width = machine.width;
  other.banks = machine.whole_banks();
  other.latency = machine.latency;
  other.schedule = machine.schedule;
  other.seed = machine.seed;
  fit_column(other, machine.words());
  return {{name_of(other), other}};
}

/// Blocks and warps that the header announces but the trace lacks: tracers can leave out blocks,
/// and the file may be cut off between two blocks.
std::string missing_from(const Launch& launch) {
  const traceg::Header& header = launch.header;
  const traceg::Counts& counts = launch.counts;
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
    text += fmt::format("  note        {} of {} threads have {}, the trace {}\n", counted(counts.blocks, "block"),
                        traceg::shown_dim(*header.block), counted(warps, "warp"), counts.warps);
  }
  return text;
}

/// The GT200's paper has no accesses of more than 32 bits.
std::string beyond_paper(const std::vector<Row>& rows, const Machine& machine, const std::string& gpu) {
  const bool wide = std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.instruction->bytes > 4; });
  if (machine.kind != MachineKind::kGt200 || !gpu.empty() || !wide) return "";
  return "  note        the GT200's paper describes 32 bits a thread; wider accesses are split as "
         "on "
         "the dmm. --gpu gt200 takes the rule of the CUDA guide\n";
}

std::string summary_of(const Launch& launch, std::uint64_t resident, bool global, const std::string& note) {
  const traceg::Counts& counts = launch.counts;
  const auto count_of = [&](OpcodeKind kind, const char* what) { return counted(launch.executed(kind), what); };
  std::string further;  // most kernels have none of these
  for (const auto& [kind, what, plural] : kFurtherKinds) {
    if (const std::uint64_t count = launch.executed(kind); count > 0) further += ", " + counted(count, what, plural);
  }
  std::string text = fmt::format(
      "\nkernel {:.100}: {}, {} at a time, {}, {} executed\n"
      "  replayed    {}, {}, {}, {}{}\n",
      shown_name(launch), counted(counts.blocks, "block"), std::min(resident, counts.blocks),
      counted(counts.warps, "warp"), counted(counts.instructions, "instruction"), count_of(OpcodeKind::kLoad, "load"),
      count_of(OpcodeKind::kStore, "store"), count_of(OpcodeKind::kAtomic, "atomic"),
      count_of(OpcodeKind::kBarrier, "barrier"), further);
  if (global) {
    text += fmt::format("  of global   {}, {}, {}\n", count_of(OpcodeKind::kGlobalLoad, "load"),
                        count_of(OpcodeKind::kGlobalStore, "store"), count_of(OpcodeKind::kGlobalAtomic, "atomic"));
  }
  const traceg::LeftOut& arrive = traceg::kLeftOut.back();
  if (const std::uint64_t count = launch.executed(arrive.kind); count > 0)
    text += fmt::format("  left out    {} {} ({})\n", count, arrive.name, arrive.why);
  if (launch.complete) text += missing_from(launch);
  return text + note + "\n";
}

}  // namespace

ReportMachines report_machines(const Machine& machine, bool by_time) {
  Machine own = machine;
  if (own.overlaps() && own.kind == MachineKind::kSdmm) own.kind = MachineKind::kDmm;
  own.rpu = Rpu::kBatch;
  std::vector<ReportMachine> machines = {{name_of(own), own}};
  const auto add = [&](MachineKind kind, std::uint32_t super_warp, const char* mapping) {
    Machine other = own;
    other.kind = kind;
    other.super_warp = super_warp;
    other.mapping = mapping;
    other.regions = {};
    if (!bank_words_fault(other).empty()) {  // random shifts move single words
      other.banks = other.whole_banks();
      other.bank_words = 1;
    }
    const std::string name = name_of(other);
    if (std::any_of(machines.begin(), machines.end(), [&](const ReportMachine& known) { return known.name == name; })) {
      return;
    }
    fit_column(other, own.words());
    machines.push_back({name, other, kind != MachineKind::kUmm});
  };
  add(MachineKind::kDmm, 1, "identity");
  add(MachineKind::kUmm, 1, "identity");
  if (machine.super_warp > 1) add(MachineKind::kSdmm, machine.super_warp, "identity");
  add(MachineKind::kRsdmm, machine.super_warp, "random-shift");
  return {machines, overlapping_machines(machine), by_time};
}

Json gpu_total(const std::vector<Launch>& launches, const std::string& gpu) {
  traceg::GpuCost sum;
  for (const Launch& launch : launches) {
    for (const traceg::InstructionCosts& costs : launch.costs) sum.add(costs.gpu);
  }
  Json json = gpu_json(sum);
  json["name"] = gpu;
  return json;
}

Addition gpu_addition(const traceg::GpuCost& cost, const std::string& gpu) {
  Addition addition;
  addition.json["gpu"] = gpu_json(cost);
  addition.json["gpu"]["name"] = gpu;
  addition.table = fmt::format("  on {:<9}{} executed: {} wavefronts, ideal {}, excess {}; mean {:.2f}, largest {}\n",
                               gpu, counted(cost.executions, "access", "accesses"), cost.wavefronts, cost.ideal,
                               cost.excess(), cost.mean(), cost.max);
  return addition;
}

InstructionAddition instruction_addition(const Launch& launch, const ReportMachines& machines, std::uint64_t resident,
                                         const std::string& gpu) {
  const std::vector<Row> rows = rows_of(launch, machines);
  const bool global = machines.alone.front().machine.hierarchy.has_value();
  InstructionAddition addition;
  addition.json["traceg"] = trace_json(launch, resident, global);
  addition.json["instructions"] = Json::array();
  for (const Row& row : rows) addition.json["instructions"].push_back(row_json(row, machines, gpu));
  if (!gpu.empty()) addition.json["gpu"] = gpu_total({launch}, gpu);
  const std::string note = beyond_paper(rows, machines.alone.front().machine, gpu);
  addition.lines.add(shown_name(launch), rows, machines, gpu);
  addition.table = summary_of(launch, resident, global, note) + table_of(rows, machines, beside_total({launch}), gpu) +
                   gains_of(addition.lines);
  return addition;
}

}  // namespace superwarp::cli
