// SPDX-License-Identifier: Apache-2.0
// Times kernels that compute between accesses, for a comparison with the issue stage: scripts/study
// issue-times.
//
//     nvcc -O2 -std=c++17 -arch=native -I. -o kernel_times tools/measured/cuda/kernel_times.cu &&
//     ./kernel_times >data/issue-times/NAME.csv
//
// `mix`: cycles of a round of a block's warps on one multiprocessor. A round is a load of conflict
// degree `degree` and `instructions` floating-point instructions, each of which needs the one
// before and the word (`use`), or which need neither (`free`), and a last one that needs the word;
// then an instruction that makes the next address of the sum. `beside`: a round has a load of
// shared memory, of global memory (from the L2 cache), or both; eight rounds are under way.
// `transpose` and `reduction`: nanoseconds of a kernel on the whole GPU; `instructions` is the
// size.
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tools/measured/cuda/quartiles.h"
#include "tools/measured/cuda/results.cuh"

#define main reduction_main
#include "../../../examples/cuda/reduction.cu"
#undef main

namespace {

using superwarp::cuda::check;
using superwarp::cuda::DeviceMemory;
using superwarp::cuda::quartiles;
using superwarp::cuda::Stopwatch;

constexpr int kRounds = 256, kUnrolled = 8, kRepetitions = 15;

__device__ void load(float& word, std::uint32_t at) {
  asm volatile("ld.volatile.shared.f32 %0, [%1];" : "=f"(word) : "r"(at) : "memory");
}

__device__ void load_global(float& word, const float* at) {
  asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(word) : "l"(at) : "memory");
}

/// The byte address of a lane: `degree` lanes of a warp are in each bank that is used.
__device__ std::uint32_t place(std::uint32_t degree) {
  const std::uint32_t lane = threadIdx.x % 32;
  extern __shared__ float shared[];
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared)) + 4 * (lane % degree * 32 + lane / degree);
}

__device__ void clear() {
  extern __shared__ float shared[];
  for (std::uint32_t i = threadIdx.x; i < 1024; i += blockDim.x) shared[i] = 1;
}

template <class Round>
__device__ void timed(Stopwatch stopwatch, std::uint32_t rounds, Round round) {
  __syncthreads();
  const long long began = clock64();
  for (std::uint32_t i = 0; i < rounds; i += kUnrolled) {
#pragma unroll
    for (int k = 0; k < kUnrolled; ++k) round(i, k);
  }
  stopwatch.note(0, began, clock64(), threadIdx.x % 32 == 0);
}

template <int kInstructions, bool kUse>
__global__ void __launch_bounds__(1024) mix(Stopwatch stopwatch, std::uint32_t rounds, std::uint32_t degree,
                                            std::uint32_t nothing, float one, float* sums) {
  clear();
  const std::uint32_t at = place(degree);
  float sum = one, other[8];
  for (float& x : other) x = one;
  timed(stopwatch, rounds, [&](std::uint32_t, int) {
    const float before = sum;  // keeps the compiler from moving a round's instructions to another round
    float word;
    load(word, at | (__float_as_uint(sum) & nothing));  // an instruction more, which waits for the round before
#pragma unroll
    for (int i = 0; i < kInstructions - (kUse ? 0 : 1); ++i) {
      float& x = kUse ? sum : other[i % 8];
      asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(one), "f"(kUse ? word : before));
    }
    if (!kUse) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(sum) : "f"(one), "f"(word));
  });
  for (const float x : other) sum += x;
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <bool kShared, bool kGlobal>
__global__ void __launch_bounds__(1024)
    beside(Stopwatch stopwatch, std::uint32_t rounds, std::uint32_t degree, const float* global, float* sums) {
  clear();
  const std::uint32_t at = place(degree);
  const float* const mine = global + threadIdx.x;
  float sum = 0;
  float held[2 * kUnrolled];
  timed(stopwatch, rounds,
        [&](std::uint32_t first,
            int k) {  // all loads of eight rounds are under way before one is used
          if (kGlobal) load_global(held[k], mine + (first + k) % 64 * 1024);
          if (kShared) load(held[kUnrolled + k], at);
          if (k == kUnrolled - 1) {
#pragma unroll
            for (int i = 0; i < kUnrolled; ++i) sum += (kGlobal ? held[i] : 0) + (kShared ? held[kUnrolled + i] : 0);
          }
        });
  sums[threadIdx.x] = sum;
}

