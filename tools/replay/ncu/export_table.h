// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace superwarp::ncu {

/// A table of an export, with the names of its columns. All cells are in quotes. Nsight Compute
/// (2025.3) does not double the quotes within a line of source.
struct ExportTable {
  enum class Page { kRaw, kSass, kLines };

  Page page = Page::kRaw;
  std::string kernel;     ///< that it is about; of source pages
  std::string cuda_file;  ///< kLines: the file of CUDA
  std::string file;       ///< the export, for messages
  std::size_t first = 0;  ///< its line of names
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;  ///< each with a cell for each name
  std::vector<std::size_t> lines;              ///< of the export, where the rows stand

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  [[nodiscard]] std::size_t find(const std::string& name) const;  ///< kNone: no such column

  /// Throws InputError if there is no such column: "has no column .., expected " + `expected`.
  [[nodiscard]] std::size_t column(const std::string& name, const char* expected) const;

  /// The last column of a name: `cuda,sass` has two sources.
  [[nodiscard]] std::size_t last_column(const std::string& name, const char* expected) const;

  /// The number in hexadecimal digits. Throws InputError.
  [[nodiscard]] std::uint64_t address(std::size_t row, std::size_t column) const;
};

/// The tables of an export that messages call `file`; other lines are skipped. Throws InputError
/// with the line for a row that is cut off.
std::vector<ExportTable> export_tables(std::istream& in, const std::string& file);

}  // namespace superwarp::ncu
