// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/arithmetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace superwarp::ask {
namespace {

using Value = std::int64_t;
using Kind = BinaryOperator::Kind;

/// `result` in the type; `too_large`: not even in 64 bits. A reference, since the same call may
/// compute both.
Value fitting(const Computed& type, bool too_large, const Value& result) {
  const Value fits = type.in.wrapped(result);
  if (type.in.is_signed && (too_large || fits != result))
    throw Undefined(type.column, "the result does not fit into its signed type");
  return fits;
}

Value quotient(const Computed& type, Value a, Value b) {
  if (b == 0) throw Undefined(type.column, "a division by zero");
  if (!type.in.is_signed) return static_cast<Value>(static_cast<std::uint64_t>(a) / static_cast<std::uint64_t>(b));
  return b == -1 ? negated(type, a) : a / b;  // the one quotient that may not fit
}

Value remainder(const Computed& type, Value a, Value b) {
  const auto whole = static_cast<std::uint64_t>(quotient(type, a, b));
  return static_cast<Value>(static_cast<std::uint64_t>(a) - whole * static_cast<std::uint64_t>(b));
}

/// `count` if so many bits may be shifted.
Value bits(const Computed& type, Value count) {
  const Value all = 8 * Value{type.in.bytes};
  if (count >= 0 && count < all) return count;
  throw Undefined(type.column, fmt::format("a shift by {}, expected 0 to {}", count, all - 1));
}

Value shifted_left(const Computed& type, Value a, Value count) {
  return type.in.wrapped(static_cast<Value>(static_cast<std::uint64_t>(a) << bits(type, count)));
}

Value shifted_right(const Computed& type, Value a, Value count) {
  if (type.in.is_signed) return a >> bits(type, count);
  return static_cast<Value>(static_cast<std::uint64_t>(a) >> bits(type, count));
}

bool less(const Computed& type, Value a, Value b) {
  return type.in.is_signed ? a < b : static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
}

Value product(const Computed& type, Value a, Value b) {
  Value result = 0;
  return fitting(type, __builtin_mul_overflow(a, b, &result), result);
}

Value sum(const Computed& type, Value a, Value b) {
  Value result = 0;
  return fitting(type, __builtin_add_overflow(a, b, &result), result);
}

Value difference(const Computed& type, Value a, Value b) {
  Value result = 0;
  return fitting(type, __builtin_sub_overflow(a, b, &result), result);
}

constexpr std::array<BinaryOperator, 18> kBinary = {{
    {"||", 1, Kind::kLogical, nullptr},
    {"&&", 2, Kind::kLogical, nullptr},
    {"|", 3, Kind::kComputes, [](const Computed&, Value a, Value b) { return a | b; }},
    {"^", 4, Kind::kComputes, [](const Computed&, Value a, Value b) { return a ^ b; }},
    {"&", 5, Kind::kComputes, [](const Computed&, Value a, Value b) { return a & b; }},
    {"==", 6, Kind::kCompares, [](const Computed&, Value a, Value b) { return Value{a == b}; }},
    {"!=", 6, Kind::kCompares, [](const Computed&, Value a, Value b) { return Value{a != b}; }},
    {"<", 7, Kind::kCompares, [](const Computed& t, Value a, Value b) { return Value{less(t, a, b)}; }},
    {">", 7, Kind::kCompares, [](const Computed& t, Value a, Value b) { return Value{less(t, b, a)}; }},
    {"<=", 7, Kind::kCompares, [](const Computed& t, Value a, Value b) { return Value{!less(t, b, a)}; }},
    {">=", 7, Kind::kCompares, [](const Computed& t, Value a, Value b) { return Value{!less(t, a, b)}; }},
    {"<<", 8, Kind::kShifts, &shifted_left},
    {">>", 8, Kind::kShifts, &shifted_right},
    {"+", 9, Kind::kComputes, &sum},
    {"-", 9, Kind::kComputes, &difference},
    {"*", 10, Kind::kComputes, &product},
    {"/", 10, Kind::kComputes, &quotient},
    {"%", 10, Kind::kComputes, &remainder},
}};

}  // namespace

Value Integer::wrapped(Value value) const {
  const std::uint32_t unused = 64 - 8 * bytes;
  const std::uint64_t high = static_cast<std::uint64_t>(value) << unused;
  return is_signed ? static_cast<Value>(high) >> unused : static_cast<Value>(high >> unused);
}

const BinaryOperator* binary_operator(const std::string& sign) {
  const auto* const found =
      std::find_if(kBinary.begin(), kBinary.end(), [&](const auto& one) { return sign == one.sign; });
  return found == kBinary.end() ? nullptr : found;
}

Literal literal_of(const Source& source, const Token& token) {
  std::string digits = token.text;
  digits.erase(std::remove(digits.begin(), digits.end(), '\''), digits.end());
  const bool octal = digits.size() > 1 && digits[0] == '0';
  const char mark = octal ? digits[1] : ' ';
  const int base = mark == 'x' || mark == 'X' ? 16 : mark == 'b' || mark == 'B' ? 2 : octal ? 8 : 10;
  if (base == 16 || base == 2) digits.erase(0, 2);
  std::string suffix = digits.substr(digits.find_last_not_of("uUlL") + 1);
  digits.erase(digits.size() - suffix.size());
  const std::size_t sign = suffix.find_first_of("uU");
  if (sign != std::string::npos) suffix.erase(sign, 1);
  static const std::set<std::string> lengths = {"", "l", "L", "ll", "LL"};
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, value, base);
  if (error != std::errc() || rest != end || digits.empty() || lengths.count(suffix) == 0) {
    source.refuse(token.column, error == std::errc::result_out_of_range
                                    ? fmt::format("{} does not fit into 64 bits", shown(token))
                                    : fmt::format("{} is no whole number", shown(token)));
  }
  // The first type that holds it: int, unsigned (not for decimal numbers), long, unsigned long.
  for (const Integer type : {Integer{4, true}, Integer{4, false}, Integer{8, true}, Integer{8, false}}) {
    const bool allowed = (type.bytes == 8 || suffix.empty()) &&
                         (type.is_signed ? sign == std::string::npos : sign != std::string::npos || base != 10);
    const std::uint64_t most = ~std::uint64_t{0} >> (64 - 8 * type.bytes + (type.is_signed ? 1 : 0));
    if (allowed && value <= most) return {static_cast<Value>(value), type};
  }
  source.refuse(token.column, fmt::format("{} does not fit into a signed type", shown(token)));
}

Value negated(const Computed& type, Value value) { return difference(type, 0, value); }

}  // namespace superwarp::ask
