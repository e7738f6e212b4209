// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/gpu/access.h"
#include "tools/ask/expression.h"

/// \file
/// What options and accesses declare: constants, lists of values, tiles, operations.

namespace superwarp::ask {

struct Constant {
  Type type;
  std::int64_t value = 0;
};

/// A constant expression, an integer. Throws Refusal.
Constant constant_of(const Source& source, const Scope& constants, const Variables& variables);

/// A definition, "NAME=...": the name, and the source after the sign. Without the sign the source
/// is `otherwise`. Throws Refusal, also for a name in `scope` and for a type's.
std::pair<std::string, Source> definition(const Source& source, const Scope& scope, const std::string& otherwise = "");

/// The values of a list such as "0..31" or "1,2,4,N/2", whose ranges contain their ends. Throws
/// Refusal, also for more than 65536 values.
std::vector<std::int64_t> listed_values(const Source& source, const Scope& constants, const Variables& variables);

/// An array in shared memory.
struct Tile {
  std::string name;
  Element element;
  std::vector<std::uint64_t> extents;  ///< outermost first; 0: unknown, the first only
  std::uint64_t offset = 0;            ///< of its first byte
  /// Some access leaves its row, so a longer row would change which element it means.
  bool flat = false;

  [[nodiscard]] bool has_bound() const { return extents.front() != 0; }
  /// Of the bytes below a known bound; else 0.
  [[nodiscard]] std::uint64_t bytes() const { return type().count() * element.bytes(); }
  [[nodiscard]] Type type() const { return {Type::Kind::kPlace, element, extents}; }
};

/// The most bytes that tiles may have together, far more than any GPU has.
inline constexpr std::uint64_t kMostBytes = 1U << 24U;

/// Parses a declaration, "__shared__ float tile[32][33];", whose extents are constant expressions.
/// Throws Refusal.
Tile parse_tile(const Source& source, const Scope& constants, const Variables& variables);

/// "float tile[32][33]"; "byte addresses" for a tile without a name.
std::string declaration(const Tile& tile);

/// An element by its number i, in C: "s[i]", "((float*)tile)[i]"; for byte addresses the number and
/// what it is.
std::string indexed(const Tile& tile, const std::string& number);

/// One access in the source of a kernel.
struct Instruction {
  std::string text;  ///< as asked, without a trailing '=''
  gpu::Operation operation = gpu::Operation::kRead;
  std::uint32_t bytes = 4;    ///< of a thread: 1, 2, 4, 8 or 16
  bool loop = false;          ///< an atomic that nvcc makes rounds of, see lowered()
  std::uint32_t lanes = ~0U;  ///< that take part, from lane 0 on: of ldmatrix 8, 16 or 32
  std::size_t tile = 0;       ///< number of its tile
};

/// Takes a word such as "atomic" or "ldmatrix.x4" from the front of an access, and gives
/// `instruction` its operation and lanes. False if there is none; names of `scope` do not count.
bool take_operation(Source& source, const Scope& scope, Instruction& instruction);

}  // namespace superwarp::ask
