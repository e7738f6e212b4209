// SPDX-License-Identifier: Apache-2.0
#include "sysc/content_hash.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstdint>

namespace superwarp::sysc {

struct ContentHash::State {
  XXH3_state_t* xxh = XXH3_createState();
};

ContentHash::ContentHash() : state_(std::make_unique<State>()) { XXH3_128bits_reset(state_->xxh); }

ContentHash::~ContentHash() { XXH3_freeState(state_->xxh); }

void ContentHash::add(const std::string& text) {
  const std::uint64_t size = text.size();
  XXH3_128bits_update(state_->xxh, &size, sizeof size);
  XXH3_128bits_update(state_->xxh, text.data(), text.size());
}

std::string ContentHash::hex() const {
  const XXH128_hash_t digest = XXH3_128bits_digest(state_->xxh);
  return fmt::format("{:016x}{:016x}", digest.high64, digest.low64);
}

}  // namespace superwarp::sysc
