// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/ask/expression.h"

namespace superwarp::ask {

/// An array in shared memory.
struct Tile {
  std::string name;
  Element element;
  std::vector<std::uint64_t> extents;  ///< outermost first; 0: unknown, the first only
  std::uint64_t offset = 0;            ///< of its first byte
  /// Some access leaves its row, so a longer row would change which element it means.
  bool flat = false;

  [[nodiscard]] bool has_bound() const { return extents.front() != 0; }
  /// Of the bytes below a known bound.
  [[nodiscard]] std::uint64_t bytes() const { return type().count() * element.bytes(); }
  [[nodiscard]] Type type() const { return {Type::Kind::kPlace, element, extents}; }
};

/// The most bytes that tiles may have together, far more than any GPU has.
inline constexpr std::uint64_t kMostBytes = 1U << 24U;

/// Parses a declaration, "__shared__ float tile[32][33];", whose extents are constant expressions.
/// Throws Refusal.
Tile parse_tile(const Source& source, const Scope& constants,
                const std::vector<std::int64_t>& variables);

/// "float tile[32][33]"; "byte addresses" for a tile without a name.
std::string declaration(const Tile& tile);

/// An element by its number i, in C: "s[i]", "((float*)tile)[i]"; for byte addresses the number and
/// what it is.
std::string indexed(const Tile& tile, const std::string& number);

}  // namespace superwarp::ask
