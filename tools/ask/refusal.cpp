// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/refusal.h"

#include <fmt/format.h>

#include <algorithm>

namespace superwarp::ask {
namespace {

constexpr std::size_t kBefore = 60;  // characters shown before the column
constexpr std::size_t kShown = 90;

/// The message, the surroundings of the column in printable ASCII, and the caret.
std::string with_caret(const std::string& what, const std::string& text, std::size_t column,
                       const std::string& message) {
  const std::size_t place = std::min(column - 1, text.size());
  const std::size_t first = place > kBefore ? place - kBefore : 0;
  std::string line = text.substr(first, kShown);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return fmt::format("{}, column {}: {}\n  {}\n  {:>{}}", what, column, message, line, "^",
                     place - first + 1);
}

}  // namespace

Refusal::Refusal(const std::string& what, const std::string& text, std::size_t column,
                 const std::string& message)
    : std::invalid_argument(with_caret(what, text, column, message)), column_(column) {}

}  // namespace superwarp::ask
