#pragma once

#include <cstdint>

/// \file
/// What every kernel leaves of the cycle counter.

namespace superwarp::cuda {

/// When each warp started and ended each repetition; on the device, [repetition * warps + warp].
struct Stopwatch {
  long long* start;
  long long* end;
  std::uint32_t warps;  ///< of the block, idle ones included

  __device__ void note(std::uint32_t repetition, long long began, long long ended) const {
    if (threadIdx.x % 32 != 0) return;
    const std::uint32_t at = repetition * warps + threadIdx.x / 32;
    start[at] = began;
    end[at] = ended;
  }
};

}  // namespace superwarp::cuda
