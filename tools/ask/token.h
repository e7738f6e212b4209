// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/ask/refusal.h"

namespace superwarp::ask {

/// A token of an expression or a declaration (docs/spec/ask.md).
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

}  // namespace superwarp::ask
