// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tools/measured/cuda/job.h"
#include "tools/measured/cuda/timed.cuh"

/// \file
/// An instruction of a warp, chained or queued. Its time shows how a GPU splits it into phases.

namespace superwarp::cuda {

/// Accesses between two readings of the clock in the longer of two runs; the shorter has half. If
/// queued, as many as the registers of 1024 threads allow.
template <class Timed>
constexpr int kLonger = Timed::kChained      ? 64
                        : Timed::kWords == 4 ? 8
                                             : 16;
/// Consecutive queues, for a finer mean. All warps begin each queue together and wait for its last
/// word. Otherwise accesses would fill gaps of others, more so in the shorter run.
template <class Timed>
constexpr int kQueues = Timed::kChained ? 1 : 8;
/// A thread's elements in registers: queued results need one each.
template <class Timed, int kCount>
constexpr int kHeld = Timed::kKeeps && !Timed::kChained ? kCount : 1;

struct AccessArguments {
  const std::uint32_t* byte_address;  ///< of the lanes of a warp; kIdle: none
  const std::uint32_t* element;       ///< of the lanes: the registers before
  const std::uint32_t* initial;       ///< shared memory before
  const std::uint32_t* rank;          ///< of the lanes that take part; kIdle: it does not
  std::uint32_t lanes;                ///< that take part
  std::uint32_t words;                ///< of shared memory
  std::uint32_t warps;
  std::uint32_t sub_cores;
  std::uint32_t repetitions;
  std::uint32_t one;  ///< 1 and 0, which the compiler does not know
  std::uint32_t zero;
  Stopwatch stopwatch;
  std::uint32_t* result;  ///< by thread: the sum of its elements
  std::uint32_t* memory;  ///< shared memory afterwards
};

/// True for the first `warps` warps on the first `sub_cores` sub-cores.
template <class Job>
__host__ __device__ bool takes_part(const Job& job, std::uint32_t thread) {
  const std::uint32_t warp = thread / 32;
  return warp % 4 < job.sub_cores && warp / 4 * job.sub_cores + warp % 4 < job.warps;
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

template <class Timed, int kCount>
__global__ void __launch_bounds__(1024) access_kernel(AccessArguments a) {
  extern __shared__ std::uint32_t shared[];
  constexpr int kElements = kHeld<Timed, kCount>;
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint32_t rank = a.rank[lane];
  const std::uint32_t own = a.byte_address[lane];
  const auto base = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  std::uint32_t at[Timed::kDistinct ? kCount : 1];
  for (std::uint32_t& place : at) {
    place = base + (own == kIdle ? 0 : own) + static_cast<std::uint32_t>(&place - at) * a.zero;
    asm volatile("" : "+r"(place));  // keeps the computation out of the timed code
  }
  // Loaded first, so that they are there when the memory is: the first queue would wait for them.
  typename Timed::Held element[kElements];
  for (typename Timed::Held& e : element) {
    for (int i = 0; i < Timed::kWords; ++i) set_word(e, i, a.element[lane * Timed::kWords + i]);
  }
  for (std::uint32_t i = threadIdx.x; i < a.words; i += blockDim.x) shared[i] = a.initial[i];
  const std::uint32_t mine = private_word(shared, a.words);
  __syncthreads();
  if constexpr (Timed::kLinked) {
    if (threadIdx.x < 32) shared[own / 4] = base + own;
    set_word(element[0], 0, base + own);
  }
  // Idle lanes leave: a branch around the timed instructions would be timed as well.
  if (rank == kIdle) return;
#pragma unroll 1
  for (std::uint32_t r = 0; r < a.repetitions; ++r) {
    __syncthreads();
    if (!takes_part(a, threadIdx.x)) continue;
    let_others_go(mine);
    const long long began = cycle();
#pragma unroll 1
    for (int queue = 0; queue < kQueues<Timed>; ++queue) {
      if constexpr (!Timed::kChained) meet(a.warps * 32);
#pragma unroll
      for (int n = 0; n < kCount; ++n)
        Timed::issue(element[kElements > 1 ? n : 0], {at[Timed::kDistinct ? n : 0], a.one});
      if constexpr (Timed::kKeeps) {
        // If the assembler may issue any of them last, wait for all.
        constexpr int kFirst = Timed::kOrdered ? kElements - 1 : 0;
        std::uint32_t words = word_of(element[kFirst], 0);
        for (int n = kFirst + 1; n < kElements; ++n) words ^= word_of(element[n], 0);
        wait_for(words, mine);
      } else {  // A read follows the others in the same pipeline.
        Element<1> last;
        load(last, mine);
        wait_for(last.word[0], mine);
      }
    }
    a.stopwatch.note(r, began, cycle(), rank == 0);
  }
  __syncthreads();
  if constexpr (Timed::kLinked) {
    if (threadIdx.x < 32) shared[own / 4] = own;
    __syncthreads();
  }
  if (takes_part(a, threadIdx.x)) {
    for (int i = 0; i < Timed::kWords; ++i) {
      std::uint32_t sum = Timed::kLinked && i == 0 ? 0 - base : 0;
      for (const typename Timed::Held& e : element) sum += word_of(e, i);
      a.result[threadIdx.x * Timed::kWords + i] = sum;
    }
  }
  for (std::uint32_t i = threadIdx.x / 32 * a.lanes + rank; i < a.words; i += blockDim.x / 32 * a.lanes) {
    a.memory[i] = shared[i];
  }
}

}  // namespace superwarp::cuda
