// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/ncu/read_ncu.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "sim/files/input_file.h"
#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"
#include "sim/traceg/opcode.h"
#include "tools/replay/ncu/export_table.h"

namespace superwarp::ncu {
namespace {

constexpr const char* kSourcePage =
    "the source page with the metrics of shared memory: ncu --set full --page source "
    "--print-source sass --csv, or cuda,sass";

/// "1,024" and "3.5"; nullopt for what is no number.
std::optional<double> number(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  std::size_t used = 0;
  try {
    const double value = std::stod(text, &used);
    if (used == text.size()) return value;
  } catch (const std::logic_error&) {
    return std::nullopt;
  }
  return std::nullopt;
}

/// The opcode of "@!P0 LDS.U.128 R4, [R2]".
std::string opcode_of(const std::string& sass) {
  std::istringstream in(sass);
  std::string word;
  in >> word;
  if (word.rfind('@', 0) == 0) in >> word;
  while (!word.empty() && (word.back() == ';' || word.back() == ',')) word.pop_back();
  return word;
}

/// "(32, 8, 1)" as recordings write it.
std::string dim_of(std::string cell) {
  cell.erase(std::remove(cell.begin(), cell.end(), ' '), cell.end());
  return cell;
}

/// The columns of a source page.
struct Columns {
  explicit Columns(const ExportTable& table)
      : address(table.column("Address", kSourcePage)),
        source(table.last_column("Source", kSourcePage)),
        wavefronts(table.column("L1 Wavefronts Shared", kSourcePage)),
        ideal(table.column("L1 Wavefronts Shared Ideal", kSourcePage)),
        executed(table.column("Instructions Executed", kSourcePage)),
        threads(table.find("Thread Instructions Executed")),
        accessed(table.find("Predicated-On Thread Instructions Executed")) {}

  std::size_t address, source, wavefronts, ideal, executed, threads, accessed;
};

Instruction instruction_of(const ExportTable& table, const Columns& columns, std::size_t row) {
  const std::vector<std::string>& cells = table.rows[row];
  Instruction instruction;
  instruction.pc = table.address(row, columns.address);
  instruction.opcode = opcode_of(cells[columns.source]);
  traceg::OpcodeKind kind = traceg::OpcodeKind::kOther;
  try {
    kind = traceg::decode_opcode(instruction.opcode).kind;
    instruction.access = traceg::is_atomic(kind)  ? Access::kAtomic
                         : traceg::is_store(kind) ? Access::kStore
                                                  : Access::kLoad;
    instruction.bytes = traceg::is_matrix(kind) ? 16 : traceg::bytes_of(instruction.opcode);
  } catch (const std::invalid_argument& error) {
    throw trace::InputError(table.file, table.lines[row], error.what());
  }
  instruction.executed = number(cells[columns.executed]).value_or(0);
  instruction.wavefronts = number(cells[columns.wavefronts]).value_or(0);
  instruction.ideal = number(cells[columns.ideal]).value_or(0);
  if (columns.accessed != ExportTable::kNone && !traceg::is_matrix(kind))
    instruction.threads = number(cells[columns.accessed]);
  if (columns.threads != ExportTable::kNone && instruction.threads)
    instruction.predicated = number(cells[columns.threads]) != instruction.threads;
  return instruction;
}

/// The source page of a launch, in one table, or in `cuda,sass` in one for each file of CUDA. PCs
/// are addresses.
struct SourcePage {
  Kernel kernel;
  std::set<std::string> files;        ///< of CUDA, seen so far
  std::set<std::uint64_t> addresses;  ///< of all instructions

  /// An instruction stands once for each line that it is inlined into, and Nsight Compute may
  /// write such a row twice.
  void add(Instruction next, const std::optional<Place>& place) {
    std::vector<Instruction>& all = kernel.instructions;
    auto known = std::find_if(all.begin(), all.end(), [&](const Instruction& one) { return one.pc == next.pc; });
    if (known == all.end()) known = all.insert(all.end(), std::move(next));
    std::vector<Place>& places = known->places;
    if (place && std::find(places.begin(), places.end(), *place) == places.end()) places.push_back(*place);
  }

