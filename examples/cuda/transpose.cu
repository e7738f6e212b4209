// SPDX-License-Identifier: Apache-2.0
// A matrix transposed through tiles in shared memory: columns of the plain tile conflict, those of
// the padded one do not.
#include <cstdio>

constexpr int kTile = 32;
constexpr int kRows = 8;  // of a tile that a block copies at once

template <int Padding>
__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kTile + Padding];
  const int x = blockIdx.x * kTile, y = blockIdx.y * kTile;
  for (int row = threadIdx.y; row < kTile; row += kRows)
    tile[row][threadIdx.x] = in[(y + row) * n + x + threadIdx.x];
  __syncthreads();
  for (int row = threadIdx.y; row < kTile; row += kRows)
    out[(x + row) * n + y + threadIdx.x] = tile[threadIdx.x][row];
}

int main() {
  constexpr int n = 128;
  float *in, *out;
  cudaMallocManaged(&in, n * n * sizeof(float));
  cudaMallocManaged(&out, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i) in[i] = i;
  const dim3 grid(n / kTile, n / kTile), block(kTile, kRows);
  bool right = true;
  for (int padding = 0; padding < 2; ++padding) {
    if (padding == 0) transpose<0><<<grid, block>>>(in, out, n);
    if (padding == 1) transpose<1><<<grid, block>>>(in, out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n * n; ++i) right = right && out[i] == in[i % n * n + i / n];
  }
  std::printf("transpose: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
