// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "tools/ask/element.h"
#include "tools/ask/refusal.h"

/// \file
/// Checked expressions of docs/spec/ask.md, with C's types, and their values.

namespace superwarp::ask {

/// The type of an expression. A place is an lvalue of a tile, or of an array within it.
struct Type {
  enum class Kind : std::uint8_t { kInteger, kPlace, kPointer };
  Kind kind = Kind::kInteger;
  Element element = {};                     ///< of the integer, the place, or what is pointed at
  std::vector<std::uint64_t> extents = {};  ///< of the array there; 0: unknown, the first only
  std::size_t tile = 0;                     ///< number of its tile

  /// Elements of the array there.
  [[nodiscard]] std::uint64_t count() const;
};

/// A part of an expression. Integers are kept as their value; addresses in bytes are signed.
struct Node {
  enum class Kind : std::uint8_t {
    kConstant,  ///< value
    kVariable,  ///< number `value`
    kUnary,     ///< op: - ~ !
    kBinary,    ///< op
    kAnd,       ///< && (the second operand is evaluated only if needed, as in C)
    kOr,        ///< ||
    kSelect,    ///< first ? second : third
    kConvert,   ///< to the node's type
    kOffset,    ///< address + index * value
  };
  enum class Operator : std::uint8_t {
    kNone,
    kMinus,
    kComplement,
    kNot,
    kMultiply,
    kDivide,
    kRemainder,
    kAdd,
    kSubtract,
    kShiftLeft,
    kShiftRight,
    kLess,
    kGreater,
    kLessEqual,
    kGreaterEqual,
    kEqual,
    kUnequal,
    kAnd,
    kXor,
    kOr,
  };
  Kind kind = Kind::kConstant;
  Operator op = Operator::kNone;
  std::uint32_t bytes = 4;  ///< of the type in which the operator computes, or converts to
  bool is_signed = true;
  std::uint32_t first = 0;  ///< operands, earlier nodes
  std::uint32_t second = 0;
  std::uint32_t third = 0;
  std::int64_t value = 0;
  std::size_t column = 1;
};

/// A value that C does not define. what() has no column.
class Undefined : public std::invalid_argument {
 public:
  Undefined(std::size_t column, const std::string& message)
      : std::invalid_argument(message), column_(column) {}
  [[nodiscard]] std::size_t column() const { return column_; }

 private:
  std::size_t column_;
};

/// An expression: an integer, or the byte address of a place or pointer.
struct Expression {
  Source source;
  Type type;
  std::vector<Node> nodes;
  std::uint32_t whole = 0;  ///< number of the node of the whole
  bool stores = false;      ///< a trailing = marks it as the target of a store

  /// The value with these variables; wraps as the type does. Throws Undefined for a division by
  /// zero, an overflow of a signed type, and a shift by too many bits.
  [[nodiscard]] std::int64_t value(const std::vector<std::int64_t>& variables) const;
};

/// The value in a type of `bytes` bytes.
std::int64_t wrapped(std::int64_t value, std::uint32_t bytes, bool is_signed);

/// A name that expressions may use.
struct Name {
  Type type;
  std::size_t variable = 0;
};
using Scope = std::map<std::string, Name>;

/// Parses `source`. Throws Refusal. With `is_access` a trailing = is taken.
Expression parse(const Source& source, const Scope& scope, bool is_access = false);

}  // namespace superwarp::ask
