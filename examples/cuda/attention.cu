// SPDX-License-Identifier: Apache-2.0
// Attention of one head as in FlashAttention: a block has 32 queries and walks along tiles of 32
// keys and values. The next tile is copied while the threads work on this one. Four threads share
// a query: each has every fourth key, then eight of 32 columns of the result.
#include <cuda_pipeline.h>

#include <cmath>
#include <cstdio>

constexpr int kRows = 32, kColumns = 32;  // of a tile
constexpr int kFours = kColumns / 4, kThreads = 4 * kRows;

struct Tile {
  float4 key[kRows][kFours];
  float4 value[kRows][kFours];
};

__device__ void copy(Tile& tile, const float4* keys, const float4* values, int first) {
  for (int i = threadIdx.x; i < kRows * kFours; i += kThreads) {
    const int row = i / kFours, four = i % kFours;
    __pipeline_memcpy_async(&tile.key[row][four], &keys[first * kFours + i], sizeof(float4));
    __pipeline_memcpy_async(&tile.value[row][four], &values[first * kFours + i], sizeof(float4));
  }
  __pipeline_commit();
}

__device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

__device__ float4 sum(float4 a, float factor, float4 b, float other) {
  return make_float4(a.x * factor + b.x * other, a.y * factor + b.y * other,
                     a.z * factor + b.z * other, a.w * factor + b.w * other);
}

__global__ void attention(const float4* queries, const float4* keys, const float4* values,
                          float4* out, int n) {
  __shared__ Tile tiles[2];
  __shared__ float4 query[kRows][kFours];
  __shared__ float weight[kRows][kRows + 1];
  const int row = threadIdx.x / 4, part = threadIdx.x % 4, first = blockIdx.x * kRows;
  for (int i = part; i < kFours; i += 4) query[row][i] = queries[(first + row) * kFours + i];
  float largest = -INFINITY, total = 0;
  float4 result[2] = {make_float4(0, 0, 0, 0), make_float4(0, 0, 0, 0)};
  copy(tiles[0], keys, values, 0);
  for (int start = 0; start < n; start += kRows) {
    const Tile& tile = tiles[start / kRows % 2];
    const bool more = start + kRows < n;
    if (more) copy(tiles[1 - start / kRows % 2], keys, values, start + kRows);
    __pipeline_wait_prior(more ? 1 : 0);
    __syncthreads();
    float score[kRows / 4], top = largest;
    for (int k = 0; k < kRows / 4; ++k) {
      score[k] = 0;
      for (int i = 0; i < kFours; ++i) score[k] += dot(query[row][i], tile.key[4 * k + part][i]);
      top = fmaxf(top, score[k]);
    }
    for (int lanes = 1; lanes < 4; lanes *= 2)
      top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, lanes));
    const float shrink = expf(largest - top);
    largest = top;
    total *= shrink;
    for (int k = 0; k < kRows / 4; ++k) {
      const float power = expf(score[k] - top);
      weight[row][4 * k + part] = power;
      total += power;
    }
    __syncwarp();
    for (int i = 0; i < 2; ++i) result[i] = sum(result[i], shrink, result[i], 0);
    for (int k = 0; k < kRows; ++k) {
      for (int i = 0; i < 2; ++i)
        result[i] = sum(result[i], 1, tile.value[k][2 * part + i], weight[row][k]);
    }
    __syncthreads();
  }
  for (int lanes = 1; lanes < 4; lanes *= 2) total += __shfl_xor_sync(0xffffffff, total, lanes);
  for (int i = 0; i < 2; ++i)
    out[(first + row) * kFours + 2 * part + i] = sum(result[i], 1 / total, result[i], 0);
}

int main() {
  constexpr int n = 128;
  float* in[4];  // queries, keys, values, result
  for (float*& m : in) cudaMallocManaged(&m, n * kColumns * sizeof(float));
  for (int m = 0; m < 3; ++m)
    for (int i = 0; i < n * kColumns; ++i) in[m][i] = (i * (7 + m) + i / 37) % 19 * 0.05f;
  attention<<<n / kRows, kThreads>>>((float4*)in[0], (float4*)in[1], (float4*)in[2], (float4*)in[3],
                                     n);
  cudaDeviceSynchronize();
  bool right = true;
  for (int q = 0; q < n; ++q) {
    double total = 0, expected[kColumns] = {};
    for (int k = 0; k < n; ++k) {
      double score = 0;
      for (int i = 0; i < kColumns; ++i) score += in[0][q * kColumns + i] * in[1][k * kColumns + i];
      total += std::exp(score);
      for (int i = 0; i < kColumns; ++i) expected[i] += std::exp(score) * in[2][k * kColumns + i];
    }
    for (int i = 0; i < kColumns; ++i)
      right = right && std::fabs(in[3][q * kColumns + i] - expected[i] / total) < 1e-4;
  }
  std::printf("attention: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
