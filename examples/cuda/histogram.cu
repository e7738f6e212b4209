// SPDX-License-Identifier: Apache-2.0
// Histograms of bytes: the blocks of the first kernel count in shared memory with atomics and add
// to the result; in the second every warp has counters of its own.
#include <cstdint>
#include <cstdio>

constexpr int kBins = 64;
constexpr int kWarps = 6, kAllBins = 256;

__global__ void histogram(const unsigned char* data, unsigned* bins, int n) {
  __shared__ unsigned mine[kBins];
  for (int b = threadIdx.x; b < kBins; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[data[i] % kBins], 1U);
  __syncthreads();
  for (int b = threadIdx.x; b < kBins; b += blockDim.x) atomicAdd(&bins[b], mine[b]);
}

__global__ void histogram_of_warps(const unsigned char* data, unsigned* bins, int n) {
  __shared__ unsigned count[kWarps * kAllBins];
  const int t = threadIdx.x, threads = kWarps * 32;
  unsigned* const mine = count + t / 32 * kAllBins;
  for (int i = t; i < kWarps * kAllBins; i += threads) count[i] = 0;
  __syncthreads();
  for (int i = t; i < n; i += threads) atomicAdd(&mine[data[i]], 1U);
  __syncthreads();
  for (int b = t; b < kAllBins; b += threads) {
    unsigned sum = 0;
    for (int warp = 0; warp < kWarps; ++warp) sum += count[warp * kAllBins + b];
    bins[b] = sum;
  }
}

/// Byte i of the workload kernel-histogram at seed 1, by SplitMix64.
unsigned char random_byte(std::uint64_t i) {
  std::uint64_t x = 0x9ee9a59d36a0efa0U + (i + 1) * 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return (x ^ (x >> 31)) >> 56;
}

int main() {
  constexpr int n = kWarps * 32 * 64;
  unsigned char* data;
  unsigned* bins;
  cudaMallocManaged(&data, n);
  cudaMallocManaged(&bins, kAllBins * sizeof(unsigned));
  bool right = true;
  for (int bins_now : {kBins, kAllBins}) {
    cudaMemset(bins, 0, kAllBins * sizeof(unsigned));
    unsigned expected[kAllBins] = {};
    for (int i = 0; i < n; ++i) ++expected[(data[i] = random_byte(i)) % bins_now];
    if (bins_now == kBins) histogram<<<4, 128>>>(data, bins, n);
    if (bins_now == kAllBins) histogram_of_warps<<<1, kWarps * 32>>>(data, bins, n);
    cudaDeviceSynchronize();
    for (int b = 0; b < bins_now; ++b) right = right && bins[b] == expected[b];
  }
  std::printf("histogram: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
