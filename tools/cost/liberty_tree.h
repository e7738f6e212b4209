// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace superwarp::cost {

/// A group of a Liberty file: kind (name) { attributes and groups }.
struct LibertyGroup {
  std::string kind;
  std::string name;                               ///< without quotes
  std::map<std::string, std::string> attributes;  ///< "area : 16;" and "index_1 (...);"
  std::vector<LibertyGroup> groups;

  /// The value of an attribute, empty if there is none.
  [[nodiscard]] std::string text(const std::string& attribute) const;

  /// The first group of this kind, null if there is none.
  [[nodiscard]] const LibertyGroup* group(const std::string& of_kind) const;
};

/// Reads the text of a Liberty file. Throws std::runtime_error with `name` if a group does not end
/// or something else is no Liberty.
LibertyGroup read_liberty_tree(const std::string& text, const std::string& name);

/// The numbers in a value: "0.06, 0.24".
std::vector<double> numbers_in(const std::string& value);

}  // namespace superwarp::cost
