// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

/// \file
/// Fields of a line of text, separated by blanks and tabs, for all readers of traces.

namespace superwarp::trace {

/// Throws std::invalid_argument with the message, which says what is wrong and what was expected.
template <class... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> message, Values&&... values) {
  throw std::invalid_argument(fmt::format(message, std::forward<Values>(values)...));
}

/// `text` in printable ASCII; other bytes become \x and two digits.
std::string printable(std::string_view text);

/// A token for messages: quoted, printable and short.
std::string shown(std::string_view token);

/// `text` without blanks and tabs at its ends.
std::string_view trimmed(std::string_view text);

/// Removes the next field from `rest` and returns it; empty at the end of the line.
std::string_view take_field(std::string_view& rest);

/// Parses all of `text` as a number; false if that fails or the number is not below `limit`.
bool parse_number(std::string_view text, int base, std::uint64_t limit, std::uint64_t& number);

/// Removes the next field from `rest`, a decimal number below `limit`, and returns it. Throws
/// std::invalid_argument, whose message calls it `what`.
std::uint64_t number_field(std::string_view& rest, const char* what, std::uint64_t limit);

}  // namespace superwarp::trace
