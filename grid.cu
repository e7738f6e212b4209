// SPDX-License-Identifier: Apache-2.0
#include <cooperative_groups.h>
__global__ void turn(int* g, int n) {
  __shared__ int mine[64];
  mine[threadIdx.x] = g[64 * blockIdx.x + threadIdx.x] = 64 * blockIdx.x + threadIdx.x;
  cooperative_groups::this_grid().sync();
  const int other = g[64 * (gridDim.x - 1 - blockIdx.x) + threadIdx.x];
  cooperative_groups::this_grid().sync();
  g[64 * blockIdx.x + threadIdx.x] = other + mine[threadIdx.x];
}
int main() {
  int *g, n = 1;
  cudaMalloc(&g, 4096);
  void* arguments[] = {&g, &n};
  cudaLaunchCooperativeKernel((void*)turn, dim3(5), dim3(64), arguments, 0, 0);
  for (int i = 0; i < 320; ++i) if (g[i] != 256 + 2 * (i % 64)) return 1;
  return 0;
}
