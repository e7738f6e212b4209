// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace superwarp::files {

/// `text` for a terminal: \x and two digits in place of every control character, which the terminal
/// would obey. Ends of lines stay if `lines`.
std::string without_controls(std::string_view text, bool lines = false);

/// Why a name with a control character is refused: tables, commands to repeat a run and the files
/// of viewers quote names.
inline constexpr const char* kControlInName = "has a control character in its name, expected none; rename the file";
bool has_control(std::string_view name);

}  // namespace superwarp::files
