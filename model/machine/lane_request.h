// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/machine/access.h"

namespace superwarp {

/// A request of one lane to a unit with a port for each lane (docs/spec/streaming.md, "The
/// lane-level port").
struct LaneRequest {
  Op op = Op::kRead;           ///< read or write
  Address address = 0;         ///< below the machine's words()
  std::uint32_t enable = 0xf;  ///< bit i: byte i of the word is written; ignored on a read
  Word data = 0;               ///< ignored on a read
  std::uint32_t tag = 0;       ///< comes back with the response
};

}  // namespace superwarp
