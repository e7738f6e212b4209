// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace superwarp {

struct Machine;

/// What the RTL's key port takes in one cycle (rtl/rsu.sv).
struct KeyWrite {
  std::uint32_t index = 0;
  std::uint32_t value = 0;
};

/// Set in the index of a region's bit.
inline constexpr std::uint32_t kRegionIndex = 1U << 31U;

/// All that a memory unit's key port takes before a run of `machine`: the mapping's key, and
/// whether it is on in each region.
std::vector<KeyWrite> key_writes(const Machine& machine);

}  // namespace superwarp
