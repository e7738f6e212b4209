#pragma once

#include <cstdint>

/// \file
/// The instructions that are timed, and the clock, as PTX in `asm volatile`: the compiler neither
/// drops nor reorders them. Loads and stores are weak ones: the words of a ld.volatile vector count
/// as accesses of their own, which may be split.

namespace superwarp {

/// The multiprocessor's cycle counter.
__device__ __forceinline__ long long cycle() {
  long long now;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(now)::"memory");
  return now;
}

/// What a thread accesses at once: 1, 2 or 4 words.
template <int kWords>
struct Element {
  std::uint32_t word[kWords];
};

__device__ __forceinline__ void load(Element<1>& e, std::uint32_t at) {
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(e.word[0]) : "r"(at) : "memory");
}
__device__ __forceinline__ void load(Element<2>& e, std::uint32_t at) {
  asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];"
               : "=r"(e.word[0]), "=r"(e.word[1])
               : "r"(at)
               : "memory");
}
__device__ __forceinline__ void load(Element<4>& e, std::uint32_t at) {
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(e.word[0]), "=r"(e.word[1]), "=r"(e.word[2]), "=r"(e.word[3])
               : "r"(at)
               : "memory");
}
__device__ __forceinline__ void store(const Element<1>& e, std::uint32_t at) {
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(e.word[0]) : "memory");
}
__device__ __forceinline__ void store(const Element<2>& e, std::uint32_t at) {
  asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(at), "r"(e.word[0]), "r"(e.word[1])
               : "memory");
}
__device__ __forceinline__ void store(const Element<4>& e, std::uint32_t at) {
  asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(e.word[0]), "r"(e.word[1]),
               "r"(e.word[2]), "r"(e.word[3])
               : "memory");
}

}  // namespace superwarp
