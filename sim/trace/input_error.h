// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace superwarp::trace {

/// An error in a file from the user. what() is `file:line: message`, or `file: message` without a
/// line.
class InputError : public std::runtime_error {
 public:
  /// `line` counts from 1; 0: no line.
  InputError(const std::string& file, std::uint64_t line, const std::string& message)
      : std::runtime_error(file + (line == 0 ? "" : ":" + std::to_string(line)) + ": " + message),
        file_(file),
        line_(line) {}

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] std::uint64_t line() const { return line_; }

 private:
  std::string file_;
  std::uint64_t line_;
};

}  // namespace superwarp::trace
