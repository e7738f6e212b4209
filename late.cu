// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
__global__ void shift(int* g, int when) {
  volatile __shared__ int s[33];
  const int t = threadIdx.x;
  s[t] = t;
  if (blockIdx.x == when) s[t] = s[t + 1 & 31];
  g[32 * blockIdx.x + t] = s[t];
}
int main(int n, char** words) {
  int* g;
  cudaMalloc(&g, 512);
  shift<<<4, 32>>>(g, n);
  std::printf("%d %d\\n", g[32 * n], g[32 * n + 31]);
  return g[32 * n] != 1 || g[32 * n + 31] != 0;
}
