// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// \file
/// The timed instructions and the clock as PTX in `asm volatile`, so the compiler keeps their
/// order. Loads and stores are volatile in PTX as well, so the assembler keeps those with unused
/// words. PTX would allow it to split a volatile vector; check_instructions.py tests that it does
/// not.

namespace superwarp::cuda {

/// The multiprocessor's cycle counter.
__device__ __forceinline__ long long cycle() {
  long long now;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(now)::"memory");
  return now;
}

/// Start and end of each warp in each repetition, on the device: [repetition * warps + warp].
struct Stopwatch {
  long long* start;
  long long* end;
  std::uint32_t warps;  ///< of the block, idle ones included

  /// One lane of each warp notes.
  __device__ void note(std::uint32_t repetition, long long began, long long ended, bool notes) const {
    if (!notes) return;
    const std::uint32_t at = repetition * warps + threadIdx.x / 32;
    start[at] = began;
    end[at] = ended;
  }
};

/// A barrier for `threads` threads of the block, a multiple of 32; not that of __syncthreads().
__device__ __forceinline__ void meet(std::uint32_t threads) {
  asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory");
}

/// A thread's access: 1, 2 or 4 words.
template <int kWords>
struct Element {
  std::uint32_t word[kWords];
};

__device__ __forceinline__ void load(Element<1>& e, std::uint32_t at) {
  asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(e.word[0]) : "r"(at) : "memory");
}
__device__ __forceinline__ void load(Element<2>& e, std::uint32_t at) {
  asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(e.word[0]), "=r"(e.word[1]) : "r"(at) : "memory");
}
__device__ __forceinline__ void load(Element<4>& e, std::uint32_t at) {
  asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(e.word[0]), "=r"(e.word[1]), "=r"(e.word[2]), "=r"(e.word[3])
               : "r"(at)
               : "memory");
}
__device__ __forceinline__ void store(const Element<1>& e, std::uint32_t at) {
  asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(at), "r"(e.word[0]) : "memory");
}
__device__ __forceinline__ void store(const Element<2>& e, std::uint32_t at) {
  asm volatile("st.volatile.shared.v2.u32 [%0], {%1, %2};" ::"r"(at), "r"(e.word[0]), "r"(e.word[1]) : "memory");
}
__device__ __forceinline__ void store(const Element<4>& e, std::uint32_t at) {
  asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(e.word[0]), "r"(e.word[1]),
               "r"(e.word[2]), "r"(e.word[3])
               : "memory");
}

/// The byte address of this thread's private word of shared memory, after the first `words` words.
__device__ inline std::uint32_t private_word(const std::uint32_t* shared, std::uint32_t words) {
  std::uint32_t at = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared)) + 4 * (words + threadIdx.x);
  asm volatile("" : "+r"(at));  // keeps the computation out of the timed code
  return at;
}

/// Delays the next reading of the clock until `word` has arrived, which this store needs.
__device__ __forceinline__ void wait_for(std::uint32_t word, std::uint32_t private_word) {
  store(Element<1>{{word}}, private_word);
}

}  // namespace superwarp::cuda
