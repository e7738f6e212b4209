// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace superwarp::ask {

/// A text that is refused. what() has the message with the column, the text, and a line with a
/// caret below the column.
class Refusal : public std::invalid_argument {
 public:
  /// `what` names the text: "--tile"; `column` counts bytes from 1.
  Refusal(const std::string& what, const std::string& text, std::size_t column,
          const std::string& message);

  [[nodiscard]] std::size_t column() const { return column_; }

 private:
  std::size_t column_;
};

/// A text of the user, or the bytes `begin` to `end` - 1 of it.
struct Source {
  std::string what;  ///< its option, or "access 2"
  std::string text;
  std::size_t begin = 0;
  std::size_t end = std::string::npos;

  [[noreturn]] void refuse(std::size_t column, const std::string& message) const {
    throw Refusal(what, text, column, message);
  }
};

}  // namespace superwarp::ask
