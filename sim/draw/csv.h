// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iomanip>
#include <sstream>
#include <string>

namespace superwarp::draw {

/// `text` as a cell of a CSV table, quoted if necessary (RFC 4180).
inline std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::ostringstream cell;
  cell << std::quoted(text, '"', '"');
  return cell.str();
}

}  // namespace superwarp::draw
