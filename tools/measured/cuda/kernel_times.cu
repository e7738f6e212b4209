// SPDX-License-Identifier: Apache-2.0
// Times kernels that compute between accesses, for a comparison with the issue stage: scripts/study
// issue-times.
//
//     nvcc -O2 -std=c++17 -arch=native -o kernel_times tools/measured/cuda/kernel_times.cu &&
//     ./kernel_times >data/issue-times/NAME.csv
//
// `mix`: cycles of a round of a block's warps on one multiprocessor. A round is a load of conflict
// degree `degree` and `instructions` floating-point instructions, each of which needs the one
// before and the word (`use`), or which need neither
// (`free`), and a last one that needs the word; then an instruction that makes the next address of
// the sum. `beside`: a round has a load of shared memory, of global memory (from the L2 cache), or
// both; eight rounds are under way. `transpose` and `reduction`: nanoseconds of a kernel on the
// whole GPU; `instructions` is the size.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define main reduction_main
#include "../../../examples/cuda/reduction.cu"
#undef main

namespace {

constexpr int kRounds = 256, kUnrolled = 8, kRepetitions = 15;

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "kernel_times: %s\n", cudaGetErrorString(status));
  std::exit(1);
}

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
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared)) +
         4 * (lane % degree * 32 + lane / degree);
}

__device__ void clear() {
  extern __shared__ float shared[];
  for (std::uint32_t i = threadIdx.x; i < 1024; i += blockDim.x) shared[i] = 1;
}

struct Clocks {
  long long* began;
  long long* ended;
};

template <class Round>
__device__ void timed(Clocks clocks, std::uint32_t rounds, Round round) {
  __syncthreads();
  const long long began = clock64();
  for (std::uint32_t i = 0; i < rounds; i += kUnrolled) {
#pragma unroll
    for (int k = 0; k < kUnrolled; ++k) round(i, k);
  }
  const long long ended = clock64();
  if (threadIdx.x % 32 != 0) return;
  clocks.began[threadIdx.x / 32] = began;
  clocks.ended[threadIdx.x / 32] = ended;
}

