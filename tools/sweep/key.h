// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace superwarp::sweep {

/// The key of a finished point: a hash of everything its result depends on. 128 bits, since a sweep
/// holds one for every point. All zeros: no key.
struct Key {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  static constexpr std::size_t kLetters = 32;

  /// Parses hexadecimal letters; nullopt if they are not a key.
  static std::optional<Key> read(std::string_view letters);
  [[nodiscard]] std::string hex() const;

  [[nodiscard]] bool none() const { return high == 0 && low == 0; }
  bool operator==(const Key& other) const { return high == other.high && low == other.low; }
  bool operator!=(const Key& other) const { return !(*this == other); }
};

}  // namespace superwarp::sweep

template <>
struct std::hash<superwarp::sweep::Key> {
  std::size_t operator()(const superwarp::sweep::Key& key) const noexcept { return key.low; }
};
