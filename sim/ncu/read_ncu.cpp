// SPDX-License-Identifier: Apache-2.0
#include "sim/ncu/read_ncu.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "sim/files/input_file.h"
#include "sim/report/csv_table.h"
#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"

namespace superwarp::ncu {
namespace {

constexpr const char* kKernelName = "Kernel Name";
constexpr const char* kCure = "; is the export complete?";

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

/// A table of a file with several.
struct Part {
  std::string kernel;
  std::string text;        ///< from the line of names on
  std::size_t before = 0;  ///< lines before it
  bool source = false;
  bool by_lines = false;  ///< CUDA lines, with their instructions below them
};

bool begins(const std::string& line, const std::string& with) { return line.rfind(with, 0) == 0; }

std::vector<Part> parts_of(std::istream& in) {
  const auto value_of = [](const std::string& line, const char* key) {
    const std::string name = fmt::format("\"{}\",\"", key);
    if (!begins(line, name)) return std::optional<std::string>();
    return std::optional(line.substr(name.size(), line.find('"', name.size()) - name.size()));
  };
  std::vector<Part> parts;
  std::string kernel;
  std::size_t lines = 0;
  for (std::string line; std::getline(in, line); ++lines) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const bool by_lines = begins(line, "\"Line No\",");
    const bool source =
        by_lines || begins(line, "\"Address\",") || begins(line, "\"#\",\"Address\",");
    if (const auto name = value_of(line, kKernelName)) {
      kernel = *name;
    } else if (const auto function = value_of(line, "Function Name")) {
      kernel = *function;
    } else if (value_of(line, "File Path") || value_of(line, "File Name")) {
      continue;
    } else if (source || begins(line, "\"ID\",")) {
      parts.push_back({kernel, line + "\n", lines, source, by_lines});
    } else if (!parts.empty() && begins(line, "\"")) {
      parts.back().text += line + "\n";
    }
  }
  return parts;
}

/// The opcode of "@!P0 LDS.U.128 R4, [R2]".
std::string opcode_of(const std::string& sass) {
  std::istringstream in(sass);
  std::string word;
  in >> word;
  if (begins(word, "@")) in >> word;
  while (!word.empty() && (word.back() == ';' || word.back() == ',')) word.pop_back();
  return word;
}

/// One table, with messages that name the line in its file.
class Table {
 public:
  Table(const Part& part, const std::string& file)
      : part_(part),
        file_(file),
        table_(report::read_csv(part.text, file, kCure, part.before + 1)) {}

  [[nodiscard]] const report::CsvTable& cells() const { return table_; }

  /// The column of a name.
  [[nodiscard]] std::size_t column(const std::string& name, const char* expected) const {
    const auto at = std::find(table_.names.begin(), table_.names.end(), name);
    if (at == table_.names.end()) {
      throw trace::InputError(file_, part_.before + 1,
                              fmt::format("has no column '{}', expected {}", name, expected));
    }
    return static_cast<std::size_t>(at - table_.names.begin());
  }

  /// The last column of a name: `cuda,sass` has two sources.
  [[nodiscard]] std::size_t last_column(const std::string& name, const char* expected) const {
    const auto at = std::find(table_.names.rbegin(), table_.names.rend(), name);
    return at == table_.names.rend() ? column(name, expected)
                                     : static_cast<std::size_t>(table_.names.rend() - at) - 1;
  }

  [[nodiscard]] std::uint64_t address(std::size_t row, std::size_t column) const {
    std::string digits = table_.rows[row][column];
    if (begins(digits, "0x")) digits.erase(0, 2);
    if (digits.empty() || digits.size() > 16 ||
        digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
      throw trace::InputError(
          file_, table_.line[row],
          fmt::format("address {}, expected hexadecimal digits",
                      trace::shown(std::string_view(table_.rows[row][column]))));
    }
    return std::stoull(digits, nullptr, 16);
  }

