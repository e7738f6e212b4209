// SPDX-License-Identifier: Apache-2.0
// clang-format off
// On a GPU the lanes meet again at the end of every step, so all that read want one word: 32 loads, 32 wavefronts.
#include <cuda_runtime.h>
#include <cstdio>
__global__ void walk(float* out) {
  __shared__ float table[32 * 32];
  for (int i = threadIdx.x; i < 32 * 32; i += 32) table[i] = i;
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 32; ++j) {
    if ((j * 7 + threadIdx.x * 5) % 3 == 0) continue;
    sum += table[j * 32];
  }
  out[threadIdx.x] = sum;
}
__global__ void rows(float* out) {
  __shared__ float table[32 * 32];
  for (int i = threadIdx.x; i < 32 * 32; i += 32) table[i] = i;
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 32; ++j)
    for (unsigned k = 0; k < 1 + (threadIdx.x + j) % 3; ++k) sum += table[j * 32 + k];
  out[threadIdx.x] = sum;
}
__global__ void own_row(float* out) {
  __shared__ float table[32 * 32];
  for (int i = threadIdx.x; i < 32 * 32; i += 32) table[i] = i;
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 32; ++j) {
    if ((j * 7 + threadIdx.x * 5) % 3 == 0) continue;
    sum += table[threadIdx.x * 32 + j];
  }
  out[threadIdx.x] = sum;
}
int main() {
  float *out, h[32]; cudaMalloc(&out, sizeof h);
  walk<<<1, 32>>>(out); rows<<<1, 32>>>(out); own_row<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[31]);
}
