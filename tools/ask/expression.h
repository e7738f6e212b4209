// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/ask/arithmetic.h"
#include "tools/ask/text.h"

/// \file
/// Checked expressions of docs/spec/ask.md, with C's types, and their values.

namespace superwarp::ask {

/// A type of CUDA C++ that shared memory holds.
struct Element {
  std::string name = "int";  ///< as typed
  std::uint32_t part = 4;    ///< bytes of a member, or of the whole
  std::uint32_t parts = 1;   ///< members x, y, z, w; 1: no vector
  bool integer = true;       ///< its values can be indices
  bool is_signed = true;     ///< of an integer

  [[nodiscard]] std::uint32_t bytes() const { return part * parts; }
};

/// Is `word` part of a type's name: "unsigned", "float4", ...?
bool names_element(const std::string& word);

/// The type of these words, {"unsigned", "int"}. Throws Refusal at `column`.
Element element_of(const Source& source, std::size_t column, const std::vector<std::string>& words);

/// The names of the types that have one word.
std::vector<std::string> element_names();

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

/// The type of an integer without a name.
Type integer(Integer type = {});

using Variables = std::vector<std::int64_t>;
using Evaluate = std::function<std::int64_t(const Variables&)>;

/// An integer, or the byte address of a place or pointer.
struct Expression {
  Source source;
  Type type;
  /// Throws Undefined for a division by zero, an overflow of a signed type or an address, and a
  /// shift by too many bits.
  Evaluate value;
  std::vector<std::pair<std::size_t, std::size_t>> uses;  ///< of variables: number, column
  bool stores = false;                                    ///< a trailing = marks it as the target of a store
};

/// A name that expressions may use.
struct Name {
  Type type;
  std::size_t variable = 0;
};
using Scope = std::map<std::string, Name>;

/// Parses `source`. Throws Refusal. With `is_access` a trailing = is taken.
Expression parse(const Source& source, const Scope& scope, bool is_access = false);

}  // namespace superwarp::ask
