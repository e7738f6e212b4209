#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/congestion/block.h"
#include "sim/congestion/generator.h"

#if defined(__x86_64__)
#define SUPERWARP_X86_PATHS 1
#endif

namespace superwarp::congestion {

constexpr std::size_t kLineBytes = 64;   ///< bytes that the wide generator makes per step
constexpr std::size_t kLineChunks = 32;  ///< 16-bit draws in them

// The inner loop, compiled from one source (block_kernel.cpp) for several instruction sets. `key`
// determines all draws.
void simulate_block_portable(const BlockPlan& plan, std::uint64_t key, std::uint64_t rounds,
                             BlockWorkspace& workspace);
#if defined(SUPERWARP_X86_PATHS)
void simulate_block_avx2(const BlockPlan& plan, std::uint64_t key, std::uint64_t rounds,
                         BlockWorkspace& workspace);
#endif

}  // namespace superwarp::congestion
