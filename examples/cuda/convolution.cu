// SPDX-License-Identifier: Apache-2.0
// The columns of a separable convolution, radius 8: 16 x 8 threads compute 16 columns, eight rows
// in each of eight steps. The tile is stored column by column, padded by one word.
#include <cstdio>

constexpr int kRadius = 8;
constexpr int kColumns = 16, kRows = 8, kSteps = 8;
constexpr int kBlockRows = kRows * kSteps;

__constant__ float weight[2 * kRadius + 1];

__global__ void columns(const float* in, float* out, int width, int height) {
  __shared__ float tile[kColumns][kBlockRows + 2 * kRows + 1];
  const int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * kColumns + x;
  const int top = blockIdx.y * kBlockRows - kRows;  // the row at tile[x][0]
  for (int step = 1; step <= kSteps; ++step)
    tile[x][y + step * kRows] = in[(top + y + step * kRows) * width + column];
  const int below = top + y + (kSteps + 1) * kRows;
  tile[x][y] = top + y >= 0 ? in[(top + y) * width + column] : 0;
  tile[x][y + (kSteps + 1) * kRows] = below < height ? in[below * width + column] : 0;
  __syncthreads();
  for (int step = 1; step <= kSteps; ++step) {
    float sum = 0;
    for (int j = -kRadius; j <= kRadius; ++j)
      sum += weight[kRadius - j] * tile[x][y + step * kRows + j];
    out[(top + y + step * kRows) * width + column] = sum;
  }
}

int main() {
  constexpr int width = 32, height = 128;
  float *in, *out, of_host[2 * kRadius + 1];
  cudaMallocManaged(&in, width * height * sizeof(float));
  cudaMallocManaged(&out, width * height * sizeof(float));
  for (int i = 0; i < width * height; ++i) in[i] = i * 7 % 100;
  for (int i = 0; i <= 2 * kRadius; ++i) of_host[i] = i % 5 + 1;
  cudaMemcpyToSymbol(weight, of_host, sizeof(of_host));
  columns<<<dim3(width / kColumns, height / kBlockRows), dim3(kColumns, kRows)>>>(in, out, width,
                                                                                  height);
  cudaDeviceSynchronize();
  bool right = true;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int j = -kRadius; j <= kRadius; ++j)
        if (y + j >= 0 && y + j < height) sum += of_host[kRadius - j] * in[(y + j) * width + x];
      right = right && out[y * width + x] == sum;
    }
  }
  std::printf("convolution: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
