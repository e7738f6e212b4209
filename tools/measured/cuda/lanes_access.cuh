// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tools/measured/cuda/lanes_job.h"
#include "tools/measured/cuda/shared_access.cuh"
#include "tools/measured/cuda/timed.cuh"

/// \file
/// An instruction of a warp on listed lanes, queued: its time shows how a GPU splits it into
/// phases.

namespace superwarp::cuda {

struct LanesArguments {
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

template <class Timed, int kCount>
__global__ void __launch_bounds__(1024) lanes_kernel(LanesArguments a) {
  extern __shared__ std::uint32_t shared[];
  constexpr int kHeld = Timed::kKeeps ? kCount : 1;
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint32_t rank = a.rank[lane];
  const std::uint32_t own = a.byte_address[lane];
  const auto base = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  std::uint32_t at[Timed::kDistinct ? kCount : 1];
  for (std::uint32_t& place : at) {
    place = base + (own == kIdle ? 0 : own) + static_cast<std::uint32_t>(&place - at) * a.zero;
    asm volatile("" : "+r"(place));  // keeps the computation out of the timed code
  }
  for (std::uint32_t i = threadIdx.x; i < a.words; i += blockDim.x) shared[i] = a.initial[i];
  const std::uint32_t mine = private_word(shared, a.words);
  typename Timed::Held element[kHeld];
  for (typename Timed::Held& e : element) {
    for (int i = 0; i < Timed::kWords; ++i) set_word(e, i, a.element[lane * Timed::kWords + i]);
  }
  __syncthreads();
  // Idle lanes leave: a branch around the timed instructions would be timed as well.
  if (rank == kIdle) return;
#pragma unroll 1
  for (std::uint32_t r = 0; r < a.repetitions; ++r) {
    __syncthreads();
    if (!takes_part(a)) continue;
    let_others_go(mine);
    const long long began = cycle();
#pragma unroll 1
    for (int queue = 0; queue < kQueues; ++queue) {
      meet(a.warps * 32);
#pragma unroll
      for (int n = 0; n < kCount; ++n)
        Timed::issue(element[Timed::kKeeps ? n : 0], {at[Timed::kDistinct ? n : 0], a.one});
      if constexpr (Timed::kKeeps) {
        // If the assembler may issue any of them last, wait for all.
        constexpr int kFirst = Timed::kOrdered ? kHeld - 1 : 0;
        std::uint32_t words = word_of(element[kFirst], 0);
        for (int n = kFirst + 1; n < kHeld; ++n) words ^= word_of(element[n], 0);
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
  if (takes_part(a)) {
    for (int i = 0; i < Timed::kWords; ++i) {
      std::uint32_t sum = 0;
      for (const typename Timed::Held& e : element) sum += word_of(e, i);
      a.result[threadIdx.x * Timed::kWords + i] = sum;
    }
  }
  for (std::uint32_t i = threadIdx.x / 32 * a.lanes + rank; i < a.words;
       i += blockDim.x / 32 * a.lanes) {
    a.memory[i] = shared[i];
  }
}

}  // namespace superwarp::cuda
