// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace superwarp::description {

/// A JSON value and its line in the file, for messages. Whole numbers are exact.
struct Node {
  enum class Kind : std::uint8_t { kNull, kBoolean, kNumber, kText, kList, kObject };

  Kind kind = Kind::kNull;
  std::uint64_t line = 0;  ///< from 1, of its name, or of its beginning if it has no name
  bool boolean = false;
  double number = 0;
  bool whole = false;         ///< is the number whole and from 0 to 2^64 - 1?
  std::uint64_t natural = 0;  ///< the exact whole number
  std::string text;
  std::vector<Node> items;                            ///< of a list
  std::vector<std::pair<std::string, Node>> members;  ///< of an object, in the file's order
};

/// `node` as messages show it: "7", "a list".
std::string shown(const Node& node);

/// The tree of a JSON file; "-" is standard input. Throws InputError with file and line if it
/// cannot be read, is no JSON, or has a name twice in one object.
Node read_json(const std::string& file);

/// The same of `text`, which begins in line `line` of the file that messages call `file`.
Node parse_json(std::string_view text, const std::string& file, std::uint64_t line);

}  // namespace superwarp::description
