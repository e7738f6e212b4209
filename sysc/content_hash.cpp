// SPDX-License-Identifier: Apache-2.0
#include "sysc/content_hash.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstdint>

namespace superwarp::sysc {

void ContentHash::add(const std::string& text) {
  const std::uint64_t size = text.size();
  texts_.append(reinterpret_cast<const char*>(&size), sizeof size).append(text);
}

std::string ContentHash::hex() const {
  const XXH128_hash_t digest = XXH3_128bits(texts_.data(), texts_.size());
  return fmt::format("{:016x}{:016x}", digest.high64, digest.low64);
}

}  // namespace superwarp::sysc
