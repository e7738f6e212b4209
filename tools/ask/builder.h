// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/ask/expression.h"

namespace superwarp::ask {

/// A part of an expression under construction: its node and type.
struct Operand {
  std::uint32_t node = 0;
  Type type;
  std::size_t column = 1;
};

/// Makes the nodes of an expression and gives them C's types. Throws Refusal for operands that an
/// operator does not take. `column` is the operator's.
class Builder {
 public:
  /// `source` must outlive this.
  explicit Builder(const Source& source) : source_(source) {}

  Operand constant(std::int64_t value, std::uint32_t bytes, bool is_signed, std::size_t column);
  Operand variable(const Name& name, std::size_t column);
  Operand unary(Node::Operator op, const Operand& operand, std::size_t column);
  /// +operand: the operand's value, promoted.
  Operand plus(const Operand& operand, std::size_t column);
  Operand binary(Node::Operator op, const Operand& left, const Operand& right, std::size_t column);
  /// && (Kind::kAnd) or || (Kind::kOr).
  Operand logical(Node::Kind kind, const Operand& left, const Operand& right, std::size_t column);
  Operand select(const Operand& condition, const Operand& yes, const Operand& no,
                 std::size_t column);
  /// base[index]
  Operand element(const Operand& base, const Operand& index, std::size_t column);
  /// *pointer
  Operand target(const Operand& pointer, std::size_t column);
  /// &place
  Operand address(const Operand& place, std::size_t column);
  /// place.name, a member of a vector.
  Operand member(const Operand& place, const std::string& name, std::size_t column);
  /// A cast to a type, or to a pointer to it.
  Operand conversion(const Element& to, bool pointer, Operand operand, std::size_t column);

  /// The expression whose whole is `whole`.
  Expression finish(const Operand& whole) &&;

 private:
  Operand add(Node node, Type type, std::size_t column);
  Operand retyped(const Operand& operand, const Type& type, std::size_t column);
  [[nodiscard]] Operand number(Operand operand) const;
  Operand moved(Node::Operator op, const Operand& pointer, const Operand& by, std::size_t column);

  const Source& source_;
  std::vector<Node> nodes_;
};

}  // namespace superwarp::ask
