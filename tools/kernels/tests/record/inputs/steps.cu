// SPDX-License-Identifier: Apache-2.0
// clang-format off
#include <cuda_runtime.h>
#include <cstdio>
__device__ bool skips(int j, int lane) { return (j * 7 + lane * 5) % 3 == 0; }
#define BEGIN __shared__ float table[64], weight[64]; int lane = threadIdx.x; \
  for (int i = lane; i < 64; i += 32) { table[i] = i; weight[i] = i % 5; } __syncthreads(); float sum = 0;
#define END out[lane] = sum;
__global__ void one_continue(float* out) { BEGIN
  for (int j = 0; j < 64; ++j) {
    float v = table[j];
    if (skips(j, lane)) continue;
    sum += v * weight[j];
  }
END }
__global__ void structured(float* out) { BEGIN
  for (int j = 0; j < 64; ++j) {
    float v = table[j];
    if (!skips(j, lane)) sum += v * weight[j];
  }
END }
__global__ void two_continues(float* out) { BEGIN
  for (int j = 0; j < 64; ++j) {
    float v = table[j];
    if (skips(j, lane)) continue;
    float w = weight[j];
    if (w * v > 100 + lane) continue;
    sum += w / (v + 1);
  }
END }
__global__ void inner_loop(float* out) { BEGIN
  for (int j = 0; j < 64; ++j) {
    float v = table[j];
    for (int k = 0; k < 1 + (lane + j) % 3; ++k) v += weight[(j + k) % 64];
    sum += v;
  }
END }
__global__ void leave_inner(float* out) { BEGIN
  for (int j = 0; j < 64; ++j) {
    float v = table[j];
    for (int k = 0; k < 4; ++k) { v += weight[(j + k) % 64]; if (skips(j + k, lane)) break; }
    sum += v;
  }
END }
__global__ void cases(float* out) { BEGIN
  for (int j = 0; j < 64; ++j) {
    float v = table[j]; switch ((j + lane) % 4) {
    case 0: sum += v; break; case 1: sum -= v * weight[j]; break; case 2: continue; default: sum += 2 * v; }
    out[lane + 32] = sum;
  }
END }
__global__ void fold(float* out) { BEGIN
  float v;
  if (lane == 0) v = table[lane]; else if (lane == 31) v = weight[lane]; else v = table[lane + 32];
  sum = v * v;
END }
__global__ void fold_behind(float* out) { BEGIN
  float v;
  if (lane == 0) v = table[lane];
  else { if (lane == 31) out[lane + 32] = 3; else out[lane + 64] = 4; v = weight[lane]; }
  sum = v * v;
END }
int main() {
  float* out; cudaMalloc(&out, 4096);
  one_continue<<<1, 32>>>(out); structured<<<1, 32>>>(out); two_continues<<<1, 32>>>(out);
  inner_loop<<<1, 32>>>(out); leave_inner<<<1, 32>>>(out); cases<<<1, 32>>>(out); fold<<<1, 32>>>(out);
  fold_behind<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}
