// SPDX-License-Identifier: Apache-2.0
// Sums of blocks in the seven steps of M. Harris, "Optimizing parallel reduction in CUDA", and an
// eighth with shuffles. Steps 1 and 2 go up with the stride: 1 with idle lanes between the busy
// ones, 2 with bank conflicts. Steps from 3 on go down, free of conflicts. From 4 on a thread adds
// two words before it stores its sum, in 7 many. From 5 on the last warp works alone, in lock step.
// In 6 the compiler unrolls all.
#include <cstdio>

constexpr int kThreads = 256;

template <int Step>
__global__ void reduce(const int* in, int* out, int n) {
  __shared__ int sum[kThreads];
  const int t = threadIdx.x, chunk = Step < 4 ? kThreads : 2 * kThreads;
  int mine = 0;
  for (int i = blockIdx.x * chunk + t; i < n; i += gridDim.x * chunk)
    mine += Step < 4 ? in[i] : in[i] + in[i + kThreads];
  sum[t] = mine;
  __syncthreads();
  if (Step == 1) {
    for (int s = 1; s < kThreads; s *= 2) {
      if (t % (2 * s) == 0) sum[t] = mine = sum[t] + sum[t + s];
      __syncthreads();
    }
  } else if (Step == 2) {
    for (int s = 1; s < kThreads; s *= 2) {
      const int i = 2 * s * t;
      if (i < kThreads) sum[i] = mine = sum[i] + sum[i + s];
      __syncthreads();
    }
  } else {
#pragma unroll(Step < 6 ? 1 : 8)
    for (int s = kThreads / 2; s > (Step < 5 ? 0 : 32); s /= 2) {
      if (t < s) sum[t] = mine = sum[t] + sum[t + s];
      __syncthreads();
    }
    if (Step >= 5 && t < 32) {
      volatile int* const v = sum;
#pragma unroll(Step < 6 ? 1 : 6)
      for (int s = 32; s > 0; s /= 2) v[t] = mine = v[t] + v[t + s];
    }
  }
  if (t == 0) out[blockIdx.x] = mine;
}

template <>
__global__ void reduce<8>(const int* in, int* out, int n) {
  __shared__ int of_warp[kThreads / 32];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = blockIdx.x * kThreads + t; i < n; i += gridDim.x * kThreads) sum += in[i];
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);
  if (t % 32 == 0) of_warp[t / 32] = sum;
  __syncthreads();
  if (t < 32) {
    sum = t < kThreads / 32 ? of_warp[t] : 0;
    for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);
    if (t == 0) out[blockIdx.x] = sum;
  }
}

template <int Step>
bool right(const int* in, int* out, int n) {
  const int blocks = n / kThreads / (Step < 4 ? 1 : Step < 7 ? 2 : 8);
  reduce<Step><<<blocks, kThreads>>>(in, out, n);
  cudaDeviceSynchronize();
  int difference = 0;
  for (int b = 0; b < blocks; ++b) difference += out[b];
  for (int i = 0; i < n; ++i) difference -= in[i];
  return difference == 0;
}

int main() {
  constexpr int n = 16 * kThreads;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n / kThreads * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i * 7 % 100;
  bool all = right<1>(in, out, n);
  all = right<2>(in, out, n) && all;
  all = right<3>(in, out, n) && all;
  all = right<4>(in, out, n) && all;
  all = right<5>(in, out, n) && all;
  all = right<6>(in, out, n) && all;
  all = right<7>(in, out, n) && all;
  all = right<8>(in, out, n) && all;
  std::printf("reduction: %s\n", all ? "right" : "WRONG");
  return all ? 0 : 1;
}
