// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "tools/ask/text.h"

/// \file
/// C's arithmetic of integers. A value of any type is kept as a std::int64_t.

namespace superwarp::ask {

/// A value that C does not define. what() has no column.
struct Undefined : std::invalid_argument {
  Undefined(std::size_t at, const std::string& message) : std::invalid_argument(message), column(at) {}
  std::size_t column;
};

struct Integer {
  std::uint32_t bytes = 4;
  bool is_signed = true;

  [[nodiscard]] std::int64_t wrapped(std::int64_t value) const;
};

struct Literal {
  std::int64_t value = 0;
  Integer type;
};

/// Reads a token kNumber: "32", "0x1fu", "0b11", "017", "1'000ULL". Throws Refusal.
Literal literal_of(const Source& source, const Token& token);

/// The type in which an operator computes, and its place in the text.
struct Computed {
  Integer in;
  std::size_t column = 1;
};

struct BinaryOperator {
  enum class Kind : std::uint8_t { kLogical, kCompares, kShifts, kComputes };
  const char* sign;
  int rank;  ///< C's precedence; more binds closer
  Kind kind;
  /// Of operands that are wrapped to the type, but for the number of bits of a shift. Throws
  /// Undefined. Null for && and ||, whose second operand is evaluated only if it is needed.
  std::int64_t (*compute)(const Computed& type, std::int64_t a, std::int64_t b);
};

/// The operator that `sign` is; null if it is none.
const BinaryOperator* binary_operator(const std::string& sign);

/// 0 - value. Throws Undefined.
std::int64_t negated(const Computed& type, std::int64_t value);

}  // namespace superwarp::ask
