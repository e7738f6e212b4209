// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

/// \file
/// A text of the user: where it is refused, and its tokens (docs/spec/ask.md).

namespace superwarp::ask {

/// what() has the message with the column, the text, and a line with a caret below the column.
class Refusal : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// A text of the user, or the bytes `begin` to `end` - 1 of it.
struct Source {
  std::string what;  ///< its option, or "access 2"
  std::string text;
  std::size_t begin = 0;
  std::size_t end = std::string::npos;

  /// Part of it, with the columns of the whole.
  [[nodiscard]] Source part(std::size_t from, std::size_t to) const { return {what, text, from, to}; }
  /// Throws Refusal; `column` counts bytes from 1.
  [[noreturn]] void refuse(std::size_t column, const std::string& message) const;
};

struct Token {
  enum class Kind : std::uint8_t { kName, kNumber, kSign, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;
  std::size_t column = 1;  ///< of its first byte, from 1

  [[nodiscard]] bool is(const char* sign) const { return kind == Kind::kSign && text == sign; }
};

/// The tokens of `source`; the last is kEnd. Throws Refusal at a byte that begins none, and if the
/// text is longer than 4096 bytes.
std::vector<Token> tokens_of(const Source& source);

/// A token for messages: "'+='", or "the end".
std::string shown(const Token& token);

/// Throws Refusal, for a token of C with what to do about it.
[[noreturn]] void unexpected(const Source& source, const Token& token, const std::string& expected);

/// The number of the bracket that closes the one at `open`. Throws Refusal if there is none.
std::size_t closing(const Source& source, const std::vector<Token>& tokens, std::size_t open);

}  // namespace superwarp::ask
