// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tools/measured/cuda/ptx.cuh"

/// \file
/// The instructions that are timed. Each derives from Timed, says where it differs, and issues
/// itself.

namespace superwarp::cuda {

template <int kN>
__device__ __forceinline__ void set_word(Element<kN>& e, int i, std::uint32_t word) {
  e.word[i] = word;
}
template <int kN>
__device__ __forceinline__ std::uint32_t word_of(const Element<kN>& e, int i) {
  return e.word[i];
}

/// Two words in one register of 64 bits.
struct Wide {
  std::uint64_t value;
};
__device__ __forceinline__ void set_word(Wide& e, int i, std::uint32_t word) {
  e.value = i == 0 ? word : e.value | std::uint64_t{word} << 32U;
}
__device__ __forceinline__ std::uint32_t word_of(const Wide& e, int i) {
  return static_cast<std::uint32_t>(e.value >> (32 * i));
}

/// Where a thread's access goes.
struct Place {
  std::uint32_t at;   ///< byte address in the shared window
  std::uint32_t one;  ///< 1, which the compiler does not know
};

template <int kN, bool kResult>
struct Timed {
  using Held = Element<kN>;  ///< a thread's words
  static constexpr int kWords = kN;
  static constexpr bool kKeeps = kResult;   ///< its result stays in them
  static constexpr bool kChained = false;   ///< each waits for the one before; else they queue
  static constexpr bool kLinked = false;    ///< the first word is the next one's address
  static constexpr bool kWarp = false;      ///< all lanes execute it, even without an address
  static constexpr bool kOrdered = true;    ///< the assembler keeps the order of a queue
  static constexpr bool kDistinct = false;  ///< the address is in another register for each of a queue
};

template <int kN>
struct Load : Timed<kN, true> {
  static __device__ __forceinline__ void issue(Element<kN>& e, Place p) { load(e, p.at); }
};

template <int kN>
struct Store : Timed<kN, false> {
  static __device__ __forceinline__ void issue(Element<kN>& e, Place p) { store(e, p.at); }
};

/// No addition is timed, because the words are addresses in the shared window.
template <int kN>
struct ChainedLoad : Timed<kN, true> {
  static constexpr bool kChained = true;
  static constexpr bool kLinked = true;
  static __device__ __forceinline__ void issue(Element<kN>& e, Place) { load(e, e.word[0]); }
};

/// A read that waits for the write before it.
template <int kN>
struct WriteRead : Timed<kN, true> {
  static constexpr bool kChained = true;
  static __device__ __forceinline__ void issue(Element<kN>& e, Place p) {
    store(e, p.at);
    load(e, p.at);
  }
};

/// An atomic addition whose result is used or not.
template <bool kUsed>
struct Add : Timed<1, kUsed> {
  static __device__ __forceinline__ void issue(Element<1>& e, Place p) {
    if constexpr (kUsed) {
      asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(e.word[0]) : "r"(p.at), "r"(p.one) : "memory");
    } else {
      asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(p.at), "r"(p.one) : "memory");
    }
  }
};

/// An atomic of 64 bits that exchanges. An addition of 64 bits would be a loop of instructions.
template <bool kUsed>
struct Exchange : Timed<2, kUsed> {
  using Held = Wide;
  static __device__ __forceinline__ void issue(Wide& e, Place p) {
    if constexpr (kUsed) {
      asm volatile("atom.shared.exch.b64 %0, [%1], %0;" : "+l"(e.value) : "r"(p.at) : "memory");
    } else {
      std::uint64_t old;
      asm volatile("atom.shared.exch.b64 %0, [%1], %2;" : "=l"(old) : "r"(p.at), "l"(e.value) : "memory");
    }
  }
};

/// POPC.INC, which the assembler makes of the addition of a constant 1 since sm_80.
struct Count : Timed<1, false> {
  static __device__ __forceinline__ void issue(Element<1>&, Place p) {
    asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(p.at) : "memory");
  }
};

/// ldmatrix of kN matrices. PTX has no volatile form of it, and the assembler makes one of equal
/// ones (sm_90): their addresses must not be known to be equal.
template <int kN>
struct MatrixLoad : Timed<kN, true> {
  static constexpr bool kWarp = true;
  static constexpr bool kOrdered = false;
  static constexpr bool kDistinct = true;
  static __device__ __forceinline__ void issue(Element<kN>& e, Place p) {
    if constexpr (kN == 1) {
      asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(e.word[0]) : "r"(p.at) : "memory");
    } else if constexpr (kN == 2) {
      asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                   : "=r"(e.word[0]), "=r"(e.word[1])
                   : "r"(p.at)
                   : "memory");
    } else {
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(e.word[0]), "=r"(e.word[1]), "=r"(e.word[2]), "=r"(e.word[3])
                   : "r"(p.at)
                   : "memory");
    }
  }
};

/// stmatrix of kN matrices: sm_90 and later. The host asks no earlier GPU for it.
template <int kN>
struct MatrixStore : Timed<kN, false> {
  static constexpr bool kWarp = true;
  static constexpr bool kOrdered = false;
  static __device__ __forceinline__ void issue(Element<kN>& e, Place p) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    if constexpr (kN == 1) {
      asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(p.at), "r"(e.word[0]) : "memory");
    } else if constexpr (kN == 2) {
      asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(p.at), "r"(e.word[0]),
                   "r"(e.word[1])
                   : "memory");
    } else {
      asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(p.at), "r"(e.word[0]),
                   "r"(e.word[1]), "r"(e.word[2]), "r"(e.word[3])
                   : "memory");
    }
#endif
  }
};

}  // namespace superwarp::cuda
