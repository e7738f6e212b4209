#pragma once

#include <cstdint>
#include <functional>
#include <vector>

/// \file
/// As much of CUDA as the kernels need to run with threads of the host, one block at a time. Slow,
/// and no replacement for a GPU: it shows that a kernel's algorithm and addresses are right.

// The names are CUDA's.
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming)
#define __device__
#define __host__
#define __global__
#define __shared__
#define __forceinline__ inline
#define __launch_bounds__(threads)

struct Index {
  std::uint32_t x = 0;
};

extern thread_local Index threadIdx;
extern Index blockDim;
void __syncthreads();
std::size_t __cvta_generic_to_shared(const void* pointer);
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)

namespace superwarp {

/// The words behind `extern __shared__`: as many as a block may have.
inline constexpr std::size_t kSharedWords = 12288;

/// Where shared memory begins among the addresses of ld.shared and st.shared: not at 0, so that a
/// kernel cannot forget it.
inline constexpr std::uint32_t kSharedBase = 1024;

/// The word at a byte address of shared memory; throws std::out_of_range beyond it.
std::uint32_t* shared_word(std::uint32_t byte_address);

/// Runs a block of `threads` threads, whose barrier __syncthreads() is.
void run_block(std::uint32_t threads, const std::function<void()>& kernel);

}  // namespace superwarp
