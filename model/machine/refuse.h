// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace superwarp {

/// Throws std::invalid_argument with this text.
template <class... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> text, Values&&... values) {
  throw std::invalid_argument(fmt::format(text, std::forward<Values>(values)...));
}

}  // namespace superwarp
