// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/tests/cuda/emulated/arithmetic.h"

#include <algorithm>
#include <stdexcept>

namespace superwarp::emulated {
namespace {

bool holds(Comparison comparison, std::uint64_t left, std::uint64_t right, bool is_signed) {
  const bool less =
      is_signed ? static_cast<std::int64_t>(left) < static_cast<std::int64_t>(right) : left < right;
  switch (comparison) {
    case Comparison::kEqual:
      return left == right;
    case Comparison::kNotEqual:
      return left != right;
    case Comparison::kLess:
      return less;
    case Comparison::kAtMost:
      return less || left == right;
    case Comparison::kGreater:
      return !less && left != right;
    case Comparison::kAtLeast:
      return !less;
  }
  return false;
}

}  // namespace

std::uint64_t truncated(std::uint64_t value, std::uint32_t bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

std::uint64_t extended(std::uint64_t value, Type type) {
  value = truncated(value, type.bits);
  const bool negative = type.is_signed && type.bits < 64 && (value >> (type.bits - 1) & 1) != 0;
  return negative ? value - (std::uint64_t{1} << type.bits) : value;
}

std::uint64_t computed(const Instruction& i, const std::array<std::uint64_t, 4>& sources) {
  const auto [a, b, c, d] = sources;
  const auto shift = std::min<std::uint64_t>(truncated(b, 32), i.type.bits);
  const bool b_is_less = holds(Comparison::kLess, b, a, i.type.is_signed);
  switch (i.opcode) {
    case Opcode::kMove:
      return a;
    case Opcode::kAdd:
      return a + b;
    case Opcode::kSubtract:
      return a - b;
    case Opcode::kMultiply:
      return a * b;
    case Opcode::kMultiplyAdd:
      return a * b + c;
    case Opcode::kDivide:
    case Opcode::kRemainder: {
      if (b == 0 || i.type.is_signed) throw std::runtime_error("no such division: " + i.text);
      return i.opcode == Opcode::kDivide ? a / b : a % b;
    }
    case Opcode::kMinimum:
      return b_is_less ? b : a;
    case Opcode::kMaximum:
      return b_is_less ? a : b;
    case Opcode::kAnd:
      return a & b;
    case Opcode::kOr:
      return a | b;
    case Opcode::kXor:
      return a ^ b;
    case Opcode::kNot:
      return ~a;
    case Opcode::kShiftLeft:
      return shift >= i.type.bits ? 0 : a << shift;
    case Opcode::kShiftRight:
      if (!i.type.is_signed) return shift >= i.type.bits ? 0 : a >> shift;
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(a) >>
                                        std::min<std::uint64_t>(shift, 63));
    case Opcode::kCompare:
      return holds(i.comparison, a, b, i.type.is_signed) ? 1 : 0;
    case Opcode::kSelect:
      return truncated(c, 1) != 0 ? a : b;
    case Opcode::kInsert: {  // the lower d bits of a into b, from bit c on
      const std::uint64_t mask = truncated(~std::uint64_t{0}, static_cast<std::uint32_t>(d)) << c;
      return (b & ~mask) | (a << c & mask);
    }
    default:
      throw UnknownInstruction(i.text);
  }
}

}  // namespace superwarp::emulated
