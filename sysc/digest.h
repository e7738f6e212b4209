// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <xxhash.h>

#include <cstdint>
#include <string>

namespace superwarp::sysc {

/// A hash of texts, each as long as it is: ("ab", "c") and ("a", "bc") differ.
class Digest {
 public:
  static constexpr std::size_t kHexSize = 32;

  Digest() { XXH3_128bits_reset(state_); }
  ~Digest() { XXH3_freeState(state_); }
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  void add(const std::string& text) {
    const std::uint64_t size = text.size();
    XXH3_128bits_update(state_, &size, sizeof size);
    XXH3_128bits_update(state_, text.data(), text.size());
  }

  [[nodiscard]] std::string hex() const {
    const XXH128_hash_t digest = XXH3_128bits_digest(state_);
    return fmt::format("{:016x}{:016x}", digest.high64, digest.low64);
  }

 private:
  XXH3_state_t* state_ = XXH3_createState();
};

}  // namespace superwarp::sysc
