// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace superwarp::ask {

/// A type of CUDA C++ that shared memory holds.
struct Element {
  std::string name = "int";  ///< as typed
  std::uint32_t part = 4;    ///< bytes of a member, or of the whole
  std::uint32_t parts = 1;   ///< members x, y, z, w; 1: no vector
  bool integer = true;       ///< its values can be indices
  bool is_signed = true;     ///< of an integer

  [[nodiscard]] std::uint32_t bytes() const { return part * parts; }
  /// Vectors of 3 are aligned like their members.
  [[nodiscard]] std::uint32_t alignment() const { return parts == 3 ? part : bytes(); }
};

/// Is `word` part of a type's name: "unsigned", "float4", ...?
bool names_element(const std::string& word);

/// The type of these words, {"unsigned", "int"}. Throws std::invalid_argument without a column.
Element element_of(const std::vector<std::string>& words);

/// The names of the types that have one word.
std::vector<std::string> element_names();

}  // namespace superwarp::ask
