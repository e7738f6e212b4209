// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace superwarp::description {

/// What a JSON file says at one place, and where that place is, so that a complaint can
/// name it. Whole numbers are kept exactly.
struct Node {
  enum class Kind : std::uint8_t { kNull, kBoolean, kNumber, kText, kList, kObject };

  Kind kind = Kind::kNull;
  std::uint64_t line = 0;  ///< from 1: where its name stands, or where it begins if it has none
  bool boolean = false;
  double number = 0;
  bool whole = false;         ///< is the number whole and from 0 to 2^64 - 1?
  std::uint64_t natural = 0;  ///< that number, exactly
  std::string text;
  std::vector<Node> items;                            ///< of a list
  std::vector<std::pair<std::string, Node>> members;  ///< of an object, in the file's order
};

/// What `node` is, for messages: "a number 7", "a list".
std::string shown(const Node& node);

/// The tree of a JSON file; "-" is standard input. Throws InputError with file and line for one
/// that cannot be read, that is no JSON, and for a name that stands twice in one object.
Node read_json(const std::string& file);

}  // namespace superwarp::description
