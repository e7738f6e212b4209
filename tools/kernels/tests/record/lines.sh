#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lines.sh SUPERWARP EXAMPLES_DIR SCRATCH_DIR: every access has the line of its statement: of vectors, atomics, copies
# and shuffles, plain, in unrolled loops, in nested ones, and in functions that are inlined.
set -euo pipefail
# shellcheck source=tools/kernels/tests/record/common.sh
source "$(dirname "$0")/common.sh" "$@"

# A comment `// 6` says how many accesses of one warp the line makes; lines without one make none.
cat >lines.cu <<'END'
#include <cstring>
#include <cuda_fp16.h>
struct Twelve { int v[3]; };
struct alignas(16) Many { float v[8]; };
template <int N> __device__ __forceinline__ void forward(float4* to, const float4* from) {
#pragma unroll
  for (int i = 0; i < N; ++i)
    to[32 * i] = from[32 * i]; // 4
}
__device__ float4 load(const float* from) { return *reinterpret_cast<const float4*>(from); } // 4
__global__ void vectors(float* out) {
  __shared__ float s[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    s[i] = i; // 32
  __syncthreads();
  float a[4], b[4], c[8];
  float sum = 0;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    (reinterpret_cast<float4*>(&a[0])[0]) = (reinterpret_cast<float4*>(&s[threadIdx.x * 4 + j * 128])[0]); // 4
    const float2 pair = reinterpret_cast<float2*>(s)[threadIdx.x + 32 * j]; // 4
    const double wide = reinterpret_cast<double*>(s)[threadIdx.x + 32 * j]; // 4
    sum += a[0] + a[1] + a[2] + a[3] + pair.x + pair.y + float(wide);
    *reinterpret_cast<float4*>(b) = load(&s[threadIdx.x * 4 + j * 128]);
    sum += b[0] + b[1] + b[2] + b[3];
    sum += __shfl_xor_sync(0xffffffff, s[threadIdx.x + j], 1); // 4
  }
#pragma unroll
  for (int i = 0; i < 2; ++i) {
#pragma unroll
    for (int j = 0; j < 4; j += 4) {
      reinterpret_cast<float4*>(&c[j + 4 * i])[0] = reinterpret_cast<float4*>(&s[threadIdx.x * 4])[i]; // 2
      reinterpret_cast<float4*>(&out[threadIdx.x * 4 + 256])[i] = make_float4(c[4 * i], c[4 * i + 1], sum, sum); // 2
    }
    sum += c[4 * i] + c[4 * i + 3];
  }
  forward<2>(reinterpret_cast<float4*>(out) + threadIdx.x, reinterpret_cast<float4*>(s) + threadIdx.x);
  out[threadIdx.x] = sum; // 1
}
__global__ void atomics(unsigned* out) {
  __shared__ unsigned counters[32];
  counters[threadIdx.x] = 0; // 1
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 3; ++i)
    out[i * 32 + threadIdx.x] = atomicAdd(&counters[threadIdx.x * i % 16], 2); // 6
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    atomicAdd(&counters[threadIdx.x], 1); // 2
    const unsigned old = atomicCAS(&counters[threadIdx.x], 3, 4) + atomicMax(&counters[i], 7); // 4
    atomicExch(&out[threadIdx.x], old); // 2
  }
}
__global__ void copies(Twelve* threes, half2* halves, uchar4* bytes) {
  __shared__ Twelve t[64];
  __shared__ Many m[64];
  __shared__ half2 h[64];
  __shared__ uchar4 u[64];
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    t[threadIdx.x + 32 * i] = threes[threadIdx.x + 32 * i]; // 12
    memset(&m[threadIdx.x + 32 * i], i, sizeof(Many)); // 4
    h[threadIdx.x + 32 * i] = halves[threadIdx.x]; // 4
    u[threadIdx.x + 32 * i] = bytes[threadIdx.x]; // 4
  }
  __syncwarp();
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    m[threadIdx.x + 32 * i] = m[63 - threadIdx.x]; // 8
    threes[threadIdx.x + 32 * i] = t[63 - threadIdx.x]; // 12
    halves[threadIdx.x + 32 * i] = h[threadIdx.x] + h[threadIdx.x + i]; // 6
    bytes[threadIdx.x].x = u[threadIdx.x + i].y; // 4
  }
}
template <typename T> __device__ T twice(const volatile T* at) { return at[0] + at[1]; } // 12
__global__ void inlined(float* out) {
  __shared__ float s[64];
  auto put = [&](int i) { s[threadIdx.x + i] = i; }; // 2
#pragma unroll
  for (int i = 0; i < 2; ++i) put(32 * i);
  __syncthreads();
  float sum = 0;
#pragma unroll 3
  for (int i = 0; i < 6; ++i) sum += twice(&s[threadIdx.x + i]);
  out[threadIdx.x] = sum; // 1
}
// The compiler makes one load of those of all branches, behind them: it has the line of the code behind.
__global__ void folded(float* out) {
  __shared__ float s[5][64];
  const int t = threadIdx.x;
  for (int i = 0; i < 10; ++i)
    s[0][t + 32 * i] = i; // 10
  float n, e, w, z;
  if (t == 0)
    n = s[0][t], e = s[1][t], w = s[2][t], z = s[3][t];
  else if (t == 31)
    n = s[1][t], e = s[2][t], w = s[3][t], z = s[4][t];
  else
    n = s[2][t], e = s[3][t], w = s[4][t], z = s[0][t];
  out[t] = n * n + e * e + w * w + z * z; // 5
}
// The compiler moves accesses out of the inner loop, and makes one of two: they have a line, if only one nearby.
__global__ void moved(float* out, float sum) {
  __shared__ float s[256];
  float c[8];
  s[threadIdx.x] = 0; // 1
#pragma unroll
  for (int i = 0; i < 2; ++i) {
#pragma unroll
    for (int j = 0; j < 4; j += 4) {
      reinterpret_cast<float4*>(&c[j + 4 * i])[0] = reinterpret_cast<float4*>(&s[threadIdx.x * 4])[i];
      reinterpret_cast<float4*>(&s[threadIdx.x * 4])[i] = make_float4(c[4 * i], c[4 * i + 1], sum, sum);
    }
    sum += c[4 * i] + c[4 * i + 3];
  }
  out[threadIdx.x] = sum; // 1
}
int main() {
  char* all;
  cudaMalloc(&all, 1 << 16);
  vectors<<<1, 32>>>((float*)all);
  atomics<<<1, 32>>>((unsigned*)all);
  copies<<<1, 32>>>((Twelve*)all, (half2*)all, (uchar4*)all);
  inlined<<<1, 32>>>((float*)all);
  folded<<<1, 32>>>((float*)all);
  moved<<<1, 32>>>((float*)all, 1);
}
END
records lines.cu --no-table
python3 - <<'END' || fail 'other accesses'
import collections, glob, re, sys
text = open("lines.cu").read().split("\n")
moved = range(text.index("__global__ void moved(float* out, float sum) {") + 1, text.index("int main() {"))
marked = ((n, re.search(r"// (\d+)$", line)) for n, line in enumerate(open("lines.cu"), 1))
expected = {n: int(m[1]) for n, m in marked if m and m[1] != "0"}
found = collections.Counter()
for trace in glob.glob("lines/kernel-*.traceg"):
    lines = {}
    for row in open(trace):
        if source := re.match(r"-source (\w+) = lines.cu:(\d+):", row):
            lines[source[1]] = int(source[2])
        elif access := re.match(r"(\w+) \w+ [01] .*(LD|ST|ATOM|RED)\S* ", row):
            found[lines.get(access[1], access[0])] += 1
places = sorted((set(expected) | set(found)) - set(moved), key=str)
wrong = [(place, found[place], expected.get(place, 0)) for place in places if expected.get(place, 0) != found[place]]
sys.exit(f"line, accesses, expected: {wrong}" if wrong else 0)
END
echo 'record.lines: every access has its line'