template <int kInstructions, bool kUse>
__global__ void __launch_bounds__(1024)
    mix(Clocks clocks, std::uint32_t rounds, std::uint32_t degree, std::uint32_t nothing, float one,
        float* sums) {
  clear();
  const std::uint32_t at = place(degree);
  float sum = one, other[8];
  for (float& x : other) x = one;
  timed(clocks, rounds, [&](std::uint32_t, int) {
    const float before =
        sum;  // keeps the compiler from moving a round's instructions to another round
    float word;
    load(word, at | (__float_as_uint(sum) &
                     nothing));  // an instruction more, which waits for the round before
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
    beside(Clocks clocks, std::uint32_t rounds, std::uint32_t degree, const float* global,
           float* sums) {
  clear();
  const std::uint32_t at = place(degree);
  const float* const mine = global + threadIdx.x;
  float sum = 0;
  float held[2 * kUnrolled];
  timed(clocks, rounds,
        [&](std::uint32_t first,
            int k) {  // all loads of eight rounds are under way before one is used
          if (kGlobal) load_global(held[k], mine + (first + k) % 64 * 1024);
          if (kShared) load(held[kUnrolled + k], at);
          if (k == kUnrolled - 1) {
#pragma unroll
            for (int i = 0; i < kUnrolled; ++i)
              sum += (kGlobal ? held[i] : 0) + (kShared ? held[kUnrolled + i] : 0);
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
  const int to_x = kCopy ? x : blockIdx.y * 32 + threadIdx.x,
            to_y = kCopy ? y : blockIdx.x * 32 + threadIdx.y;
#pragma unroll
  for (int i = 0; i < 32; i += kRows)
    out[(to_y + i) * n + to_x] =
        kCopy ? tile[threadIdx.y + i][threadIdx.x] : tile[threadIdx.x][threadIdx.y + i];
}

__global__ void empty(const float*, float*, int) {}

template <class T>
T* device(std::size_t count) {
  T* memory = nullptr;
  check(cudaMalloc(&memory, count * sizeof(T)));
  check(cudaMemset(memory, 0, count * sizeof(T)));
  return memory;
}

double median(std::vector<double> figures) {
  std::sort(figures.begin(), figures.end());
  return figures[figures.size() / 2];
}

/// Cycles from the first warp's start to the last warp's end; `launch` gets clocks.
template <class Launch>
double cycles(int warps, Launch launch) {
  static const Clocks clocks = {device<long long>(32), device<long long>(32)};
  std::vector<double> figures;
  for (int i = 0; i < kRepetitions; ++i) {
    launch(clocks);
    check(cudaDeviceSynchronize());
    long long began[32], ended[32];
    check(cudaMemcpy(began, clocks.began, sizeof began, cudaMemcpyDefault));
    check(cudaMemcpy(ended, clocks.ended, sizeof ended, cudaMemcpyDefault));
    figures.push_back(static_cast<double>(*std::max_element(ended, ended + warps) -
                                          *std::min_element(began, began + warps)));
  }
  return median(figures);
}

/// Cycles of a round: the difference of two lengths.
template <class Launch>
double of_round(int warps, Launch launch) {
  const double longer = cycles(warps, [&](Clocks clocks) { launch(clocks, 2 * kRounds); });
  const double shorter = cycles(warps, [&](Clocks clocks) { launch(clocks, kRounds); });
  return (longer - shorter) / kRounds;
}

template <class Launch>
double nanoseconds(Launch launch) {
  cudaEvent_t began, ended;
  check(cudaEventCreate(&began));
  check(cudaEventCreate(&ended));
  std::vector<double> figures;
  for (int i = 0; i < kRepetitions; ++i) {
    constexpr int kLaunches = 10;
    check(cudaEventRecord(began));
    for (int k = 0; k < kLaunches; ++k) launch();
    check(cudaEventRecord(ended));
    check(cudaEventSynchronize(ended));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, began, ended));
    figures.push_back(milliseconds * 1e6 / kLaunches);
  }
  return median(figures);
}

const int kWarps[] = {1, 2, 4, 8, 16, 32}, kDegrees[] = {1, 2, 4, 8, 16, 32};

template <int kInstructions, bool kUse>
void time_mix(float* sums) {
  for (const int degree : kDegrees) {
    for (const int warps : kWarps) {
      const double time = of_round(warps, [&](Clocks clocks, std::uint32_t rounds) {
        mix<kInstructions, kUse><<<1, 32 * warps, 4096>>>(clocks, rounds, degree, 0, 1.0F, sums);
      });
      std::printf("mix,%s,%d,%d,%d,%.3f\n", kUse ? "use" : "free", kInstructions, degree, warps,
                  time);
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
      const double time = of_round(warps, [&](Clocks clocks, std::uint32_t rounds) {
        beside<kShared, kGlobal><<<1, 32 * warps, 4096>>>(clocks, rounds, degree, global, sums);
      });
      std::printf("beside,%s,0,%d,%d,%.3f\n", kShared ? kGlobal ? "both" : "shared" : "global",
                  kShared ? degree : 0, warps, time);
    }
  }
}

template <int kPad, bool kCopy = false>
void time_transpose(const float* in, float* out, int degree) {
  for (const int n : {2048, 8192}) {
    const dim3 grid(n / 32, n / 32);
    const double eight =
        nanoseconds([&] { transpose<kPad, kCopy, 8><<<grid, dim3(32, 8)>>>(in, out, n); });
    const double sixteen =
        nanoseconds([&] { transpose<kPad, kCopy, 16><<<grid, dim3(32, 16)>>>(in, out, n); });
    check(cudaGetLastError());
    std::printf("transpose,%s,%d,%d,8,%.1f\n", kCopy ? "copy" : "tile", n, degree, eight);
    std::printf("transpose,%s,%d,%d,16,%.1f\n", kCopy ? "copy" : "tile", n, degree, sixteen);
  }
}

void time_empty(const float* in, float* out) {
  for (const int n : {2048, 8192}) {
    for (const int rows : {8, 16}) {
      const double time =
          nanoseconds([&] { empty<<<dim3(n / 32, n / 32), dim3(32, rows)>>>(in, out, n); });
      std::printf("transpose,empty,%d,0,%d,%.1f\n", n, rows, time);
    }
  }
}

template <int kStep>
void time_reduction(const int* in, int* out) {
  for (const int n : {1 << 22, 1 << 26}) {
    const int blocks = n / kThreads / (kStep < 4 ? 1 : kStep < 7 ? 2 : 32);
    const double time = nanoseconds([&] { reduce<kStep><<<blocks, kThreads>>>(in, out, n); });
    check(cudaGetLastError());
    std::printf("reduction,step-%d,%d,0,%d,%.1f\n", kStep, n, kThreads / 32, time);
  }
}

}  // namespace

int main() {
  std::printf("kind,form,instructions,degree,warps,time\n");
  float* const sums = device<float>(1024);
  time_mixes(std::integer_sequence<int, 1, 2, 4, 8, 16, 32, 64>{}, sums);
  const float* const global = device<float>(64 * 1024);
  time_beside<true, false>(global, sums);
  time_beside<false, true>(global, sums);
  time_beside<true, true>(global, sums);
  float* const in = device<float>(8192 * 8192);
  float* const out = device<float>(8192 * 8192);
  time_empty(in, out);
  time_transpose<0, true>(in, out, 1);
  time_transpose<0>(in, out, 32);
  time_transpose<1>(in, out, 1);
  time_transpose<2>(in, out, 2);
  time_transpose<4>(in, out, 4);
  time_transpose<8>(in, out, 8);
  time_transpose<16>(in, out, 16);
  const int* const integers = device<int>(1 << 26);
  int* const partial = device<int>(1 << 18);
  time_reduction<1>(integers, partial);
  time_reduction<2>(integers, partial);
  time_reduction<3>(integers, partial);
  time_reduction<4>(integers, partial);
  time_reduction<5>(integers, partial);
  time_reduction<6>(integers, partial);
  time_reduction<7>(integers, partial);
  time_reduction<8>(integers, partial);
}
