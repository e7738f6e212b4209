#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# launches.sh SUPERWARP EXAMPLES_DIR SCRATCH_DIR: launches that CUDA refuses give its error and do not run, and the
# program goes on; arrays beyond nvcc's limit are refused; every exit status of a program is a status; reads of
# constants are no global accesses.
set -euo pipefail
# shellcheck source=tools/kernels/tests/record/common.sh
source "$(dirname "$0")/common.sh" "$@"

# Both sides of every limit, for every way to launch. A refused launch runs nothing, and the error is told once by
# cudaGetLastError(), and until then by cudaPeekAtLastError().
cat >limits.cu <<'END'
#include <cstdio>
int failures = 0;
#define CHECK(what) if (!(what)) ++failures, std::printf("%d: %s\n", __LINE__, #what)
__global__ void k(int* runs) {
  extern __shared__ int s[];
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) { s[0] = 1; *runs += s[0]; }
}
template <int N> __global__ void own(int* runs) {
  __shared__ char t[N];
  extern __shared__ int s[];
  if (threadIdx.x == 0) { t[N - 1] = runs[0] + 1; s[0] = t[N - 1]; *runs = s[0]; }
}
__device__ __noinline__ int called(int i) { __shared__ int s[1024]; s[i] = i; return s[i ^ 1]; }
__global__ void calls(int* runs) { __shared__ int s[512]; s[threadIdx.x] = called(threadIdx.x); *runs = s[1]; }
__global__ void nothing() {}
int* runs;
// Every way to launch k, each with its error, which is the last one too.
void expect(int line, cudaError_t error, dim3 grid, dim3 block, size_t bytes) {
  void* arguments[] = {&runs};
  for (int way = 0; way < 3; ++way) {
    *runs = 0;
    cudaError_t told = cudaSuccess;
    if (way == 0) { k<<<grid, block, bytes>>>(runs); told = cudaPeekAtLastError(); }
    if (way == 1) told = cudaLaunchKernel((const void*)k, grid, block, arguments, bytes, 0);
    if (way == 2 && error == cudaSuccess) continue;  // grids may be too large to run together
    if (way == 2) told = cudaLaunchCooperativeKernel((const void*)k, grid, block, arguments, bytes, 0);
    const cudaError_t peeked = cudaPeekAtLastError(), last = cudaGetLastError(), next = cudaGetLastError();
    const int want = error == cudaSuccess ? grid.x * grid.y * grid.z : 0;
    if (told == error && peeked == error && last == error && next == cudaSuccess && *runs == want) continue;
    ++failures;
    std::printf("%d: way %d: %d %d %d %d, %d blocks, expected %d\n", line, way, told, peeked, last, next, *runs, error);
  }
}
#define REFUSED(...) expect(__LINE__, cudaErrorInvalidConfiguration, __VA_ARGS__)
#define TOO_MUCH(...) expect(__LINE__, cudaErrorInvalidValue, __VA_ARGS__)
#define TAKEN(...) expect(__LINE__, cudaSuccess, __VA_ARGS__)
int main() {
  cudaMallocManaged(&runs, 4);
  TAKEN(1, 1, 4), TAKEN(1, 1024, 4), TAKEN(1, dim3(1, 1024), 4), TAKEN(1, dim3(1, 1, 64), 4),
  TAKEN(1, dim3(4, 4, 64), 4); TAKEN(dim3(1, 65535), 1, 4), TAKEN(dim3(1, 1, 65535), 1, 4), TAKEN(70000, 1, 4);
  REFUSED(1, 0, 4), REFUSED(0, 1, 4), REFUSED(1, dim3(1, 0), 4), REFUSED(1, dim3(1, 1, 0), 4),
  REFUSED(dim3(1, 0), 1, 4); REFUSED(dim3(1, 1, 0), 1, 4), REFUSED(1, 1025, 4), REFUSED(1, dim3(1, 1025), 4),
  REFUSED(1, dim3(1, 1, 65), 4); REFUSED(1, dim3(512, 2, 2), 4), REFUSED(1, -1, 4), REFUSED(dim3(1, 65536), 1, 4),
  REFUSED(dim3(1, 1, 65536), 1, 4); REFUSED(0x80000000u, 1, 4), REFUSED(1, dim3(65536, 65536), 4),
  REFUSED(1, 2048, 1ul << 40);
  TAKEN(1, 32, 48 * 1024), TOO_MUCH(1, 32, 48 * 1024 + 1), TOO_MUCH(20, 1024, 100 * 1024), TOO_MUCH(1, 32, 1ul << 40);
  CHECK(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024) == cudaSuccess);
  TOO_MUCH(1, 32, 100 * 1024);  // that was another kernel
  CHECK(cudaFuncSetAttribute((const void*)k, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024) == cudaSuccess);
  TAKEN(1, 32, 100 * 1024), TOO_MUCH(1, 32, 100 * 1024 + 1);
  CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024 + 1) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue && cudaGetLastError() == cudaSuccess);
  CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, -1) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  TAKEN(1, 32, 100 * 1024);  // as before
  CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024) == cudaSuccess);
  TAKEN(1, 32, 227 * 1024), TOO_MUCH(1, 32, 227 * 1024 + 1);
  CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024) == cudaSuccess);
  TAKEN(1, 32, 1024), TOO_MUCH(1, 32, 1025);
  // A kernel's own arrays count, and instances of a template are kernels of their own.
  *runs = 0;
  own<4096><<<1, 32, 44 * 1024>>>(runs);
  CHECK(cudaGetLastError() == cudaSuccess && *runs == 1);
  own<4096><<<1, 32, 44 * 1024 + 1>>>(runs);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue && *runs == 1);
  own<16><<<1, 32, 44 * 1024 + 1>>>(runs);
  CHECK(cudaGetLastError() == cudaSuccess && *runs == 2);
  constexpr auto most = cudaFuncAttributeMaxDynamicSharedMemorySize;
  CHECK(cudaFuncSetAttribute(own<4096>, most, 223 * 1024 + 1) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(own<4096>, most, 223 * 1024) == cudaSuccess);
  cudaFuncAttributes of;
  cudaFuncGetAttributes(&of, own<4096>);
  CHECK(of.sharedSizeBytes == 4096 && of.maxDynamicSharedSizeBytes == 223 * 1024);
  cudaFuncGetAttributes(&of, calls);
  CHECK(of.sharedSizeBytes == 6144);
  // An error waits while other calls succeed.
  cudaGetLastError();
  k<<<1, 1025>>>(runs);
  k<<<1, 32, 4>>>(runs);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && cudaGetLastError() == cudaErrorInvalidConfiguration && *runs == 3);
  void* none[] = {nullptr};
  CHECK(cudaLaunchCooperativeKernel(nothing, 25, 1024, none, 0, 0) == cudaErrorCooperativeLaunchTooLarge);
  CHECK(cudaLaunchCooperativeKernel(nothing, 4, 1024, none, 0, 0) == cudaSuccess);
  std::printf("%d failures\n", failures);
  return failures != 0;
}
END
"$superwarp" record limits.cu --out limits --repeats 0 --only-blocks 0..9 --no-table --json limits.json >limits.out \
  2>limits.err || fail "limits: $(cat limits.out limits.err)"
