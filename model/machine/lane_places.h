// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "model/machine/machine.h"

/// \file
/// Where requests wait if warps overlap: in the window or FIFO of each lane, and in the queue
/// behind it (docs/spec/streaming.md, "A smaller window").

namespace superwarp {

/// Requests of a lane that wait at most; `machine` overlaps warps.
std::uint32_t lane_places(const Machine& machine);

/// Why `machine` cannot have its window with its queue; empty if it can. `option` stands before
/// names of options: "--" for a command line.
std::string lane_places_fault(const Machine& machine, const std::string& option = "");

}  // namespace superwarp
