// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tools/measured/cuda/job.h"
#include "tools/measured/cuda/ptx.cuh"

/// \file
/// The timed programs of one block. Transposes and permutations move words in shared memory; the
/// addresses are in registers before the clock starts. Sum and prefix sums of the sum/prefix-sums
/// chapter (Theorem 1, Lemma 2, Theorem 3) by n/2 threads, in shared or global memory, have the
/// accesses and barriers of the workloads `sum`, `prefix-sums-simple` and `prefix-sums-optimal`.

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

/// `kSteps` steps of a block, each followed by a barrier, and a read. The read follows the last
/// writes in the same pipeline, because the barrier need not wait for them. 0 steps measure the
/// overhead.
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
    a.stopwatch.note(r, began, cycle(), threadIdx.x % 32 == 0);
    __syncthreads();
  }
  for (std::uint32_t i = threadIdx.x; i < a.words; i += blockDim.x) a.memory[i] = shared[i];
}

using Words = volatile std::uint32_t*;

/// Halves the array from the top; the barrier precedes reads of other threads' sums.
__device__ inline void sum_words(Words a, std::uint32_t n) {
  for (std::uint32_t half = n / 2; half > 0; half /= 2) {
    const std::uint32_t i = threadIdx.x;
    if (i < half) {
      const std::uint32_t left = a[i];
      a[i] = left + a[i + half];
    }
    __syncthreads();
  }
}

/// Two passes a step, the upper one first; reads precede writes.
__device__ inline void simple_prefix_sums(Words a, std::uint32_t n) {
  const std::uint32_t threads = n / 2;
  for (std::uint32_t distance = 1; distance < n; distance *= 2) {
    for (int pass = (n - distance + threads - 1) / threads - 1; pass >= 0; --pass) {
      const std::uint32_t i = pass * threads + threadIdx.x;
      const bool works = i < n - distance;
      const std::uint32_t left = works ? a[i] : 0;
      const std::uint32_t right = works ? a[i + distance] : 0;
      __syncthreads();
      if (works) a[i + distance] = left + right;
    }
    __syncthreads();
  }
}

/// Interval sums up, prefix sums down. Array a_t has 2^t words and follows a_{t+1}, each at a
/// multiple of 32 words.
__device__ inline void optimal_prefix_sums(Words base, std::uint32_t n) {
  const std::uint32_t i = threadIdx.x;
  std::uint32_t upper = 0;  // start of a_{t+1}; a_t follows
  for (std::uint32_t size = n / 2; size > 0; size /= 2) {
    const std::uint32_t lower = upper + (2 * size + 31) / 32 * 32;
    if (i < size) {
      const std::uint32_t left = base[upper + 2 * i];
      base[lower + i] = left + base[upper + 2 * i + 1];
    }
    __syncthreads();
    upper = lower;
  }
  std::uint32_t lower = upper;
  for (std::uint32_t size = 1; size < n; size *= 2) {
    upper = lower - (2 * size + 31) / 32 * 32;
    const bool works = i < size;
    const bool has_next = i + 1 < size;
    if (works) {
      const std::uint32_t before = base[lower + i];
      const std::uint32_t next = has_next ? base[upper + 2 * i + 2] : 0;
      base[upper + 2 * i + 1] = before;
      if (has_next) base[upper + 2 * i + 2] = next + before;
    }
    __syncthreads();
    lower = upper;
  }
}

struct SumArguments {
  const std::uint32_t* initial;
  std::uint32_t words;
  std::uint32_t size;
  std::uint32_t repetitions;
  Stopwatch stopwatch;
  std::uint32_t* memory;  ///< of global sums; or shared memory after the last repetition
};

/// A read follows the last writes, because the barrier need not wait for them. `kEmpty` measures
/// the overhead.
template <SumAlgorithm kAlgorithm, bool kShared, bool kEmpty>
__global__ void __launch_bounds__(1024) sum_kernel(SumArguments a) {
  extern __shared__ std::uint32_t shared[];
  std::uint32_t* const words = kShared ? shared : a.memory;
  const std::uint32_t mine = private_word(shared, kShared ? a.words : 0);
  for (std::uint32_t r = 0; r < a.repetitions; ++r) {
    for (std::uint32_t i = threadIdx.x; i < a.words; i += blockDim.x) words[i] = a.initial[i];
    __syncthreads();
    const long long began = cycle();
    if constexpr (!kEmpty) {
      if constexpr (kAlgorithm == SumAlgorithm::kSum) sum_words(words, a.size);
      if constexpr (kAlgorithm == SumAlgorithm::kSimplePrefix) simple_prefix_sums(words, a.size);
      if constexpr (kAlgorithm == SumAlgorithm::kOptimalPrefix) optimal_prefix_sums(words, a.size);
    }
    wait_for(static_cast<Words>(words)[threadIdx.x], mine);
    a.stopwatch.note(r, began, cycle(), threadIdx.x % 32 == 0);
    __syncthreads();
  }
  if constexpr (kShared) {
    for (std::uint32_t i = threadIdx.x; i < a.words; i += blockDim.x) a.memory[i] = shared[i];
  }
}

}  // namespace superwarp::cuda