has limits.out 'ended with status 0; 30 kernel launches'
has limits.err 'a launch, which does not run: k<<<(1,1,1), (0,1,1), 4>>>: cudaErrorInvalidConfiguration: a block has' \
  'k<<<(1,1,1), (32,1,1), 49153>>>: cudaErrorInvalidValue: a block has'
python3 -c 'import json; j = json.load(open("limits.json")); r = j["refused"]
assert len(r) == len(set(r)) > 30, len(r)
assert [launch["number"] for launch in j["launches"]] == list(range(1, 31)), len(j["launches"])'
for trace in limits/kernel-{1,3,16,30}.traceg; do
  "$superwarp" replay "$trace" --engine model >/dev/null || fail "$trace: replay refuses it"
done

# The same under HIP's names.
cat >hip.hip <<'END'
#include <hip/hip_runtime.h>
__global__ void k(int* runs) { extern __shared__ int s[]; s[hipThreadIdx_x] = 1; *runs = s[0]; }
__global__ void reverse(int* g, int n) {
  __shared__ int s[64];
  s[hipThreadIdx_x] = g[threadIdx.x];
  __syncthreads();
  g[threadIdx.x] = s[n - 1 - threadIdx.x];
}
int main() {
  int *runs, *g;
  hipMallocManaged(&runs, 4);
  if (hipMalloc(&g, 256) != hipSuccess) return 5;
  for (int i = 0; i < 64; ++i) g[i] = i;
  hipLaunchKernelGGL(reverse, dim3(1), dim3(64), 0, 0, g, 64);
  if (hipDeviceSynchronize() != hipSuccess || g[0] != 63) return 6;
  reverse<<<1, 64>>>(g, 64);
  if (g[0] != 0) return 7;
  hipLaunchKernelGGL(k, dim3(1), dim3(1025), 128, 0, runs);
  if (hipGetLastError() != hipErrorInvalidConfiguration || *runs != 0) return 1;
  k<<<1, 32, 64 * 1024>>>(runs);
  if (hipGetLastError() != hipErrorInvalidValue || *runs != 0) return 2;
  const void* const kernel = reinterpret_cast<const void*>(k);
  if (hipFuncSetAttribute(kernel, hipFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024) != hipSuccess) return 3;
  hipLaunchKernelGGL(k, dim3(1), dim3(32), 64 * 1024, 0, runs);
  return hipGetLastError() == hipSuccess && *runs == 1 ? 0 : 4;
}
END
"$superwarp" record hip.hip --out hip --no-table >hip.out 2>hip.err || fail "hip: $(cat hip.out hip.err)"
has hip.out 'ended with status 0; 3 kernel launches'

