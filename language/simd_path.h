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

/// The instruction sets; all give the same results.
enum class SimdPath { kPortable, kAvx2 };

/// The fastest path that this processor (and this build) can run. It can always run kPortable.
inline SimdPath best_simd_path() {
#if defined(SUPERWARP_X86_PATHS)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")) return SimdPath::kAvx2;
#endif
  return SimdPath::kPortable;
}

inline bool simd_path_available(SimdPath path) {
  return path == SimdPath::kPortable || path == best_simd_path();
}

#if defined(SUPERWARP_X86_PATHS)
#define SUPERWARP_AVX2 __attribute__((target("avx2,bmi")))
template <class Loop, class... Values>
SUPERWARP_AVX2 __attribute__((noinline)) auto run_with_avx2(const Loop& loop, Values... values) {
  return loop(values...);
}
#endif

/// Returns loop(values...), computed with the processor's widest vectors. `loop` is a lambda with
/// SUPERWARP_IN_CALLER and without captures: the compiler could not rule out that its stores change
/// them.
template <class Loop, class... Values>
auto run_wide(const Loop& loop, Values... values) {
#if defined(SUPERWARP_X86_PATHS)
  if (best_simd_path() == SimdPath::kAvx2) return run_with_avx2(loop, values...);
#endif
  return loop(values...);
}

}  // namespace superwarp
