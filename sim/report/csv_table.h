// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace superwarp::report {

/// A table of a file: cells between commas, quoted where they have to be (RFC 4180), the names of
/// the columns in the first line.
struct CsvTable {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;  ///< each with a cell for each name
  std::vector<std::size_t> line;               ///< of the file, in which each row begins
};

/// Reads one; `name` is what messages call it. Throws trace::InputError with the line for a row
/// that is not whole, and for a file that ends amid one.
CsvTable read_csv(const std::string& text, const std::string& name);

}  // namespace superwarp::report
