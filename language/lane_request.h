// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "language/access.h"

namespace superwarp {

/// What one lane requests of a unit with a port a lane (docs/spec/streaming.md, "The lane-level
/// port").
struct LaneRequest {
  Op op = Op::kRead;           ///< read or write
  Address address = 0;         ///< below rows * width
  std::uint32_t enable = 0xf;  ///< bit i: byte i of the word is written; meaningless on a read
  Word data = 0;               ///< meaningless on a read
  std::uint32_t tag = 0;       ///< comes back with the response
};

}  // namespace superwarp
