// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/command/ncu_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "sim/cli/json.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/table.h"
#include "sim/draw/text.h"
#include "sim/files/input_file.h"
#include "sim/trace/fields.h"
#include "tools/replay/ncu/comparison.h"
#include "tools/replay/ncu/kernel_name.h"

namespace superwarp::cli {
namespace {

constexpr std::size_t kShownRows = 24;
constexpr std::size_t kShownNotes = 12;

/// Figures, and their names on the pages of Nsight Compute. "OP" stands for the kind of access.
struct FigureColumn {
  std::optional<double> ncu::Figures::*figure;
  const char* heading;
  const char* source_page;
  const char* raw_page;
  const char* raw_page_of_all;
};
constexpr std::array<FigureColumn, 4> kColumns = {
    {{&ncu::Figures::executed, "executed", "Instructions Executed", "smsp__sass_inst_executed_op_shared_OP.sum", ""},
     {&ncu::Figures::wavefronts, "wavefronts", "L1 Wavefronts Shared",
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_OP.sum", "memory_l1_wavefronts_shared"},
     {&ncu::Figures::ideal, "ideal", "L1 Wavefronts Shared Ideal", "", "memory_l1_wavefronts_shared_ideal"},
     {&ncu::Figures::excess, "excess", "L1 Wavefronts Shared Excessive",
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_OP.sum", "derived__memory_l1_wavefronts_shared_excessive"}}};

const char* access_name(const std::optional<ncu::Access>& access) {
  if (!access) return "all";
  return *access == ncu::Access::kLoad ? "loads" : *access == ncu::Access::kStore ? "stores" : "atomics";
}

std::string counter_of(const FigureColumn& column, const ncu::Row& row, bool raw) {
  if (!raw) return column.source_page;
  if (!row.access) return column.raw_page_of_all;
  std::string name = column.raw_page;
  const char* const op = *row.access == ncu::Access::kLoad ? "ld" : *row.access == ncu::Access::kStore ? "st" : "atom";
  if (const std::size_t at = name.find("OP"); at != std::string::npos) name.replace(at, 2, op);
  return name;
}

/// An instruction of a launch that was executed, with what the GPU's rules predict.
ncu::Predicted predicted_of(const Launch& launch, std::size_t i) {
  const traceg::Instruction& known = launch.instructions[i];
  const traceg::InstructionCosts& costs = launch.costs[i];
  ncu::Predicted one;
  one.pc = known.pc;
  one.opcode = known.opcode;
  one.access = traceg::is_atomic(known.kind)  ? ncu::Access::kAtomic
               : traceg::is_store(known.kind) ? ncu::Access::kStore
                                              : ncu::Access::kLoad;
  if (const auto at = launch.header.sources.find(known.pc); at != launch.header.sources.end()) {
    const std::string& file = at->second.file;
    one.place = {file.substr(file.find_last_of('/') + 1), at->second.line};
    one.text = at->second.text;
  }
  one.bytes = known.bytes;
  one.executed = static_cast<double>(costs.gpu.executions);
  if (!traceg::is_matrix(known.kind)) one.threads = static_cast<double>(costs.gpu.threads);
  one.wavefronts = static_cast<double>(costs.gpu.wavefronts);
  one.ideal = static_cast<double>(costs.gpu.ideal);
  return one;
}

ncu::PredictedLaunch predicted_of(const Launch& launch) {
  const traceg::Header& header = launch.header;
  ncu::PredictedLaunch one;
  one.kernel = header.kernel_name;
  if (!trace::parse_number(header.kernel_id, 10, std::uint64_t{1} << 32U, one.number)) one.number = 0;
  if (header.grid) one.grid = traceg::shown_dim(*header.grid);
  if (header.block) one.block = traceg::shown_dim(*header.block);
  one.recorded = header.recorded;
  if (header.grid && launch.counts.blocks > 0) {
    const auto [x, y, z] = *header.grid;
    const double blocks = static_cast<double>(x) * y * z;
    one.share = std::max(1.0, blocks / static_cast<double>(launch.counts.blocks));
  }
  for (std::size_t i = 0; i < launch.costs.size(); ++i) {
    if (launch.costs[i].gpu.executions > 0) one.instructions.push_back(predicted_of(launch, i));
  }
  return one;
}

std::string figure_text(const std::optional<double>& figure) { return figure ? fmt::format("{:.0f}", *figure) : "-"; }

std::string wavefront_difference(const ncu::Row& row) {
  if (row.off() == 0) return draw::percent(0);
  const double counted = row.counted.wavefronts.value_or(0);
  return counted == 0 ? "-" : draw::percent((row.predicted.wavefronts.value_or(0) - counted) / counted);
}

/// Counters beside predictions.
struct CounterTable : draw::Table {
  CounterTable() : draw::Table({"kernel:>6", "line:  <", "access:  <7"}) {
    for (const FigureColumn& column : kColumns) {
      std::vector<std::string> columns = {"counted:  >10", "predicted:>10"};
      if (column.figure == &ncu::Figures::wavefronts) columns.emplace_back("difference:>11");
      group(fmt::format("{:-^{}}", fmt::format(" {} ", column.heading), columns.size() == 2 ? 20 : 31), columns);
    }
  }

  void add_row(const ncu::Row& row, draw::Cell kernel, const std::string& place) {
    std::vector<draw::Cell> cells = {std::move(kernel), place, access_name(row.access)};
    for (const FigureColumn& column : kColumns) {
      cells.emplace_back(figure_text(row.counted.*column.figure));
      cells.emplace_back(figure_text(row.predicted.*column.figure));
      if (column.figure == &ncu::Figures::wavefronts) cells.emplace_back(wavefront_difference(row));
    }
    add(std::move(cells), fmt::format("{:.50}", row.text));
  }
};

/// "128 LDS.64, 64 LDS"
std::string opcodes_of(const ncu::Figures& figures) {
  std::string text;
  for (const auto& [opcode, count] : figures.opcodes)
    text += fmt::format("{}{:.0f} {}", text.empty() ? "" : ", ", count, opcode);
  return text.empty() ? "none" : text;
}

std::string note_of(const ncu::Row& row, const std::string& place) {
  const auto side = [&](const ncu::Figures& figures) {
    const bool told = !figures.opcodes.empty() || !figures.executed;
    return told ? opcodes_of(figures) : figure_text(figures.executed);
  };
  return fmt::format("  {} {}: the GPU executed {}; the trace {}\n", place, access_name(row.access), side(row.counted),
                     side(row.predicted));
}

/// Notes about the kernels.
std::string kernels_text(const ncu::Comparison& comparison) {
  std::string text;
  for (std::size_t i = 0; i < comparison.kernels.size(); ++i) {
    const ncu::MatchedKernel& kernel = comparison.kernels[i];
    const std::string name = draw::clean(ncu::short_name(kernel.name));
    const std::string counted = draw::clean(ncu::short_name(kernel.counted));
    text += fmt::format("{:>6}  {:.100}: {}", i + 1, name, draw::counted(kernel.launches, "launch", "launches"));
    if (counted != name) text += fmt::format(", counted as {:.100}", counted);
    if (kernel.share > 1) {
      text += fmt::format("; the trace lacks blocks, predictions are up to {:.2f} times its own", kernel.share);
    }
    text += "\n";
  }
  const auto lacking = [&](const std::vector<std::string>& names, const char* side) {
    if (names.empty()) return;
    text += fmt::format("  note  {} of {:.60}{} not in the {}\n", draw::counted(names.size(), "launch", "launches"),
                        draw::clean(ncu::short_name(names.front())), names.size() > 1 ? " and others" : "", side);
  };
  lacking(comparison.only_trace, "export");
  lacking(comparison.only_export, "trace");
  return text;
}

std::string notes_text(const ncu::Comparison& comparison) {
  std::string text;
  std::size_t others = 0;
  bool conflicts = false;
  for (const ncu::Row& row : comparison.rows) {
    conflicts |= comparison.raw && row.access && row.counted.excess;
    if (!row.other_instructions() || ++others > kShownNotes) continue;
    std::string place = row.where.empty() ? "in all" : row.where;
    if (comparison.kernels.size() > 1) place = fmt::format("kernel {}, {}", row.kernel + 1, place);
    text += note_of(row, place);
  }
  if (others > kShownNotes) text += fmt::format("  and {} more\n", others - kShownNotes);
  if (others > 0)
    text = "\nother instructions, merged, kept in registers or predicated: no fault of the rules\n" + text;
  if (conflicts) {
    text +=
        "note: l1tex__data_bank_conflicts and wavefronts by operation count other traffic of the "
        "pipe "
        "as well; memory_l1_wavefronts_shared, of all, and the source page do not\n";
  }
  return text;
}

}  // namespace

std::optional<Counters> read_counters(const std::string& file, const std::string& gpu) {
  if (file.empty()) return std::nullopt;
  if (gpu.empty()) throw UsageError("--ncu: expected --gpu NAME, whose rules predict the counters");
  return Counters{files::input_name(file), ncu::read_ncu(file)};
}

Addition ncu_addition(const Counters& counters, const std::vector<Launch>& launches) {
  std::vector<ncu::PredictedLaunch> predicted;
  predicted.reserve(launches.size());
  for (const Launch& launch : launches) predicted.push_back(predicted_of(launch));
  const ncu::Comparison comparison = ncu::compare(counters.kernels, predicted, counters.name);
  CounterTable table;
  Addition addition;
  const bool kernels = comparison.kernels.size() > 1;
  addition.json["ncu"] = Json::array();
  std::size_t shown_rows = 0;
  for (const ncu::Row& row : comparison.rows) {
    if (shown_rows++ < kShownRows)
      table.add_row(row, kernels ? draw::Cell(std::uint64_t{row.kernel} + 1) : draw::Cell(""), row.where);
    for (const FigureColumn& column : kColumns) {
      const auto& counted = row.counted.*column.figure;
      if (!counted && comparison.raw) continue;
      addition.json["ncu"].push_back({{"kernel", comparison.kernels[row.kernel].name},
                                      {"measured_kernel", comparison.kernels[row.kernel].counted},
                                      {"where", row.where},
                                      {"access", access_name(row.access)},
                                      {"counter", counter_of(column, row, comparison.raw)},
                                      {"measured", counted.value_or(0)},
                                      {"predicted", (row.predicted.*column.figure).value_or(0)},
                                      {"measured_opcodes", row.counted.opcodes},
                                      {"predicted_opcodes", row.predicted.opcodes},
                                      {"other_instructions", row.other_instructions()}});
    }
  }
  if (comparison.rows.size() > kShownRows)
    table.add({}, fmt::format("and {} more, see --json", comparison.rows.size() - kShownRows));
  for (const ncu::Access access : {ncu::Access::kLoad, ncu::Access::kStore, ncu::Access::kAtomic}) {
    const ncu::Row sum = comparison.total(access);
    if (sum.counted.wavefronts || sum.predicted.wavefronts) table.add_row(sum, "", "total");
  }
  table.add_row(comparison.total(std::nullopt), "", "total");
  addition.table = fmt::format("\n{}: counters beside predictions, worst first\n{}\n{}{}", counters.name,
                               kernels_text(comparison), table.text(), notes_text(comparison));
  return addition;
}

void add_ncu(App& command, std::string& file) {
  command.add_option("--ncu", file,
                     "with --gpu: what Nsight Compute exported of the same launches (--page source "
                     "--print-source cuda,sass or sass --csv, or --page raw --csv); shows its counters beside the "
                     "predictions, worst first");
}

}  // namespace superwarp::cli
