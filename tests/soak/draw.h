// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/reference/random.h"

namespace superwarp::soak {

/// The random numbers of one round or build. They depend only on the key.
class Draw {
 public:
  explicit Draw(std::uint64_t key) : key_(key) {}

  std::uint32_t below(std::uint32_t bound) { return model::uniform_at(key_, next_++, bound); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }
  std::uint64_t word() { return model::key_word(key_, next_++); }
  template <class Value>
  Value one_of(const std::vector<Value>& values) {
    return values[below(static_cast<std::uint32_t>(values.size()))];
  }

 private:
  std::uint64_t key_;
  std::uint64_t next_ = 0;
};

}  // namespace superwarp::soak
