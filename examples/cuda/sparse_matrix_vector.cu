// SPDX-License-Identifier: Apache-2.0
// A sparse matrix, stored row by row, times a vector: a warp takes a row, and its lanes add their
// sums in shared memory. The block keeps the vector there as well.
#include <cstdio>

constexpr int kThreads = 128, kWords = 1024;

__global__ void product(const int* row_start, const int* column, const int* value,
                        const int* vector, int* out, int rows) {
  __shared__ int word[kWords], sum[kThreads];
  const int t = threadIdx.x, lane = t % 32, row = (blockIdx.x * kThreads + t) / 32;
  for (int i = t; i < kWords; i += kThreads) word[i] = vector[i];
  __syncthreads();
  int mine = 0;
  for (int i = row_start[row] + lane; i < row_start[row + 1]; i += 32)
    mine += value[i] * word[column[i]];
  sum[t] = mine;
  __syncwarp();
  for (int half = 16; half > 0; half /= 2) {
    if (lane < half) sum[t] += sum[t + half];
    __syncwarp();
  }
  if (lane == 0) out[row] = sum[t];
}

int main() {
  constexpr int rows = 64, most = 200;
  int *row_start, *column, *value, *vector, *out;
  cudaMallocManaged(&row_start, (rows + 1) * sizeof(int));
  for (int** m : {&column, &value}) cudaMallocManaged(m, rows * most * sizeof(int));
  cudaMallocManaged(&vector, kWords * sizeof(int));
  cudaMallocManaged(&out, rows * sizeof(int));
  for (int i = 0; i < kWords; ++i) vector[i] = i % 9;
  row_start[0] = 0;
  for (int row = 0; row < rows; ++row) row_start[row + 1] = row_start[row] + row * 37 % most;
  for (int i = 0; i < row_start[rows]; ++i) {
    column[i] = static_cast<unsigned>(i) * 2654435761U % kWords;
    value[i] = i % 7;
  }
  product<<<rows * 32 / kThreads, kThreads>>>(row_start, column, value, vector, out, rows);
  cudaDeviceSynchronize();
  bool right = true;
  for (int row = 0; row < rows; ++row) {
    int sum = 0;
    for (int i = row_start[row]; i < row_start[row + 1]; ++i) sum += value[i] * vector[column[i]];
    right = right && out[row] == sum;
  }
  std::printf("sparse matrix times vector: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
