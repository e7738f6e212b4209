// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/record/tokens.h"

#include <algorithm>
#include <cctype>

namespace superwarp::record {
namespace {

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Behind the literal that begins at `at` with a quote.
std::size_t behind_literal(std::string_view source, std::size_t at) {
  const char quote = source[at];
  for (std::size_t i = at + 1; i < source.size(); ++i) {
    if (source[i] == '\\') {
      ++i;
    } else if (source[i] == quote || source[i] == '\n') {
      return i + 1;
    }
  }
  return source.size();
}

/// Behind the raw string whose quote stands at `at`.
std::size_t behind_raw_string(std::string_view source, std::size_t at) {
  const std::size_t open = source.find('(', at);
  if (open == std::string_view::npos) return source.size();
  const std::string end = ")" + std::string(source.substr(at + 1, open - at - 1)) + "\"";
  const std::size_t close = source.find(end, open);
  return close == std::string_view::npos ? source.size() : close + end.size();
}

bool is_raw_prefix(std::string_view name) {
  return name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R";
}

}  // namespace

std::vector<Token> tokens_of(std::string_view source) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < source.size();) {
    const char c = source[at];
    const std::string_view rest = source.substr(at);
    std::size_t end = at + 1;
    if (rest.substr(0, 2) == "//") {
      at = std::min(source.find('\n', at), source.size());
      continue;
    }
    if (rest.substr(0, 2) == "/*") {
      const std::size_t close = source.find("*/", at + 2);
      at = close == std::string_view::npos ? source.size() : close + 2;
      continue;
    }
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\\') {
      ++at;
      continue;
    }
    if (c == '"' || c == '\'') {
      end = behind_literal(source, at);
    } else if (is_name(c)) {
      const bool number = std::isdigit(static_cast<unsigned char>(c)) != 0;
      // 1'000, 1.5e-3: a quote or a point belongs to a number.
      while (end < source.size() &&
             (is_name(source[end]) ||
              (number && (source[end] == '.' || (source[end] == '\'' && end + 1 < source.size() &&
                                                 is_name(source[end + 1])))))) {
        ++end;
      }
      if (end < source.size() && source[end] == '"' && is_raw_prefix(source.substr(at, end - at))) {
        end = behind_raw_string(source, end);
      }
    }
    tokens.push_back({source.substr(at, end - at), at});
    at = end;
  }
  return tokens;
}

std::size_t line_of(std::string_view source, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::count(
                 source.begin(), source.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

}  // namespace superwarp::record
