// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

/// \file
/// Fields of a line of text, as all readers of traces take them: separated by blanks and tabs.

namespace superwarp::trace {

/// Throws std::invalid_argument: what is wrong, what was expected.
template <class... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> message, Values&&... values) {
  throw std::invalid_argument(fmt::format(message, std::forward<Values>(values)...));
}

/// `text` in printable ASCII: other bytes as \x and two digits.
std::string printable(std::string_view text);

/// A token as a message may show it: quoted, printable and short.
std::string shown(std::string_view token);

/// `text` without blanks and tabs at its ends.
std::string_view trimmed(std::string_view text);

/// Takes the next field off the front of `rest`; empty at the end of the line.
std::string_view take_field(std::string_view& rest);

/// The number that is all of `text`; false if there is none or it is not below `limit`.
bool parse_number(std::string_view text, int base, std::uint64_t limit, std::uint64_t& number);

/// Takes the next field off, a decimal number below `limit`. Throws std::invalid_argument that
/// calls it `what`.
std::uint64_t number_field(std::string_view& rest, const char* what, std::uint64_t limit);

}  // namespace superwarp::trace
