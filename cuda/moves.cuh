#pragma once

#include <cstdint>

#include "cuda/ptx.cuh"
#include "cuda/stopwatch.cuh"

/// \file
/// Transposes and permutations: words moved in shared memory, by addresses that are in registers
/// before the clock starts.

namespace superwarp::cuda {

struct MoveArguments {
  const std::uint32_t* source;  ///< word addresses, [step * threads + thread]; 0xffffffff: none
  const std::uint32_t* target;
  const std::uint32_t* initial;
  std::uint32_t words;
  std::uint32_t repetitions;
  Stopwatch stopwatch;
  std::uint32_t* memory;  ///< shared memory after the last repetition
};

/// `kSteps` steps of a block, each with a barrier behind it, and a read: it comes behind the last
/// writes in the same pipeline, for which the barrier need not wait. None: what the rest takes.
template <int kSteps>
__global__ void __launch_bounds__(1024) move_kernel(MoveArguments a) {
  extern __shared__ std::uint32_t shared[];
  constexpr std::uint32_t kNone = 0xffffffffU;
  constexpr int kHeld = kSteps > 0 ? kSteps : 1;
  volatile std::uint32_t* const words = shared;
  const std::uint32_t mine = private_word(shared, a.words);
  std::uint32_t source[kHeld];
  std::uint32_t target[kHeld];
#pragma unroll
  for (int step = 0; step < kSteps; ++step) {
    source[step] = a.source[step * blockDim.x + threadIdx.x];
    target[step] = a.target[step * blockDim.x + threadIdx.x];
  }
  for (std::uint32_t r = 0; r < a.repetitions; ++r) {
    for (std::uint32_t i = threadIdx.x; i < a.words; i += blockDim.x) shared[i] = a.initial[i];
    __syncthreads();
    const long long began = cycle();
#pragma unroll
    for (int step = 0; step < kSteps; ++step) {
      if (source[step] != kNone && target[step] != kNone) words[target[step]] = words[source[step]];
      __syncthreads();
    }
    wait_for(words[threadIdx.x], mine);
    a.stopwatch.note(r, began, cycle());
    __syncthreads();
  }
  for (std::uint32_t i = threadIdx.x; i < a.words; i += blockDim.x) a.memory[i] = shared[i];
}

}  // namespace superwarp::cuda
