// SPDX-License-Identifier: Apache-2.0
// Sums of blocks, in the steps of M. Harris, "Optimizing parallel reduction in CUDA": interleaved
// addressing conflicts, sequential addressing does not, and the last warp needs no barrier if it
// runs in lock step.
#include <cstdio>

constexpr int kThreads = 256;

__global__ void interleaved(const int* in, int* out) {
  __shared__ int sum[kThreads];
  const int t = threadIdx.x;
  sum[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  for (int stride = 1; stride < kThreads; stride *= 2) {
    const int i = 2 * stride * t;
    if (i < kThreads) sum[i] += sum[i + stride];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sum[0];
}

__global__ void sequential(const int* in, int* out) {
  extern __shared__ int sums[];
  const int t = threadIdx.x;
  sums[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (t < half) sums[t] += sums[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

__global__ void last_warp(const int* in, int* out) {
  __shared__ int sum[kThreads];
  const int t = threadIdx.x;
  sum[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  for (int half = kThreads / 2; half > 32; half /= 2) {
    if (t < half) sum[t] += sum[t + half];
    __syncthreads();
  }
  if (t < 32) {
    volatile int* const v = sum;
    for (int half = 32; half > 0; half /= 2) v[t] += v[t + half];
  }
  if (t == 0) out[blockIdx.x] = sum[0];
}

__global__ void shuffled(const int* in, int* out) {
  __shared__ int of_warp[kThreads / 32];
  const int t = threadIdx.x;
  int sum = in[blockIdx.x * kThreads + t];
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);
  if (t % 32 == 0) of_warp[t / 32] = sum;
  __syncthreads();
  if (t < 32) {
    sum = t < kThreads / 32 ? of_warp[t] : 0;
    for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);
    if (t == 0) out[blockIdx.x] = sum;
  }
}

int main() {
  constexpr int blocks = 16, n = blocks * kThreads;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, blocks * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i * 7 % 100;
  bool right = true;
  for (int step = 0; step < 4; ++step) {
    if (step == 0) interleaved<<<blocks, kThreads>>>(in, out);
    if (step == 1) sequential<<<blocks, kThreads, kThreads * sizeof(int)>>>(in, out);
    if (step == 2) last_warp<<<blocks, kThreads>>>(in, out);
    if (step == 3) shuffled<<<blocks, kThreads>>>(in, out);
    cudaDeviceSynchronize();
    for (int b = 0; b < blocks; ++b) {
      int sum = 0;
      for (int i = 0; i < kThreads; ++i) sum += in[b * kThreads + i];
      right = right && out[b] == sum;
    }
  }
  std::printf("reduction: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
