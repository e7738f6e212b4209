// SPDX-License-Identifier: Apache-2.0
#include "sim/ncu/read_ncu.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
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
};

bool begins(const std::string& line, const std::string& with) { return line.rfind(with, 0) == 0; }

std::vector<Part> parts_of(std::istream& in) {
  const std::string name = fmt::format("\"{}\",\"", kKernelName);
  std::vector<Part> parts;
  std::string kernel;
  std::size_t lines = 0;
  for (std::string line; std::getline(in, line); ++lines) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const bool source = begins(line, "\"Address\",") || begins(line, "\"#\",\"Address\",");
    if (begins(line, name)) {
      kernel = line.substr(name.size(), line.find('"', name.size()) - name.size());
    } else if (source || begins(line, "\"ID\",")) {
      parts.push_back({kernel, line + "\n", lines, source});
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

Kernel read_source(const Part& part, const std::string& file) {
  constexpr const char* kExpected =
      "the source page with the metrics of shared memory: ncu --set full --page source "
      "--print-source sass --csv";
  const Table table(part, file);
  const std::size_t address = table.column("Address", kExpected);
  const std::size_t source = table.column("Source", kExpected);
  const std::size_t wavefronts = table.column("L1 Wavefronts Shared", kExpected);
  const std::size_t ideal = table.column("L1 Wavefronts Shared Ideal", kExpected);
  const std::size_t executed = table.column("Instructions Executed", kExpected);
  Kernel kernel;
  kernel.name = part.kernel;
  for (std::size_t row = 0; row < table.cells().rows.size(); ++row) {
    const std::vector<std::string>& cells = table.cells().rows[row];
    const std::uint64_t pc = table.address(row, address) - table.address(0, address);
    const double slots = number(cells[wavefronts]).value_or(0);
    if (slots == 0) continue;
    kernel.instructions.push_back({pc, opcode_of(cells[source]),
                                   number(cells[executed]).value_or(0), slots,
                                   number(cells[ideal]).value_or(0)});
  }
  return kernel;
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
  for (const Part& part : parts) {
    if (part.source) {
      kernels.push_back(read_source(part, name));
    } else {
      read_raw(part, name, kernels);
    }
  }
  if (kernels.empty()) {
    throw trace::InputError(
        name, 0,
        "has no kernel, expected a line that begins with \"Address\" (ncu --page source "
        "--print-source sass --csv) or \"ID\" (ncu --page raw --csv)");
  }
  return kernels;
}

}  // namespace superwarp::ncu
