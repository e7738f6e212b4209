// SPDX-License-Identifier: Apache-2.0
#pragma once

/// \file
/// Functions that are compiled for several instruction sets; the processor's is chosen at run time.

#if defined(__x86_64__)
#define SUPERWARP_X86_PATHS 1
#endif

/// A function whose code becomes part of its callers, each of which has its instruction set; the
/// second for lambdas.
#define SUPERWARP_INLINE inline SUPERWARP_IN_CALLER
#define SUPERWARP_IN_CALLER __attribute__((always_inline))

namespace superwarp {

/// The instruction sets; all give the same results, and a processor with one has those before it.
enum class SimdPath { kPortable, kAvx2, kAvx512 };

/// The fastest path that this processor (and this build) can run.
inline SimdPath best_simd_path() {
#if defined(SUPERWARP_X86_PATHS)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("bmi"))
    return SimdPath::kAvx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")) return SimdPath::kAvx2;
#endif
  return SimdPath::kPortable;
}

inline bool simd_path_available(SimdPath path) { return path <= best_simd_path(); }

#if defined(SUPERWARP_X86_PATHS)
#define SUPERWARP_AVX2 __attribute__((target("avx2,bmi")))
#if defined(__clang__)
#define SUPERWARP_WIDE ""
#else
#define SUPERWARP_WIDE ",prefer-vector-width=512"
#endif
#define SUPERWARP_AVX512 \
  __attribute__((target("avx2,bmi,avx512f,avx512dq,avx512vl,avx512vpopcntdq,popcnt" SUPERWARP_WIDE)))
template <class Loop, class... Values>
SUPERWARP_AVX2 __attribute__((noinline)) auto run_with_avx2(const Loop& loop, Values... values) {
  return loop(values...);
}
template <class Loop, class... Values>
SUPERWARP_AVX512 __attribute__((noinline)) auto run_with_avx512(const Loop& loop, Values... values) {
  return loop(values...);
}
#endif

inline const SimdPath kBestSimdPath = best_simd_path();

/// Returns loop(values...), computed with the processor's widest vectors. `loop` is a lambda with
/// SUPERWARP_IN_CALLER and without captures: the compiler could not rule out that its stores change
/// them.
template <class Loop, class... Values>
auto run_wide(const Loop& loop, Values... values) {
#if defined(SUPERWARP_X86_PATHS)
  if (kBestSimdPath == SimdPath::kAvx512) return run_with_avx512(loop, values...);
  if (kBestSimdPath == SimdPath::kAvx2) return run_with_avx2(loop, values...);
#endif
  return loop(values...);
}

}  // namespace superwarp