 private:
  const Part& part_;
  const std::string& file_;
  report::CsvTable table_;
};

/// A source page, or a part of it: `cuda,sass` has a table for every file of CUDA. PCs are
/// addresses.
struct SourcePage {
  Kernel kernel;
  bool by_lines = false;
  std::set<std::uint64_t> addresses;  ///< of all instructions
};

SourcePage read_source(const Part& part, const std::string& file) {
  constexpr const char* kExpected =
      "the source page with the metrics of shared memory: ncu --set full --page source "
      "--print-source sass --csv, or cuda,sass";
  const Table table(part, file);
  const std::size_t address = table.column("Address", kExpected);
  const std::size_t source = table.last_column("Source", kExpected);
  const std::size_t wavefronts = table.column("L1 Wavefronts Shared", kExpected);
  const std::size_t ideal = table.column("L1 Wavefronts Shared Ideal", kExpected);
  const std::size_t executed = table.column("Instructions Executed", kExpected);
  SourcePage page;
  page.kernel.name = part.kernel;
  page.by_lines = part.by_lines;
  for (std::size_t row = 0; row < table.cells().rows.size(); ++row) {
    const std::vector<std::string>& cells = table.cells().rows[row];
    // A line of CUDA has the sums of its instructions, and no address.
    if (part.by_lines && (cells[address].empty() || cells[address] == "-")) continue;
    const std::uint64_t pc = table.address(row, address);
    page.addresses.insert(pc);
    const double slots = number(cells[wavefronts]).value_or(0);
    if (slots == 0) continue;
    page.kernel.instructions.push_back({pc, opcode_of(cells[source]),
                                        number(cells[executed]).value_or(0), slots,
                                        number(cells[ideal]).value_or(0)});
  }
  return page;
}

/// Is `next` a further file of the kernel of `page`, not another launch of it?
bool continues(const SourcePage& page, const SourcePage& next) {
  return page.by_lines && next.by_lines && page.kernel.name == next.kernel.name &&
         std::none_of(next.addresses.begin(), next.addresses.end(),
                      [&](std::uint64_t one) { return page.addresses.count(one) > 0; });
}

/// The kernel of a whole page, with PCs from its first instruction on.
Kernel kernel_of(SourcePage page) {
  const std::uint64_t first = page.addresses.empty() ? 0 : *page.addresses.begin();
  for (Instruction& instruction : page.kernel.instructions) instruction.pc -= first;
  std::sort(page.kernel.instructions.begin(), page.kernel.instructions.end(),
            [](const Instruction& one, const Instruction& other) { return one.pc < other.pc; });
  return std::move(page.kernel);
}

void read_raw(const Part& part, const std::string& file, std::vector<Kernel>& kernels) {
  const Table table(part, file);
  const std::size_t name = table.column(kKernelName, "ncu --page raw --csv");
  for (const std::vector<std::string>& cells : table.cells().rows) {
    if (cells[name].empty()) continue;  // the line of units
    Kernel kernel;
    kernel.name = cells[name];
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (const auto value = number(cells[i])) kernel.counters[table.cells().names[i]] = *value;
    }
    kernels.push_back(std::move(kernel));
  }
}

}  // namespace

std::vector<Kernel> read_ncu(const std::string& file) {
  const std::string name = files::input_name(file);
  std::vector<Part> parts;
  try {
    files::InputFile in(file);
    parts = parts_of(in);
  } catch (const std::runtime_error& error) {
    throw trace::InputError(name, 0, error.what());
  }
  std::vector<Kernel> kernels;
  std::vector<SourcePage> pages;
  for (const Part& part : parts) {
    if (!part.source) {
      read_raw(part, name, kernels);
      continue;
    }
    SourcePage page = read_source(part, name);
    if (pages.empty() || !continues(pages.back(), page)) {
      pages.push_back(std::move(page));
      continue;
    }
    SourcePage& whole = pages.back();
    whole.addresses.merge(page.addresses);
    whole.kernel.instructions.insert(whole.kernel.instructions.end(),
                                     page.kernel.instructions.begin(),
                                     page.kernel.instructions.end());
  }
  for (SourcePage& page : pages) kernels.push_back(kernel_of(std::move(page)));
  if (kernels.empty()) {
    throw trace::InputError(
        name, 0,
        "has no kernel, expected a line that begins with \"Address\" (ncu --page source "
        "--print-source sass --csv) or \"ID\" (ncu --page raw --csv)");
  }
  return kernels;
}

}  // namespace superwarp::ncu
