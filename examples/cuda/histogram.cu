// SPDX-License-Identifier: Apache-2.0
// A histogram of bytes: each block counts in shared memory with atomics and adds to the result.
#include <cstdio>

constexpr int kBins = 64;

__global__ void histogram(const unsigned char* data, unsigned* bins, int n) {
  __shared__ unsigned mine[kBins];
  for (int b = threadIdx.x; b < kBins; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[data[i] % kBins], 1U);
  __syncthreads();
  for (int b = threadIdx.x; b < kBins; b += blockDim.x) atomicAdd(&bins[b], mine[b]);
}

int main() {
  constexpr int n = 4096;
  unsigned char* data;
  unsigned* bins;
  cudaMallocManaged(&data, n);
  cudaMallocManaged(&bins, kBins * sizeof(unsigned));
  cudaMemset(bins, 0, kBins * sizeof(unsigned));
  unsigned expected[kBins] = {};
  for (int i = 0; i < n; ++i) ++expected[(data[i] = i * i % 251) % kBins];
  histogram<<<4, 128>>>(data, bins, n);
  cudaDeviceSynchronize();
  bool right = true;
  for (int b = 0; b < kBins; ++b) right = right && bins[b] == expected[b];
  std::printf("histogram: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
