// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace superwarp::files {

/// Writes to standard error. A message that cannot be written changes nothing: standard error may
/// be full, closed, or a pipe without a reader.
void write_message(std::string_view text);

template <class... Arguments>
void message(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  write_message(fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace superwarp::files
