// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/gpu/description.h"

namespace superwarp::gpu {

/// How accesses of warps of `threads` threads go to a machine of `width` lanes, in words of 4 bytes
/// (docs/spec/gpus.md, "From access to slots"):
///
/// - A phase has `width` lanes. 8 or 16 bytes of a thread take 2 or 4 of them, so on a machine of
///   width 32 the 32 threads are split into half or quarter warps, in order. A narrower machine
///   splits every warp, a wider one leaves lanes idle. A shorter access requests its whole word.
/// - LDSM and STSM go matrix by matrix: 8 threads with a row of 16 bytes each.
/// - An atomic serialises the threads of a phase that access the same word, and reads, then writes.
Description machine_rules(std::uint32_t width, std::uint32_t threads);

}  // namespace superwarp::gpu
