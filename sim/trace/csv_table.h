// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace superwarp::trace {

/// A CSV table (RFC 4180) with the names of the columns in its first line.
struct CsvTable {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;  ///< each with a cell for each name
  std::vector<std::size_t> line;               ///< in the file, where each row begins
};

/// Reads a table; messages call it `name`. Throws trace::InputError with the line for an incomplete
/// row, and for a file that ends within a row; `cure` ends the message.
/// The text begins in `first_line` of the file.
CsvTable read_csv(const std::string& text, const std::string& name,
                  const std::string& cure = "; is it complete? 'superwarp sweep' rewrites it",
                  std::size_t first_line = 1);

}  // namespace superwarp::trace
