// SPDX-License-Identifier: Apache-2.0
// The perimeter step of an LU decomposition in blocks: the diagonal block holds L and U already,
// and half of a warp divides a block of its row by L, the other half one of its column by U.
#include <cstdio>

constexpr int kSide = 16;

__global__ void perimeter(float* matrix, int n) {
  __shared__ float diagonal[kSide][kSide], row[kSide][kSide], column[kSide][kSide];
  const int t = threadIdx.x, x = t % kSide, block = (blockIdx.x + 1) * kSide;
  if (t < kSide) {
    for (int i = 0; i < kSide / 2; ++i) diagonal[i][x] = matrix[i * n + x];
    for (int i = 0; i < kSide; ++i) row[i][x] = matrix[i * n + block + x];
  } else {
    for (int i = kSide / 2; i < kSide; ++i) diagonal[i][x] = matrix[i * n + x];
    for (int i = 0; i < kSide; ++i) column[i][x] = matrix[(block + i) * n + x];
  }
  __syncthreads();
  if (t < kSide) {
    for (int i = 1; i < kSide; ++i) {
      for (int j = 0; j < i; ++j) {
        const float factor = diagonal[i][j];
        row[i][x] = row[i][x] - factor * row[j][x];
      }
    }
  } else {
    for (int i = 0; i < kSide; ++i) {
      for (int j = 0; j < i; ++j) {
        const float factor = diagonal[j][i];
        column[x][i] = column[x][i] - factor * column[x][j];
      }
      column[x][i] = column[x][i] / diagonal[i][i];
    }
  }
  __syncthreads();
  if (t < kSide) {
    for (int i = 1; i < kSide; ++i) matrix[i * n + block + x] = row[i][x];
  } else {
    for (int i = 0; i < kSide; ++i) matrix[(block + i) * n + x] = column[i][x];
  }
}

int main() {
  constexpr int blocks = 2, n = (blocks + 1) * kSide;
  float* matrix;
  cudaMallocManaged(&matrix, n * n * sizeof(float));
  // The result that the kernel must find; all sums are exact.
  const auto result = [](int y, int x) {
    if (y < kSide && x < kSide && x < y) return (y + x) % 3 * 0.5f;  // L
    if (y < kSide && x < kSide) return y == x ? 2.0f : (y * x) % 3;  // U
    return static_cast<float>((y * 5 + x * 3) % 8);
  };
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      float sum = 0;
      if (y < kSide && x >= kSide)
        for (int k = 0; k <= y; ++k) sum += (k == y ? 1 : result(y, k)) * result(k, x);
      if (y >= kSide && x < kSide)
        for (int k = 0; k <= x; ++k) sum += result(y, k) * result(k, x);
      matrix[y * n + x] = y < kSide && x < kSide ? result(y, x) : sum;
    }
  }
  perimeter<<<blocks, 2 * kSide>>>(matrix, n);
  cudaDeviceSynchronize();
  bool right = true;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x)
      if (y < kSide || x < kSide) right = right && matrix[y * n + x] == result(y, x);
  std::printf("lud: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