# A GPU's own limit: its description's, in properties, attributes and launches.
cat >most.cu <<'END'
__global__ void k(int* runs) { extern __shared__ int s[]; s[threadIdx.x] = 1; atomicAdd(runs, s[threadIdx.x]); }
int main(int argc, char** argv) {
  int* runs;
  cudaMallocManaged(&runs, 4);
  *runs = 0;
  cudaDeviceProp of;
  cudaGetDeviceProperties(&of, 0);
  const int most = of.sharedMemPerBlockOptin;
  if (most != std::atoi(argv[1]) * 1024 || of.sharedMemPerBlock > of.sharedMemPerBlockOptin) return 1;
  if (cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1) != cudaErrorInvalidValue) return 2;
  if (cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, most) != cudaSuccess) return 3;
  cudaGetLastError();
  k<<<1, 32, most + 1>>>(runs);
  if (cudaGetLastError() != cudaErrorInvalidValue || *runs != 0) return 4;
  k<<<1, 32, most>>>(runs);
  return cudaGetLastError() == cudaSuccess && *runs == 32 ? 0 : 5;
}
END
for gpu in gt200:16 turing:64 hopper:227; do
  "$superwarp" record most.cu --gpu "${gpu%:*}" --out "most-$gpu" --no-table -- "${gpu#*:}" >most.out 2>most.err ||
    fail "$gpu: $(cat most.err)"
  has most.out 'ended with status 0; 1 kernel launch'
done

# A program of which CUDA refuses all.
cat >zero_block.cu <<'END'
__global__ void k(int* o) { __shared__ int t[32]; t[threadIdx.x] = 1; __syncthreads(); o[0] = t[threadIdx.x ^ 1]; }
int main() { int* o; cudaMalloc(&o, 4); k<<<1, 0>>>(o); }
END
refused zero_block 'CUDA refuses every launch' 'k<<<(1,1,1), (0,1,1), 0>>>: cudaErrorInvalidConfiguration'

# Arrays: those of one kernel together, of a scope within, of a kernel that never runs, of no function; up to 48 KiB.
array() { printf '%s\n' "$2" 'int main() { int* g; cudaMalloc(&g, 4096); k<<<1, 32>>>(g); }' >"$1.cu"; }
array one '
__global__ void k(int* g) {
  __shared__ int a[12289]; a[threadIdx.x] = g[0]; g[1] = a[threadIdx.x + 1]; }'
refused one 'one.cu:2: uses too much shared data (0xc004 bytes, 0xc000 max); make an array dynamic' \
  'cudaFuncSetAttribute' '__global__ void k(int* g)'
array two '
extern "C" __global__ void k(int* g) { __shared__ int a[12000]; a[threadIdx.x] = g[0]; g[1] = a[threadIdx.x + 1];
  { __shared__ int a[289]; a[threadIdx.x] = g[0]; g[2] = a[threadIdx.x + 1]; } }'
