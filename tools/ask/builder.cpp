// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace superwarp::ask {
namespace {

using Kind = Node::Kind;
using Operator = Node::Operator;

Type integer(std::uint32_t bytes, bool is_signed) {
  return {Type::Kind::kInteger, {"", bytes, 1, true, is_signed}};
}

/// The common type of two promoted operands: C's usual arithmetic conversions.
Type common(const Type& a, const Type& b) {
  const std::uint32_t bytes = std::max(a.element.part, b.element.part);
  const auto is_unsigned = [bytes](const Type& type) {
    return type.element.part == bytes && !type.element.is_signed;
  };
  return integer(bytes, !is_unsigned(a) && !is_unsigned(b));
}

/// A node that computes in `type`.
Node node_in(Kind kind, Operator op, const Type& type) {
  Node node;
  node.kind = kind;
  node.op = op;
  node.bytes = type.element.part;
  node.is_signed = type.element.is_signed;
  return node;
}

/// address + index * bytes
Node offset(const Operand& address, const Operand& index, const Type& of) {
  Node node;
  node.kind = Kind::kOffset;
  node.first = address.node;
  node.second = index.node;
  node.value = static_cast<std::int64_t>(of.count() * of.element.bytes());
  return node;
}

/// An array as a pointer to its first element.
Operand decayed(Operand operand) {
  if (operand.type.kind == Type::Kind::kPlace && !operand.type.extents.empty()) {
    operand.type.kind = Type::Kind::kPointer;
    operand.type.extents.erase(operand.type.extents.begin());
  }
  return operand;
}

bool is_pointer(const Operand& operand) {
  return decayed(operand).type.kind == Type::Kind::kPointer;
}

}  // namespace

Operand Builder::add(Node node, Type type, std::size_t column) {
  node.column = column;
  nodes_.push_back(node);
  return {static_cast<std::uint32_t>(nodes_.size() - 1), std::move(type), column};
}

Operand Builder::retyped(const Operand& operand, const Type& type, std::size_t column) {
  return {operand.node, type, column};
}

Operand Builder::number(Operand operand) const {
  if (operand.type.kind == Type::Kind::kPointer)
    source_.refuse(operand.column, "expected an integer, found a pointer");
  if (operand.type.kind == Type::Kind::kPlace) {
    source_.refuse(operand.column,
                   operand.type.extents.empty()
                       ? "the contents of memory are not known; expected an index computed from "
                         "threadIdx, lane, warp and loop variables"
                       : "expected an integer, found an array; are all subscripts there?");
  }
  if (operand.type.element.part < 4) operand.type = integer(4, true);
  return operand;
}

Operand Builder::constant(std::int64_t value, std::uint32_t bytes, bool is_signed,
                          std::size_t column) {
  Node node;
  node.value = value;
  return add(node, integer(bytes, is_signed), column);
}

Operand Builder::variable(const Name& name, std::size_t column) {
  Node node;
  node.kind = Kind::kVariable;
  node.value = static_cast<std::int64_t>(name.variable);
  return add(node, name.type, column);
}

Operand Builder::unary(Operator op, const Operand& operand, std::size_t column) {
  const Operand a = number(operand);
  Node node = node_in(Kind::kUnary, op, a.type);
  node.first = a.node;
  return add(node, op == Operator::kNot ? integer(4, true) : a.type, column);
}

Operand Builder::plus(const Operand& operand, std::size_t column) {
  return retyped(operand, number(operand).type, column);
}

Operand Builder::binary(Operator op, const Operand& left, const Operand& right,
                        std::size_t column) {
  if ((op == Operator::kAdd || op == Operator::kSubtract) && is_pointer(left))
    return moved(op, decayed(left), right, column);
  if (op == Operator::kAdd && is_pointer(right)) return moved(op, decayed(right), left, column);
  const Operand a = number(left);
  const Operand b = number(right);
  const bool shifts = op == Operator::kShiftLeft || op == Operator::kShiftRight;
  const Type type = shifts ? a.type : common(a.type, b.type);
  Node node = node_in(Kind::kBinary, op, type);
  node.first = a.node;
  node.second = b.node;
  const bool compares = op >= Operator::kLess && op <= Operator::kUnequal;
  return add(node, compares ? integer(4, true) : type, column);
}

