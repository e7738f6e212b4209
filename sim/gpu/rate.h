// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/gpu/description.h"

namespace superwarp::gpu {

/// Equal accesses that warps issue without waiting for one another. Warp number mod `sub_cores`
/// picks a sub-core.
struct Stream {
  double slots = 1;             ///< of an access; 0 if all its lanes are idle
  double idle_slots = 0;        ///< of these, slots of phases without an active lane
  double written_words = 0;     ///< that a lane writes
  std::uint32_t warps = 1;      ///< at least 1
  std::uint32_t sub_cores = 1;  ///< 1 to `warps`
};

/// Cycles from access to access of a sub-core with many warps: it hands over an access every
/// `access_cycles_sub_core` cycles, or as many as the data of a write take.
double cycles_of_sub_core(const Description& gpu, const Stream& stream);

/// Cycles from access to access of a warp alone on its sub-core.
double cycles_alone(const Description& gpu, const Stream& stream);

/// Cycles from access to access of a multiprocessor, if all warps issue equally many. Sub-cores
/// that have requests share its slots equally, as far as each can use its share.
double cycles_per_access(const Description& gpu, const Stream& stream);

}  // namespace superwarp::gpu