  void read(const ExportTable& table) {
    const Columns columns(table);
    Place place;
    place.file = table.cuda_file.substr(table.cuda_file.find_last_of("/\\") + 1);
    const bool by_lines = table.page == ExportTable::Page::kLines;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const std::vector<std::string>& cells = table.rows[row];
      if (by_lines && !cells.front().empty() &&
          !trace::parse_number(cells.front(), 10, std::uint64_t{1} << 32U, place.line)) {
        throw trace::InputError(
            table.file, table.lines[row],
            fmt::format("line {}, expected a number", trace::shown(std::string_view(cells.front()))));
      }
      // A line of CUDA has the sums of its instructions and no address; "..." stands for
      // instructions of other lines.
      const std::string& address = cells[columns.address];
      if (by_lines && (address.empty() || address == "-" || address == "...")) continue;
      addresses.insert(table.address(row, columns.address));
      if (number(cells[columns.wavefronts]).value_or(0) == 0) continue;
      add(instruction_of(table, columns, row), by_lines ? std::optional(place) : std::nullopt);
    }
  }

  /// The launch, with PCs from its first instruction on.
  Kernel finished() && {
    const std::uint64_t first = addresses.empty() ? 0 : *addresses.begin();
    for (Instruction& instruction : kernel.instructions) instruction.pc -= first;
    std::sort(kernel.instructions.begin(), kernel.instructions.end(),
              [](const Instruction& one, const Instruction& other) { return one.pc < other.pc; });
    return std::move(kernel);
  }
};

/// Nsight Compute 2025.3 writes every page of --print-source sass twice if the report has several
/// functions. Removes the copies.
void remove_copies(std::vector<ExportTable>& tables) {
  std::set<std::string> kernels;
  for (const ExportTable& table : tables) {
    if (table.page != ExportTable::Page::kSass) return;
    kernels.insert(table.kernel);
  }
  if (kernels.size() < 2 || tables.size() % 2 != 0) return;
  for (std::size_t i = 0; i < tables.size(); i += 2) {
    const bool same = tables[i].kernel == tables[i + 1].kernel && tables[i].rows == tables[i + 1].rows;
    if (!same) return;
  }
  std::vector<ExportTable> kept;
  for (std::size_t i = 0; i < tables.size(); i += 2) kept.push_back(std::move(tables[i]));
  tables = std::move(kept);
}

void read_raw(const ExportTable& table, std::vector<Kernel>& kernels) {
  const std::size_t name = table.column("Kernel Name", "ncu --page raw --csv");
  const std::size_t grid = table.find("Grid Size");
  const std::size_t block = table.find("Block Size");
  for (const std::vector<std::string>& cells : table.rows) {
    if (cells[name].empty()) continue;  // the line of units
    Kernel kernel;
    kernel.name = cells[name];
    if (grid != ExportTable::kNone) kernel.grid = dim_of(cells[grid]);
    if (block != ExportTable::kNone) kernel.block = dim_of(cells[block]);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (const auto value = number(cells[i])) kernel.counters[table.names[i]] = *value;
    }
    kernels.push_back(std::move(kernel));
  }
}

std::vector<ExportTable> tables_of(const std::string& file, const std::string& name) {
  try {
    files::InputFile in(file);
    return export_tables(in, name);
  } catch (const trace::InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw trace::InputError(name, 0, error.what());
  }
}

}  // namespace

std::vector<Kernel> read_ncu(const std::string& file) {
  const std::string name = files::input_name(file);
  std::vector<ExportTable> tables = tables_of(file, name);
  remove_copies(tables);
  std::vector<Kernel> kernels;
  std::vector<SourcePage> pages;
  for (const ExportTable& table : tables) {
    if (table.page == ExportTable::Page::kRaw) {
      read_raw(table, kernels);
      continue;
    }
    const bool continues = table.page == ExportTable::Page::kLines && !pages.empty() &&
                           pages.back().kernel.name == table.kernel && pages.back().files.count(table.cuda_file) == 0;
    if (!continues) pages.emplace_back().kernel.name = table.kernel;
    pages.back().files.insert(table.cuda_file);
    pages.back().read(table);
  }
  for (SourcePage& page : pages) kernels.push_back(std::move(page).finished());
  if (kernels.empty()) {
    throw trace::InputError(name, 0,
                            "has no kernel, expected a line that begins with \"Address\" (ncu --page source "
                            "--print-source sass --csv), \"Line No\" (cuda,sass) or \"ID\" (ncu --page raw --csv)");
  }
  return kernels;
}

}  // namespace superwarp::ncu
