// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "model/machine/machine.h"
#include "sysc/rtl_cache.h"

namespace superwarp::soak {

/// A memory machine: everything that its RTL is compiled for.
struct MemoryBuild {
  Machine machine;
  bool shallow = false;
};
/// The lane machine.
using LaneBuild = sysc::LaneConfig;
/// The machine with the banks of a GPU, for accesses that its rules lower.
struct GpuBuild {
  std::string gpu;  ///< a name of data/gpus
};
/// The coalescer has no parameters.
struct CoalescerBuild {};

/// A unit that rounds run on. Compiling it takes longer than a round, so many rounds share it.
using Build = std::variant<MemoryBuild, LaneBuild, GpuBuild, CoalescerBuild>;

/// Build `index` of `seed`: any machine, width, number of banks, super warp, RPU, depth, regions
/// and mapping that has RTL, one memory or several; GPUs.
Build draw_build(std::uint64_t seed, std::uint64_t index);

/// "rsdmm w 32 s 4 h3".
std::string name_of(const Build& build);

}  // namespace superwarp::soak
