// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tools/ask/token.h"

namespace superwarp::ask {

/// An integer literal with C's type.
struct Literal {
  std::int64_t value = 0;
  std::uint32_t bytes = 4;
  bool is_signed = true;
};

/// Reads a token kNumber: "32", "0x1fu", "0b11", "017", "1'000ULL". Throws Refusal.
Literal literal_of(const Source& source, const Token& token);

}  // namespace superwarp::ask
