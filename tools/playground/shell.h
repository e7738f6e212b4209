// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace superwarp::playground {

/// `text` as one word of a shell, in quotes if it needs them.
inline std::string quoted(const std::string& text) {
  constexpr const char* kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string word = "'";
  for (const char letter : text) word += letter == '\'' ? "'\\''" : std::string(1, letter);
  return word + "'";
}

}  // namespace superwarp::playground