refused two 'two.cu:2: uses too much shared data (0xc004 bytes'
array other '
template <int N> __global__ void f(int* g) { __shared__ int a[N]; a[threadIdx.x] = g[0]; g[1] = a[threadIdx.x + 1]; }
__global__ void k(int* g) { *g = 1; }
void unused(int* g) { f<12288><<<1, 32>>>(g); f<20000><<<1, 32>>>(g); }'
refused other 'other.cu:2: uses too much shared data (0x13880 bytes'
array outside '__shared__ double far[6145];
__global__ void k(int* g) { far[threadIdx.x] = g[0]; g[1] = far[threadIdx.x + 1]; }'
refused outside 'outside.cu:2: uses too much shared data (0xc008 bytes'
array called '
__device__ __noinline__ int deep(int i) { __shared__ int b[6000]; b[i] = i; return b[i ^ 1]; }
__device__ int middle(int i) { __shared__ int c[289]; c[i] = deep(i); return c[i ^ 1]; }
__global__ void k(int* g) { __shared__ int a[6000]; a[threadIdx.x] = middle(threadIdx.x); g[0] = a[threadIdx.x + 1]; }'
refused called 'called.cu:4: uses too much shared data (0xc004 bytes' '__global__ void k(int* g)'
array full '__global__ void k(int* g) {
  __shared__ int a[12000], b[288];
  a[threadIdx.x] = b[threadIdx.x] = g[0]; g[1] = a[threadIdx.x + 1] + b[31];
}
template <int N> __global__ void f(int* g) { __shared__ int a[N]; a[threadIdx.x] = g[0]; g[1] = a[threadIdx.x + 1]; }
void unused(int* g) { f<12288><<<1, 32>>>(g); f<12000><<<1, 32>>>(g); }'
records full.cu --no-table

# ends HOW: a program that runs a kernel and then does HOW.
ends() {
  printf '%s\n' '#include <csignal>' '__global__ void k(int* x) { x[threadIdx.x] = 1; }' \
    "int main() { int* x; cudaMallocManaged(&x, 128); k<<<1, 32>>>(x); $1 }"
}
# Statuses from 0 to 255 are statuses; a signal is a signal.
for status in 0 -1 97 129; do
  ends "cudaDeviceSynchronize(); return $status;" >returns.cu
  rm -rf returns
  "$superwarp" record returns.cu --out returns --no-table >returns.out 2>returns.err ||
    fail "return $status: $(cat returns.err)"
  has returns.out "ended with status $((status & 255)); 1 kernel launch"
  [[ -e returns/kernel-1.traceg ]] || fail "return $status: no recording"
done
ends 'raise(SIGKILL);' >killed.cu
refused killed 'ended by signal 9 outside every kernel'

# Constants of all kinds: read by kernels, written by the host, and no global accesses; variables stay.
cat >constants.cu <<'END'
#include <cstdio>
struct Pair { int first; float second; };
__constant__ float c[4];
__constant__ const float squares[4] = {0, 1, 4, 9};
static __constant__ Pair pair;
__device__ __constant__ int scale = 3;
float __constant__ __align__(16) rows[2][4] = {{1, 2, 3, 4}};
constexpr __constant__ int table[4] = {3, 2, 1, 0};
namespace inner { __constant__ double half; }
template <class T> __constant__ T three = 3;
__device__ float offset[4] = {10, 20, 30, 40};
__global__ void k(float* out) {
  const int i = threadIdx.x & 3; const float more = scale + float(inner::half) + three<int>;
  const float fixed = c[i] * c[0] + squares[i] + pair.first + pair.second + rows[0][i] + table[i] + more;
  out[threadIdx.x] = fixed +
    offset[i];
}
int main() {
  const float h[4] = {1, 2, 3, 4};
  const Pair p = {1, 2};
  const double half = 0.5;
  const int scale_now = 5;
  float* o;
  cudaMallocManaged(&o, 128);
  cudaMemcpyToSymbol(c, h, 16);
  cudaMemcpyToSymbol(pair, &p, sizeof p);
  cudaMemcpyToSymbol(inner::half, &half, sizeof half);
  cudaMemcpyToSymbol(scale, &scale_now, sizeof scale_now);
  k<<<1, 32>>>(o);
  cudaDeviceSynchronize();
  std::printf("%g\n", o[3]);
  return o[3] == 4 + 9 + 1 + 2 + 5 + 4 + 0 + 0.5f + 3 + 40 ? 0 : 1;
}
END
records constants.cu --json constants.json
python3 -c 'import json; j = json.load(open("constants.json"))
n = [(line["line"], line["accesses"]) for line in j["global_lines"]]
assert sorted(n) == [(15, 1), (16, 1)], n' || fail "constants: $(cat constants.out)"
echo 'record.launches: refused as by CUDA, statuses kept, constants left out'