/// Tiles of 32 x 32 words with `kPad` words behind each row, as in NVIDIA's sample; kCopy: not
/// transposed.
template <int kPad, bool kCopy, int kRows>
__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][32 + kPad];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
  for (int i = 0; i < 32; i += kRows) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
  __syncthreads();
  const int to_x = kCopy ? x : blockIdx.y * 32 + threadIdx.x, to_y = kCopy ? y : blockIdx.x * 32 + threadIdx.y;
#pragma unroll
  for (int i = 0; i < 32; i += kRows)
    out[(to_y + i) * n + to_x] = kCopy ? tile[threadIdx.y + i][threadIdx.x] : tile[threadIdx.x][threadIdx.y + i];
}

__global__ void empty(const float*, float*, int) {}

/// Cycles from the first warp's start to the last warp's end; `launch` gets a stopwatch.
template <class Launch>
double cycles(std::uint32_t warps, Launch launch) {
  const superwarp::cuda::Clocks clocks(kRepetitions, warps);
  const Stopwatch all = clocks.stopwatch();
  for (int i = 0; i < kRepetitions; ++i) {
    launch(Stopwatch{all.start + i * warps, all.end + i * warps, warps});
    check(cudaDeviceSynchronize(), "kernel");
  }
  return quartiles(clocks.elapsed()).median;
}

/// Cycles of a round: the difference of two lengths.
template <class Launch>
double of_round(int warps, Launch launch) {
  const double longer = cycles(warps, [&](Stopwatch stopwatch) { launch(stopwatch, 2 * kRounds); });
  const double shorter = cycles(warps, [&](Stopwatch stopwatch) { launch(stopwatch, kRounds); });
  return (longer - shorter) / kRounds;
}

template <class Launch>
double nanoseconds(Launch launch) {
  cudaEvent_t began, ended;
  check(cudaEventCreate(&began), "cudaEventCreate");
  check(cudaEventCreate(&ended), "cudaEventCreate");
  std::vector<double> figures;
  for (int i = 0; i < kRepetitions; ++i) {
    constexpr int kLaunches = 10;
    check(cudaEventRecord(began), "cudaEventRecord");
    for (int k = 0; k < kLaunches; ++k) launch();
    check(cudaEventRecord(ended), "cudaEventRecord");
    check(cudaEventSynchronize(ended), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, began, ended), "cudaEventElapsedTime");
    figures.push_back(milliseconds * 1e6 / kLaunches);
  }
  return quartiles(figures).median;
}

const int kWarps[] = {1, 2, 4, 8, 16, 32}, kDegrees[] = {1, 2, 4, 8, 16, 32};

template <int kInstructions, bool kUse>
void time_mix(float* sums) {
  for (const int degree : kDegrees) {
    for (const int warps : kWarps) {
      const double time = of_round(warps, [&](Stopwatch stopwatch, std::uint32_t rounds) {
        mix<kInstructions, kUse><<<1, 32 * warps, 4096>>>(stopwatch, rounds, degree, 0, 1.0F, sums);
      });
      std::printf("mix,%s,%d,%d,%d,%.3f\n", kUse ? "use" : "free", kInstructions, degree, warps, time);
    }
  }
}

template <int... kInstructions>
void time_mixes(std::integer_sequence<int, kInstructions...>, float* sums) {
  (time_mix<kInstructions, true>(sums), ...);
  (time_mix<kInstructions, false>(sums), ...);
}

