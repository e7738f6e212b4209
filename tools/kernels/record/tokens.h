// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace superwarp::record {

/// A piece of C++ source: a name, a number, a literal or one character of punctuation.
struct Token {
  std::string_view text;
  std::size_t at = 0;  ///< offset in the source

  [[nodiscard]] std::size_t end() const { return at + text.size(); }
};

/// The tokens of `source`, without comments. Lines of the preprocessor are tokens like others, as a
/// macro may hold a launch; `source` has to outlive the result. An unterminated comment or literal
/// ends with the source; the compiler reports it.
std::vector<Token> tokens_of(std::string_view source);

/// Line of offset `at` in `source`, from 1.
std::size_t line_of(std::string_view source, std::size_t at);

}  // namespace superwarp::record
