// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace superwarp::files {

/// A regular expression of ECMAScript. <regex> takes three seconds to compile; pattern.cpp alone
/// reads it.
class Pattern {
 public:
  explicit Pattern(const std::string& expression);
  ~Pattern();

  /// All of `text` and its groups, "" for a group without a part; empty if it does not match.
  [[nodiscard]] std::vector<std::string> match(const std::string& text) const;
  [[nodiscard]] bool matches(const std::string& text) const { return !match(text).empty(); }
  /// The same for each part of `text` that matches.
  [[nodiscard]] std::vector<std::vector<std::string>> parts(const std::string& text) const;
  /// `text` with `with`, which may name groups ($1), in place of these parts.
  [[nodiscard]] std::string replaced(const std::string& text, const std::string& with) const;

 private:
  struct Regex;
  std::unique_ptr<const Regex> regex_;
};

}  // namespace superwarp::files
