// SPDX-License-Identifier: Apache-2.0
// A matrix product through tiles; the second kernel moves four words at a time, and a thread of the
// third has 4 x 4 words of the result in registers.
#include <cstdio>

constexpr int kTile = 16;

__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float as[kTile][kTile], bs[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < n; tile += kTile) {
    as[threadIdx.y][threadIdx.x] = a[row * n + tile + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void product_of_fours(const float4* a, const float4* b, float4* c, int n) {
  __shared__ float4 as[kTile][kTile / 4], bs[kTile][kTile / 4];
  const int row = blockIdx.y * kTile + threadIdx.y, fours = n / 4;
  const int column = blockIdx.x * (kTile / 4) + threadIdx.x;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int tile = 0; tile < n; tile += kTile) {
    as[threadIdx.y][threadIdx.x] = a[row * fours + tile / 4 + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * fours + column];
    __syncthreads();
    for (int k = 0; k < kTile; k += 4) {
      const float4 left = as[threadIdx.y][k / 4];
      const float factor[4] = {left.x, left.y, left.z, left.w};
      for (int i = 0; i < 4; ++i) {
        const float4 right = bs[k + i][threadIdx.x];
        sum.x += factor[i] * right.x;
        sum.y += factor[i] * right.y;
        sum.z += factor[i] * right.z;
        sum.w += factor[i] * right.w;
      }
    }
    __syncthreads();
  }
  c[row * fours + column] = sum;
}

constexpr int kSide = 4 * kTile;  // of the result's tile in product_in_registers()

__global__ void product_in_registers(const float* a, const float* b, float* c, int n) {
  __shared__ __align__(16) float as[kTile][kSide + 4];  // transposed
  __shared__ __align__(16) float bs[kTile][kSide];
  const int t = threadIdx.y * kTile + threadIdx.x;
  const int row = blockIdx.y * kSide, column = blockIdx.x * kSide;
  float sum[4][4] = {};
  for (int tile = 0; tile < n; tile += kTile) {
    const float4 left = *(const float4*)&a[(row + t / 4) * n + tile + t % 4 * 4];
    as[t % 4 * 4][t / 4] = left.x;
    as[t % 4 * 4 + 1][t / 4] = left.y;
    as[t % 4 * 4 + 2][t / 4] = left.z;
    as[t % 4 * 4 + 3][t / 4] = left.w;
    *(float4*)&bs[t / 16][t % 16 * 4] =
        *(const float4*)&b[(tile + t / 16) * n + column + t % 16 * 4];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      const float4 x = *(const float4*)&as[k][threadIdx.y * 4];
      const float4 y = *(const float4*)&bs[k][threadIdx.x * 4];
      const float of_a[4] = {x.x, x.y, x.z, x.w}, of_b[4] = {y.x, y.y, y.z, y.w};
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] += of_a[i] * of_b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) {
    *(float4*)&c[(row + threadIdx.y * 4 + i) * n + column + threadIdx.x * 4] =
        make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
  }
}

int main() {
  constexpr int n = 64;
  float *a, *b, *c;
  for (float** m : {&a, &b, &c}) cudaMallocManaged(m, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i) a[i] = i % 5, b[i] = i % 7;
  bool right = true;
  for (int step = 0; step < 3; ++step) {
    const dim3 grid(n / kTile, n / kTile);
    if (step == 0) product<<<grid, dim3(kTile, kTile)>>>(a, b, c, n);
    if (step == 1)
      product_of_fours<<<grid, dim3(kTile / 4, kTile)>>>((float4*)a, (float4*)b, (float4*)c, n);
    if (step == 2)
      product_in_registers<<<dim3(n / kSide, n / kSide), dim3(kTile, kTile)>>>(a, b, c, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n * n; ++i) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i / n * n + k] * b[k * n + i % n];
      right = right && c[i] == sum;
    }
  }
  std::printf("matrix product: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
