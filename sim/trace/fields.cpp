// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/fields.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

namespace superwarp::trace {
namespace {

constexpr std::string_view kBlank = " \t";

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    result += byte >= 0x20 && byte < 0x7f ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
  }
  return result;
}

std::string shown(std::string_view token) {
  constexpr std::size_t kShown = 40;
  return "'" + printable(token.substr(0, kShown)) + (token.size() > kShown ? "..'" : "'");
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string_view take_field(std::string_view& rest) {
  const std::size_t first = rest.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return rest = {};
  rest.remove_prefix(first);
  const std::string_view field = rest.substr(0, rest.find_first_of(kBlank));
  rest.remove_prefix(field.size());
  return field;
}

bool parse_number(std::string_view text, int base, std::uint64_t limit, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc() && end == text.data() + text.size() && number < limit;
}

std::uint64_t number_field(std::string_view& rest, const char* what, std::uint64_t limit) {
  const std::string_view field = take_field(rest);
  std::uint64_t number = 0;
  if (!parse_number(field, 10, limit, number)) refuse("{} {}, expected a number below {}", what, shown(field), limit);
  return number;
}

}  // namespace superwarp::trace