Operand Builder::logical(Kind kind, const Operand& left, const Operand& right, std::size_t column) {
  Node node;
  node.kind = kind;
  node.first = number(left).node;
  node.second = number(right).node;
  return add(node, integer(4, true), column);
}

Operand Builder::select(const Operand& condition, const Operand& yes, const Operand& no,
                        std::size_t column) {
  const Operand a = number(yes);
  const Operand b = number(no);
  Node node = node_in(Kind::kSelect, Operator::kNone, common(a.type, b.type));
  node.first = number(condition).node;
  node.second = a.node;
  node.third = b.node;
  return add(node, common(a.type, b.type), column);
}

Operand Builder::element(const Operand& base, const Operand& index, std::size_t column) {
  Type type = base.type;
  if (type.kind == Type::Kind::kInteger)
    source_.refuse(base.column, "this is an integer; only a tile or a pointer has elements");
  if (type.kind == Type::Kind::kPlace) {
    if (type.extents.empty())
      source_.refuse(column, "one subscript too many: the tile has no further dimension");
    type.extents.erase(type.extents.begin());
  }
  type.kind = Type::Kind::kPlace;
  Operand place = add(offset(base, number(index), type), type, column);
  place.column = base.column;  // messages about the place point at its beginning
  return place;
}

Operand Builder::moved(Operator op, const Operand& pointer, const Operand& by, std::size_t column) {
  Node node = offset(pointer, number(by), pointer.type);
  if (op == Operator::kSubtract) node.value = -node.value;
  return add(node, pointer.type, column);
}

Operand Builder::target(const Operand& pointer, std::size_t column) {
  if (!is_pointer(pointer)) source_.refuse(pointer.column, "expected a pointer after '*'");
  Type type = decayed(pointer).type;
  type.kind = Type::Kind::kPlace;
  return retyped(pointer, type, column);
}

Operand Builder::address(const Operand& place, std::size_t column) {
  if (place.type.kind != Type::Kind::kPlace)
    source_.refuse(place.column, "expected an element of a tile after '&'");
  Type type = place.type;
  type.kind = Type::Kind::kPointer;
  return retyped(place, type, column);
}

Operand Builder::member(const Operand& place, const std::string& name, std::size_t column) {
  const Element& vector = place.type.element;
  const std::size_t number =
      name.size() == 1 ? std::string_view("xyzw").find(name) : std::string_view::npos;
  if (place.type.kind != Type::Kind::kPlace || !place.type.extents.empty() || vector.parts == 1 ||
      number >= vector.parts)
    source_.refuse(column, "expected a member that the element has, as a float4 has .x to .w");
  Type type = place.type;
  type.element = {"member of " + vector.name, vector.part, 1, false};
  const Operand index = constant(static_cast<std::int64_t>(number), 4, true, column);
  return add(offset(place, index, type), type, column);
}

Operand Builder::conversion(const Element& to, bool pointer, Operand operand, std::size_t column) {
  if (pointer) {
    if (!is_pointer(operand))
      source_.refuse(operand.column, "expected a pointer such as &tile[0][0]");
    Type type = decayed(operand).type;
    type.element = to;
    type.extents.clear();
    return retyped(operand, type, column);
  }
  if (!to.integer) source_.refuse(column, fmt::format("an index is an integer, not a {}", to.name));
  operand = number(operand);
  if (to.name == "bool")  // !!operand
    return unary(Operator::kNot, unary(Operator::kNot, operand, column), column);
  const Type type = integer(to.part, to.is_signed);
  Node node = node_in(Kind::kConvert, Operator::kNone, type);
  node.first = operand.node;
  return add(node, type, column);
}

Expression Builder::finish(const Operand& whole) && {
  return {source_, whole.type, std::move(nodes_), whole.node};
}

}  // namespace superwarp::ask
