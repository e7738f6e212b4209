// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/machine.h"

/// \file
/// Recorded accesses for the machines: link superwarp::traces, which find_package(superwarp
/// COMPONENTS traces) finds.

namespace superwarp {

/// Accesses in the order of their rounds. In a round every super warp has at most one.
struct Recorded {
  std::vector<Dispatch> dispatches;     ///< with lanes() addresses each, and no data
  std::vector<std::uint64_t> barriers;  ///< rounds after which the threads of a block wait
  std::uint64_t words = 0;              ///< of the memory that they need
};

/// The accesses in `path` as `machine` gets them: a text trace of any number of lanes and bytes, a
/// .traceg, a folder of them such as a recording, or a kernelslist.g, plain or compressed. Wide
/// accesses and warps go in phases as docs/your-kernel.md has them. Throws std::invalid_argument for an
/// invalid machine, std::runtime_error with file and line for what is no trace or does not fit it.
Recorded read_trace(const std::string& path, const Machine& machine);

/// One access of a warp, or of a wave of up to 65536 lanes, as phases of `machine`, one dispatch of
/// a warp each. `byte_address` has one for each lane, a multiple of `bytes` (1, 2, 4, 8 or 16), or
/// kIdleLane. Throws std::invalid_argument for anything else, and for an invalid machine.
std::vector<std::vector<Address>> phases_of(const Machine& machine, const std::vector<std::uint64_t>& byte_address,
                                            std::uint32_t bytes = 4);

/// The byte address of a lane that requests nothing.
inline constexpr std::uint64_t kIdleLane = ~std::uint64_t{0};

}  // namespace superwarp
