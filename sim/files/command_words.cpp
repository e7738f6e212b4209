// SPDX-License-Identifier: Apache-2.0
#include "sim/files/command_words.h"

#include <fmt/format.h>

namespace superwarp::files {

std::string quoted(const std::string& value) {
  const bool plain = !value.empty() && value.find_first_not_of(
                                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789-_./,:=+") == std::string::npos;
  if (plain) return value;
  std::string text = "'";
  for (const char c : value) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string options_of(const OptionWords& options) {
  std::string text;
  for (const OptionWord& choice : options) {
    if (choice.value == "false") continue;
    text += fmt::format("{}--{}", text.empty() ? "" : " ", choice.option);
    if (choice.value != "true") text += " " + quoted(choice.value);
  }
  return text;
}

}  // namespace superwarp::files
