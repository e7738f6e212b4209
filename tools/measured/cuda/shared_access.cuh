// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tools/measured/cuda/ptx.cuh"

/// \file
/// Accesses of a warp to shared memory, chained or queued, of one to four words a thread.

namespace superwarp::cuda {

/// Accesses between two readings of the clock in the longer of two runs; the shorter has half. If
/// queued, as many as the registers of 1024 threads allow.
constexpr int kChain = 64;
__host__ __device__ constexpr int queue_length(int words) { return words == 4 ? 8 : 16; }
/// Consecutive queues, for a finer mean. All warps begin each queue together and wait for its last
/// word. Otherwise accesses would fill gaps of others, more so in the shorter run.
constexpr int kQueues = 8;

enum class AccessMode { kChainedRead, kChainedWriteRead, kQueuedRead, kQueuedWrite };

/// A thread's elements in registers: queued reads need one each.
__host__ __device__ constexpr int elements_held(AccessMode mode, int count) {
  return mode == AccessMode::kQueuedRead ? count : 1;
}

/// Word `i` of the element at byte address `at`. Word 0 is the address, for chains.
__host__ __device__ constexpr std::uint32_t word_of_element(std::uint32_t at, int i) {
  return at + static_cast<std::uint32_t>(i) * 0x01000001U;
}

struct AccessArguments {
  const std::uint32_t* byte_address;  ///< of the threads of a warp
  std::uint32_t words;                ///< of shared memory
  std::uint32_t warps;
  std::uint32_t sub_cores;
  std::uint32_t repetitions;
  Stopwatch stopwatch;
  std::uint32_t* result;  ///< by thread: the sum of its elements, kWords words
  std::uint32_t* memory;  ///< shared memory afterwards
};

/// True for the first `warps` warps on the first `sub_cores` sub-cores.
template <class Arguments>
__device__ bool takes_part(const Arguments& a) {
  const std::uint32_t warp = threadIdx.x / 32;
  return warp % 4 < a.sub_cores && warp / 4 * a.sub_cores + warp % 4 < a.warps;
}

/// A thread's accesses to its element at `address`, by `threads` threads of the block, until the
/// last word has arrived. `element` is written or read; `mine` is a private word.
template <AccessMode kMode, int kWords, int kCount>
__device__ __forceinline__ void access(Element<kWords> (&element)[elements_held(kMode, kCount)],
                                       std::uint32_t address, std::uint32_t threads,
                                       std::uint32_t mine) {
  constexpr bool kChained =
      kMode == AccessMode::kChainedRead || kMode == AccessMode::kChainedWriteRead;
#pragma unroll 1
  for (int queue = 0; queue < (kChained ? 1 : kQueues); ++queue) {
    if constexpr (!kChained) meet(threads);
#pragma unroll
    for (int n = 0; n < kCount; ++n) {
      if constexpr (kMode == AccessMode::kChainedRead) {
        load(element[0], n == 0 ? address : element[0].word[0]);
      } else if constexpr (kMode == AccessMode::kChainedWriteRead) {
        store(element[0], address);
        load(element[0], address);
      } else if constexpr (kMode == AccessMode::kQueuedRead) {
        load(element[n], address);
      } else {
        store(element[0], address);
      }
    }
    // A read follows the writes in the same pipeline.
    if constexpr (kMode == AccessMode::kQueuedWrite) load(element[0], address);
    wait_for(element[elements_held(kMode, kCount) - 1].word[0], mine);
  }
}

/// Waits at least a hundred cycles until the idle warps are at the next barrier, so that their
/// instructions are not issued between the timed ones.
__device__ __forceinline__ void let_others_go(std::uint32_t mine) {
#pragma unroll 1
  for (int n = 0; n < 4; ++n) {
    Element<1> word;
    load(word, mine);
    wait_for(word.word[0], mine);
  }
}

template <AccessMode kMode, int kWords, int kCount>
__global__ void __launch_bounds__(1024) access_kernel(AccessArguments a) {
  extern __shared__ std::uint32_t shared[];
  const std::uint32_t own = a.byte_address[threadIdx.x % 32];
  const auto base = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  constexpr bool kReads = kMode == AccessMode::kChainedRead || kMode == AccessMode::kQueuedRead;
  for (std::uint32_t i = threadIdx.x; i < a.words; i += blockDim.x) shared[i] = 0;
  __syncthreads();
  if (kReads && threadIdx.x < 32) {
    // A chain's words are addresses in the shared window, so no addition is timed.
    const std::uint32_t first = kMode == AccessMode::kChainedRead ? base + own : own;
    shared[own / 4] = first;
    for (int i = 1; i < kWords; ++i) shared[own / 4 + i] = word_of_element(own, i);
  }
  const std::uint32_t mine = private_word(shared, a.words);
  Element<kWords> element[elements_held(kMode, kCount)];
  for (Element<kWords>& e : element) {
    for (int i = 0; i < kWords; ++i) e.word[i] = kReads ? 0 : word_of_element(own, i);
  }
#pragma unroll 1
  for (std::uint32_t r = 0; r < a.repetitions; ++r) {
    __syncthreads();
    if (!takes_part(a)) continue;
    let_others_go(mine);
    const long long began = cycle();
    access<kMode, kWords, kCount>(element, base + own, a.warps * 32, mine);
    a.stopwatch.note(r, began, cycle(), threadIdx.x % 32 == 0);
  }
  __syncthreads();
  if (takes_part(a)) {
    for (int i = 0; i < kWords; ++i) {
      std::uint32_t sum = 0;
      for (const Element<kWords>& e : element) sum += e.word[i];
      if (kMode == AccessMode::kChainedRead && i == 0) sum -= base;
      a.result[threadIdx.x * kWords + i] = sum;
    }
  }
  for (std::uint32_t i = threadIdx.x; i < a.words; i += blockDim.x) a.memory[i] = shared[i];
}

}  // namespace superwarp::cuda
