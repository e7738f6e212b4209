// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace superwarp::cli {

/// `text` as a cell of a CSV table, quoted where it has to be (RFC 4180).
inline std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace superwarp::cli
