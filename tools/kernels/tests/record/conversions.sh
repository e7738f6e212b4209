#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# conversions.sh SUPERWARP EXAMPLES_DIR SCRATCH_DIR: numbers become integers in a kernel as PTX's cvt makes them, and on
# the host as its processor does. The functions of math.h need no std::.
set -euo pipefail
# shellcheck source=tools/kernels/tests/record/common.sh
source "$(dirname "$0")/common.sh" "$@"

# From the description of cvt in NVIDIA's "Parallel Thread Execution ISA", and from nvcc: to 32 bits or 64.
cat >conversions.cu <<'END'
#include <climits>
#include <cmath>
#include <cstdio>
#include <tuple>
#include "managed.h"
template <typename From> struct All {
  signed char c; unsigned char uc; short s; unsigned short us; int i; unsigned u; long long l; unsigned long long ul;
  bool operator==(const All& o) const {
    return std::tie(c, uc, s, us, i, u, l, ul) == std::tie(o.c, o.uc, o.s, o.us, o.i, o.u, o.l, o.ul);
  }
};
template <typename From> __host__ __device__ All<From> all_of(From f) {
  return {(signed char)f, (unsigned char)f, (short)f,     (unsigned short)f,
          (int)f,         (unsigned)f,      (long long)f, (unsigned long long)f};
}
template <typename From> __global__ void convert(const From* f, All<From>* to) {
  to[threadIdx.x] = all_of(f[threadIdx.x]);
}
int failures = 0;
template <typename From> void check(From f, All<From> want) {
  static From* from = managed<From>(1);
  static All<From>* to = managed<All<From>>(1);
  *from = f;
  convert<<<1, 1>>>(from, to);
  cudaDeviceSynchronize();
  const All<From> is = *to;
  if (is == want) return;
  ++failures;
  std::printf("%zu bits, %g: %d %d %d %d %d %u %lld %llu\n", 8 * sizeof(From), double(f), is.c, is.uc, is.s, is.us,
              is.i, is.u, is.l, is.ul);
}
constexpr unsigned long long top = 1ull << 63;
template <typename From> void check_both() {
  check<From>(0, {0, 0, 0, 0, 0, 0, 0, 0});
  check<From>(-0.99f, {0, 0, 0, 0, 0, 0, 0, 0});
  check<From>(100.75f, {100, 100, 100, 100, 100, 100, 100, 100});
  check<From>(-5, {-5, 0, -5, 0, -5, 0, -5, 0});
  check<From>(300, {44, 44, 300, 300, 300, 300, 300, 300});
  check<From>(70000, {112, 112, 4464, 4464, 70000, 70000, 70000, 70000});
  check<From>(3e9f, {-1, 0, -1, 24064, INT_MAX, 3000000000u, 3000000000, 3000000000});
  check<From>(2147483648.f, {-1, 0, -1, 0, INT_MAX, 2147483648u, 2147483648, 2147483648});
  check<From>(4294967296.f, {-1, 255, -1, 65535, INT_MAX, UINT_MAX, 4294967296, 4294967296});
  check<From>(-2147483648.f, {0, 0, 0, 0, INT_MIN, 0, INT_MIN, 0});
  check<From>(-3e9f, {0, 0, 0, 0, INT_MIN, 0, -3000000000, 0});
  check<From>(9223372036854775808.f, {-1, 255, -1, 65535, INT_MAX, UINT_MAX, LLONG_MAX, top});
  check<From>(18446744073709551616.f, {-1, 255, -1, 65535, INT_MAX, UINT_MAX, LLONG_MAX, ULLONG_MAX});
  check<From>(-9223372036854775808.f, {0, 0, 0, 0, INT_MIN, 0, LLONG_MIN, 0});
  check<From>(INFINITY, {-1, 255, -1, 65535, INT_MAX, UINT_MAX, LLONG_MAX, ULLONG_MAX});
  check<From>(-INFINITY, {0, 0, 0, 0, INT_MIN, 0, LLONG_MIN, 0});
}
// Folded by the compiler, and through an intrinsic function.
__global__ void constants(unsigned* u, int* i) {
  u[0] = (unsigned)4294967296.f; u[1] = (unsigned)-5.f;
  u[2] = (unsigned)(0.f / (threadIdx.x - 0.f)); u[3] = __float2uint_rn(5e9f);
  i[0] = (int)3e9f; i[1] = (int)NAN; i[2] = (int)double(NAN); i[3] = __double2int_rn(-1e20);
}
int main() {
  check_both<float>();
  check_both<double>();
  check<float>(NAN, {0, 0, 0, 0, 0, 0, LLONG_MIN, top});
  check<double>(NAN, {0, 0, 0, 0, INT_MIN, 1u << 31, LLONG_MIN, top});
  check<double>(2147483647.5, {-1, 255, -1, 65535, INT_MAX, 2147483647, 2147483647, 2147483647});
  check<double>(-2147483648.5, {0, 0, 0, 0, INT_MIN, 0, INT_MIN, 0});
  check<double>(4294967295.5, {-1, 255, -1, 65535, INT_MAX, UINT_MAX, 4294967295, 4294967295});
  unsigned* u = managed<unsigned>(4);
  int* i = managed<int>(4);
  constants<<<1, 1>>>(u, i);
  cudaDeviceSynchronize();
  if (u[0] != UINT_MAX || u[1] != 0 || u[2] != 0 || u[3] != UINT_MAX || i[0] != INT_MAX || i[1] != 0 ||
      i[2] != INT_MIN || i[3] != INT_MIN)
    ++failures, std::printf("constants: %u %u %u %u %d %d %d %d\n", u[0], u[1], u[2], u[3], i[0], i[1], i[2], i[3]);
#ifdef __x86_64__
  volatile float minus = -5, large = 3e9f;
  const All<float> host = all_of<float>(minus), most = all_of<float>(large);
  if (host.u != 4294967291u || host.ul != 18446744073709551611ull || most.i != INT_MIN)
    ++failures, std::printf("host: %u %llu %d\n", host.u, host.ul, most.i);
#endif
  // As with cuda_runtime.h, the functions of math.h for floats need no std::.
  if (abs(-1.5f) != 1.5f || isfinite(NAN) || !isnan(NAN) || isinf(1.f)) ++failures, std::puts("functions of math.h");
  std::printf("%d failures\n", failures);
  return failures != 0;
}
END
records conversions.cu --check
echo 'record.conversions: as on a GPU in kernels, as on the host elsewhere'
