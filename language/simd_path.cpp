// SPDX-License-Identifier: Apache-2.0
#include "language/simd_path.h"

namespace superwarp {

bool simd_path_available(SimdPath path) {
#if defined(SUPERWARP_X86_PATHS)
  if (path == SimdPath::kAvx2)
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0;
#endif
  return path == SimdPath::kPortable;
}

SimdPath best_simd_path() {
  return simd_path_available(SimdPath::kAvx2) ? SimdPath::kAvx2 : SimdPath::kPortable;
}

}  // namespace superwarp
