// SPDX-License-Identifier: Apache-2.0
// The tile of transpose.cu without padding: word x of row y lies at place x ^ y, so that a row and
// a column both touch every bank once.
#include <cstdio>

constexpr int kTile = 32;
constexpr int kRows = 8;

__global__ void swizzled(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kTile];
  const int x = blockIdx.x * kTile, y = blockIdx.y * kTile;
  for (int row = threadIdx.y; row < kTile; row += kRows)
    tile[row][threadIdx.x ^ row] = in[(y + row) * n + x + threadIdx.x];
  __syncthreads();
  for (int row = threadIdx.y; row < kTile; row += kRows)
    out[(x + row) * n + y + threadIdx.x] = tile[threadIdx.x][row ^ threadIdx.x];
}

int main() {
  constexpr int n = 128;
  float *in, *out;
  cudaMallocManaged(&in, n * n * sizeof(float));
  cudaMallocManaged(&out, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i) in[i] = i;
  swizzled<<<dim3(n / kTile, n / kTile), dim3(kTile, kRows)>>>(in, out, n);
  cudaDeviceSynchronize();
  bool right = true;
  for (int i = 0; i < n * n; ++i) right = right && out[i] == in[i % n * n + i / n];
  std::printf("transpose with a swizzle: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