template <bool kShared, bool kGlobal>
void time_beside(const float* global, float* sums) {
  for (const int degree : kDegrees) {
    if (!kShared && degree > 1) continue;
    for (const int warps : {1, 8, 16, 32}) {
      const double time = of_round(warps, [&](Stopwatch stopwatch, std::uint32_t rounds) {
        beside<kShared, kGlobal><<<1, 32 * warps, 4096>>>(stopwatch, rounds, degree, global, sums);
      });
      std::printf("beside,%s,0,%d,%d,%.3f\n", kShared ? kGlobal ? "both" : "shared" : "global", kShared ? degree : 0,
                  warps, time);
    }
  }
}

template <int kPad, bool kCopy = false>
void time_transpose(const float* in, float* out, int degree) {
  for (const int n : {2048, 8192}) {
    const dim3 grid(n / 32, n / 32);
    const double times[] = {nanoseconds([&] { transpose<kPad, kCopy, 8><<<grid, dim3(32, 8)>>>(in, out, n); }),
                            nanoseconds([&] { transpose<kPad, kCopy, 16><<<grid, dim3(32, 16)>>>(in, out, n); })};
    check(cudaGetLastError(), "transpose");
    for (const int i : {0, 1}) {
      std::printf("transpose,%s,%d,%d,%d,%.1f\n", kCopy ? "copy" : "tile", n, degree, 8 << i, times[i]);
    }
  }
}

/// A padding of 1, 2, 4, .. words makes the columns' conflict degree as many.
template <int... kPads>
void time_transposes(std::integer_sequence<int, kPads...>, const float* in, float* out) {
  (time_transpose<kPads>(in, out, kPads), ...);
}

void time_empty(const float* in, float* out) {
  for (const int n : {2048, 8192}) {
    for (const int rows : {8, 16}) {
      const double time = nanoseconds([&] { empty<<<dim3(n / 32, n / 32), dim3(32, rows)>>>(in, out, n); });
      std::printf("transpose,empty,%d,0,%d,%.1f\n", n, rows, time);
    }
  }
}

template <int kStep>
void time_reduction(const int* in, int* out) {
  for (const int n : {1 << 22, 1 << 26}) {
    const int blocks = n / kThreads / (kStep < 4 ? 1 : kStep < 7 ? 2 : 32);
    const double time = nanoseconds([&] { reduce<kStep><<<blocks, kThreads>>>(in, out, n); });
    check(cudaGetLastError(), "reduce");
    std::printf("reduction,step-%d,%d,0,%d,%.1f\n", kStep, n, kThreads / 32, time);
  }
}

template <int... kSteps>
void time_reductions(std::integer_sequence<int, kSteps...>, const int* in, int* out) {
  (time_reduction<kSteps>(in, out), ...);
}

void time_all() {
  std::printf("kind,form,instructions,degree,warps,time\n");
  const DeviceMemory<float> sums(1024), global(64 * 1024);
  time_mixes(std::integer_sequence<int, 1, 2, 4, 8, 16, 32, 64>{}, sums.get());
  time_beside<true, false>(global.get(), sums.get());
  time_beside<false, true>(global.get(), sums.get());
  time_beside<true, true>(global.get(), sums.get());
  const DeviceMemory<float> in(8192 * 8192), out(8192 * 8192);
  time_empty(in.get(), out.get());
  time_transpose<0, true>(in.get(), out.get(), 1);
  time_transpose<0>(in.get(), out.get(), 32);
  time_transposes(std::integer_sequence<int, 1, 2, 4, 8, 16>{}, in.get(), out.get());
  const DeviceMemory<int> integers(1 << 26), partial(1 << 18);
  time_reductions(std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 7, 8>{}, integers.get(), partial.get());
}

}  // namespace

int main() {
  try {
    time_all();
  } catch (const std::runtime_error& error) {
    std::fprintf(stderr, "kernel_times: %s\n", error.what());
    return 1;
  }
}
