#pragma once

#include <cstdint>

#include "cuda/ptx.cuh"
#include "cuda/stopwatch.cuh"

/// \file
/// One access of a warp to shared memory, chained or queued, of one to four words a thread.
///
/// What keeps the assembler from merging equal accesses is that it cannot know their addresses: in
/// a chain the address is the word read before, and in a queue each access has an address register
/// of its own, made from a zero that comes from memory.

namespace superwarp {

/// Accesses between two readings of the clock, in the longer of two runs; the shorter has half. As
/// many as registers of 1024 threads allow where they are queued.
constexpr int kChain = 64;
__host__ __device__ constexpr int queue_length(int words) { return words == 4 ? 8 : 16; }
/// Queues one behind the other, each drained: for a finer mean.
constexpr int kQueues = 8;
constexpr int kMostZeros = 16;

enum class AccessMode { kChainedRead, kChainedWriteRead, kQueuedRead, kQueuedWrite };

/// How often word `i` is in what accesses() returns: reads are added up, but for a chain's
/// addresses.
__host__ __device__ constexpr std::uint32_t times_added(AccessMode mode, int count, int i) {
  if (mode == AccessMode::kQueuedRead) return static_cast<std::uint32_t>(count * kQueues);
  if (mode == AccessMode::kChainedRead && i > 0) return static_cast<std::uint32_t>(count);
  return 1;
}

/// Word `i` of the element at byte address `at`: the first is its address, for chains.
__host__ __device__ constexpr std::uint32_t word_of_element(std::uint32_t at, int i) {
  return at + static_cast<std::uint32_t>(i) * 0x01000001U;
}

struct AccessArguments {
  const std::uint32_t* byte_address;  ///< of the threads of a warp
  const std::uint32_t* zeros;         ///< kMostZeros
  std::uint32_t words;                ///< of shared memory; 1024 more follow, one for each thread
  std::uint32_t warps;
  std::uint32_t sub_cores;
  std::uint32_t repetitions;
  Stopwatch stopwatch;
  std::uint32_t* result;  ///< kWords words of each thread
  std::uint32_t* memory;  ///< shared memory afterwards
};

/// Of warps 0, 1, .. those on the first `sub_cores` sub-cores, until there are enough.
__device__ inline bool takes_part(const AccessArguments& a) {
  const std::uint32_t warp = threadIdx.x / 32;
  return warp % 4 < a.sub_cores && warp / 4 * a.sub_cores + warp % 4 < a.warps;
}

template <AccessMode kMode, int kWords, int kCount>
__device__ __forceinline__ Element<kWords> accesses(std::uint32_t own,
                                                    const std::uint32_t* address) {
  Element<kWords> sum;
  for (int i = 0; i < kWords; ++i) sum.word[i] = 0;
  if constexpr (kMode == AccessMode::kChainedRead) {
    // The other words are added up beside the chain: what nobody uses, the assembler does not load.
    Element<kWords> link{};
    link.word[0] = own;
#pragma unroll
    for (int n = 0; n < kCount; ++n) {
      load(link, link.word[0]);
      for (int i = 1; i < kWords; ++i) sum.word[i] += link.word[i];
    }
    sum.word[0] = link.word[0];
  } else if constexpr (kMode == AccessMode::kChainedWriteRead) {
    for (int i = 0; i < kWords; ++i) sum.word[i] = word_of_element(own, i);
#pragma unroll
    for (int n = 0; n < kCount; ++n) {
      store(sum, address[0]);
      load(sum, address[1]);
    }
  } else if constexpr (kMode == AccessMode::kQueuedRead) {
#pragma unroll 1
    for (int queue = 0; queue < kQueues; ++queue) {
      Element<kWords> got[kCount];
#pragma unroll
      for (int n = 0; n < kCount; ++n) load(got[n], address[n]);
#pragma unroll
      for (int n = 0; n < kCount; ++n) {
        for (int i = 0; i < kWords; ++i) sum.word[i] += got[n].word[i];
      }
    }
  } else {
    Element<kWords> mine;
    for (int i = 0; i < kWords; ++i) mine.word[i] = word_of_element(own, i);
#pragma unroll 1
    for (int queue = 0; queue < kQueues; ++queue) {
#pragma unroll
      for (int n = 0; n < kCount; ++n) store(mine, address[n]);
      load(sum, address[0]);  // behind the stores in the same pipeline
    }
  }
  return sum;
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
    // A chain's words are addresses of the shared window, so that nothing is added on the way.
    const std::uint32_t first = kMode == AccessMode::kChainedRead ? base + own : own;
    shared[own / 4] = first;
    for (int i = 1; i < kWords; ++i) shared[own / 4 + i] = word_of_element(own, i);
  }
  std::uint32_t address[kMostZeros];
  for (int n = 0; n < kMostZeros; ++n) address[n] = base + own + a.zeros[n];
  Element<kWords> got{};
  const std::uint32_t private_word = base + 4 * (a.words + threadIdx.x);
#pragma unroll 1
  for (std::uint32_t r = 0; r < a.repetitions; ++r) {
    __syncthreads();
    if (!takes_part(a)) continue;
    const long long began = cycle();
    got = accesses<kMode, kWords, kCount>(kMode == AccessMode::kChainedRead ? base + own : own,
                                          address);
    // The clock is read once what was loaded has come: this store needs it.
    std::uint32_t all = got.word[0];
    for (int i = 1; i < kWords; ++i) all ^= got.word[i];
    store(Element<1>{{all}}, private_word);
    a.stopwatch.note(r, began, cycle());
  }
  __syncthreads();
  if (takes_part(a)) {
    if (kMode == AccessMode::kChainedRead) got.word[0] -= base;
    for (int i = 0; i < kWords; ++i) a.result[threadIdx.x * kWords + i] = got.word[i];
  }
  for (std::uint32_t i = threadIdx.x; i < a.words; i += blockDim.x) a.memory[i] = shared[i];
}

}  // namespace superwarp
