// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace superwarp::sysc {

/// A hash of a list of texts; ("ab", "c") and ("a", "bc") differ. Names cache entries and detects
/// damaged ones.
class ContentHash {
 public:
  static constexpr std::size_t kHexSize = 32;  ///< letters of hex()

  void add(const std::string& text) {
    const std::uint64_t size = text.size();
    texts_.append(reinterpret_cast<const char*>(&size), sizeof size).append(text);
  }
  [[nodiscard]] std::string hex() const {
    const XXH128_hash_t digest = XXH3_128bits(texts_.data(), texts_.size());
    return fmt::format("{:016x}{:016x}", digest.high64, digest.low64);
  }

 private:
  std::string texts_;  ///< each after its size
};

}  // namespace superwarp::sysc
