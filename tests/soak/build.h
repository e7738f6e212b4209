// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "language/machine.h"
#include "sysc/rtl_cache.h"

namespace superwarp::soak {

/// A memory machine: everything that its RTL is compiled for.
struct MemoryBuild {
  Machine machine;
  bool shallow = false;
};
/// The lane machine.
using LaneBuild = sysc::LaneConfig;
/// The coalescer has no parameters.
struct CoalescerBuild {};

/// A unit that rounds run on. Compiling it takes longer than a round, so many rounds share it.
using Build = std::variant<MemoryBuild, LaneBuild, CoalescerBuild>;

/// Build `index` of `seed`: any machine, width, super warp, RPU, depth and mapping that has RTL.
Build draw_build(std::uint64_t seed, std::uint64_t index);

/// "rsdmm w 32 s 4 h3".
std::string name_of(const Build& build);

}  // namespace superwarp::soak
