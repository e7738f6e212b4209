// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/literal.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>

namespace superwarp::ask {
namespace {

/// Removes the suffix of `digits`; is the literal unsigned or long?
struct Suffix {
  bool is_unsigned = false;
  bool is_long = false;
  bool good = true;
};

Suffix take_suffix(std::string& digits) {
  const std::size_t end = digits.find_last_not_of("uUlL") + 1;
  std::string suffix = digits.substr(end);
  digits.erase(end);
  Suffix result;
  const std::size_t sign = suffix.find_first_of("uU");
  if (sign != std::string::npos) {
    result.is_unsigned = true;
    suffix.erase(sign, 1);
  }
  result.is_long = !suffix.empty();
  result.good =
      suffix.empty() || suffix == "l" || suffix == "L" || suffix == "ll" || suffix == "LL";
  return result;
}

int take_base(std::string& digits) {
  const std::string start = digits.substr(0, 2);
  if (start == "0x" || start == "0X" || start == "0b" || start == "0B") {
    digits.erase(0, 2);
    return start[1] == 'x' || start[1] == 'X' ? 16 : 2;
  }
  return digits.size() > 1 && digits[0] == '0' ? 8 : 10;
}

}  // namespace

Literal literal_of(const Source& source, const Token& token) {
  std::string digits = token.text;
  digits.erase(std::remove(digits.begin(), digits.end(), '\''), digits.end());
  const int base = take_base(digits);
  const Suffix suffix = take_suffix(digits);
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, value, base);
  if (error != std::errc() || rest != end || digits.empty() || !suffix.good) {
    source.refuse(token.column, error == std::errc::result_out_of_range
                                    ? fmt::format("{} does not fit into 64 bits", shown(token))
                                    : fmt::format("{} is no whole number", shown(token)));
  }
  // The first type that holds it: int, unsigned (not for decimal numbers), long, unsigned long.
  const bool may_be_unsigned = suffix.is_unsigned || base != 10;
  const auto largest = [](auto type) {
    return static_cast<std::uint64_t>(std::numeric_limits<decltype(type)>::max());
  };
  Literal literal;
  literal.value = static_cast<std::int64_t>(value);
  const bool fits_signed = value <= largest(std::int64_t{});
  if (!suffix.is_long && !suffix.is_unsigned && value <= largest(std::int32_t{})) return literal;
  if (!suffix.is_long && may_be_unsigned && value <= largest(std::uint32_t{})) {
    literal.is_signed = false;
    return literal;
  }
  literal.bytes = 8;
  literal.is_signed = !suffix.is_unsigned && fits_signed;
  if (!fits_signed && !may_be_unsigned)
    source.refuse(token.column, fmt::format("{} does not fit into a signed type", shown(token)));
  return literal;
}

}  // namespace superwarp::ask
