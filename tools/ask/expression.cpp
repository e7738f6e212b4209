// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/expression.h"

#include <functional>
#include <numeric>

namespace superwarp::ask {
namespace {

using Kind = Node::Kind;
using Operator = Node::Operator;

[[noreturn]] void overflow(const Node& node) {
  throw Undefined(node.column, "the result does not fit into its signed type");
}

/// `result` in the node's type; `too_large`: not even in 64 bits.
std::int64_t fitting(const Node& node, std::int64_t result, bool too_large) {
  const std::int64_t fits = wrapped(result, node.bytes, node.is_signed);
  if (node.is_signed && (too_large || fits != result)) overflow(node);
  return fits;
}

std::int64_t quotient(const Node& node, std::int64_t a, std::int64_t b) {
  if (b == 0) throw Undefined(node.column, "a division by zero");
  const bool divides = node.op == Operator::kDivide;
  if (!node.is_signed) {
    const auto ua = static_cast<std::uint64_t>(a);
    const auto ub = static_cast<std::uint64_t>(b);
    return static_cast<std::int64_t>(divides ? ua / ub : ua % ub);
  }
  if (b == -1) {  // the one quotient that may not fit
    std::int64_t negated = 0;
    const bool too_large = __builtin_sub_overflow(std::int64_t{0}, a, &negated);
    negated = fitting(node, negated, too_large);
    return divides ? negated : 0;
  }
  return divides ? a / b : a % b;
}

std::int64_t shifted(const Node& node, std::int64_t a, std::int64_t count) {
  const std::int64_t bits = 8 * static_cast<std::int64_t>(node.bytes);
  if (count < 0 || count >= bits) {
    throw Undefined(node.column, "a shift by " + std::to_string(count) + ", expected 0 to " +
                                     std::to_string(bits - 1));
  }
  const auto ua = static_cast<std::uint64_t>(a);
  if (node.op == Operator::kShiftLeft)
    return wrapped(static_cast<std::int64_t>(ua << count), node.bytes, node.is_signed);
  return node.is_signed ? a >> count : static_cast<std::int64_t>(ua >> count);
}

bool compared(const Node& node, std::int64_t a, std::int64_t b) {
  const auto holds = [&](auto x, auto y) {
    switch (node.op) {
      case Operator::kLess:
        return x < y;
      case Operator::kGreater:
        return x > y;
      case Operator::kLessEqual:
        return x <= y;
      default:
        return x >= y;
    }
  };
  return node.is_signed ? holds(a, b)
                        : holds(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
}

std::int64_t binary(const Node& node, std::int64_t left, std::int64_t right) {
  const std::int64_t a = wrapped(left, node.bytes, node.is_signed);
  if (node.op == Operator::kShiftLeft || node.op == Operator::kShiftRight)
    return shifted(node, a, right);
  const std::int64_t b = wrapped(right, node.bytes, node.is_signed);
  std::int64_t result = 0;
  switch (node.op) {
    case Operator::kMultiply: {
      const bool too_large = __builtin_mul_overflow(a, b, &result);
      return fitting(node, result, too_large);
    }
    case Operator::kAdd: {
      const bool too_large = __builtin_add_overflow(a, b, &result);
      return fitting(node, result, too_large);
    }
    case Operator::kSubtract: {
      const bool too_large = __builtin_sub_overflow(a, b, &result);
      return fitting(node, result, too_large);
    }
    case Operator::kDivide:
    case Operator::kRemainder:
      return quotient(node, a, b);
    case Operator::kEqual:
      return a == b ? 1 : 0;
    case Operator::kUnequal:
      return a != b ? 1 : 0;
    case Operator::kAnd:
      return a & b;
    case Operator::kXor:
      return a ^ b;
    case Operator::kOr:
      return a | b;
    default:
      return compared(node, a, b) ? 1 : 0;
  }
}

std::int64_t unary(const Node& node, std::int64_t operand) {
  if (node.op == Operator::kNot) return operand == 0 ? 1 : 0;
  const std::int64_t a = wrapped(operand, node.bytes, node.is_signed);
  if (node.op == Operator::kComplement) return wrapped(~a, node.bytes, node.is_signed);
  std::int64_t result = 0;
  const bool too_large = __builtin_sub_overflow(std::int64_t{0}, a, &result);
  return fitting(node, result, too_large);
}

std::int64_t offset(const Node& node, std::int64_t address, std::int64_t index) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(index, node.value, &result) ||
      __builtin_add_overflow(address, result, &result))
    throw Undefined(node.column, "an address outside of every memory");
  return result;
}

/// The values of nodes with given variables.
class Evaluation {
 public:
  Evaluation(const std::vector<Node>& nodes, const std::vector<std::int64_t>& variables)
      : nodes_(nodes), variables_(variables) {}

  [[nodiscard]] std::int64_t of(std::size_t number) const {
    const Node& node = nodes_[number];
    switch (node.kind) {
      case Kind::kConstant:
        return node.value;
      case Kind::kVariable:
        return variables_.at(static_cast<std::size_t>(node.value));
      case Kind::kUnary:
        return unary(node, of(node.first));
      case Kind::kBinary: {
        const std::int64_t left = of(node.first);
        return binary(node, left, of(node.second));
      }
      case Kind::kAnd:
        return of(node.first) != 0 && of(node.second) != 0 ? 1 : 0;
      case Kind::kOr:
        return of(node.first) != 0 || of(node.second) != 0 ? 1 : 0;
      case Kind::kSelect:
        return wrapped(of(of(node.first) != 0 ? node.second : node.third), node.bytes,
                       node.is_signed);
      case Kind::kConvert:
        return wrapped(of(node.first), node.bytes, node.is_signed);
      case Kind::kOffset:
        return offset(node, of(node.first), of(node.second));
    }
    throw std::logic_error("a node of no kind");
  }

 private:
  const std::vector<Node>& nodes_;
  const std::vector<std::int64_t>& variables_;
};

}  // namespace

std::uint64_t Type::count() const {
  return std::accumulate(extents.begin(), extents.end(), std::uint64_t{1}, std::multiplies<>());
}

std::int64_t wrapped(std::int64_t value, std::uint32_t bytes, bool is_signed) {
  const std::uint32_t unused = 64 - 8 * bytes;
  const std::uint64_t high = static_cast<std::uint64_t>(value) << unused;
  return is_signed ? static_cast<std::int64_t>(high) >> unused
                   : static_cast<std::int64_t>(high >> unused);
}

std::int64_t Expression::value(const std::vector<std::int64_t>& variables) const {
  return Evaluation(nodes, variables).of(whole);
}

}  // namespace superwarp::ask
