// SPDX-License-Identifier: Apache-2.0
#include "tools/sweep/key.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

namespace superwarp::sweep {

std::optional<Key> Key::read(std::string_view letters) {
  if (letters.size() != kLetters) return std::nullopt;
  const auto half = [&](std::size_t from, std::uint64_t& number) {
    constexpr int kHexadecimal = 16;
    const char* const begin = letters.data() + from;
    const char* const end = begin + kLetters / 2;
    const auto [rest, error] = std::from_chars(begin, end, number, kHexadecimal);
    return error == std::errc() && rest == end;
  };
  Key key;
  if (!half(0, key.high) || !half(kLetters / 2, key.low)) return std::nullopt;
  return key;
}

std::string Key::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

}  // namespace superwarp::sweep
