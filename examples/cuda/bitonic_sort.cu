// SPDX-License-Identifier: Apache-2.0
// Batcher's bitonic sort of one block's keys: n/2 threads compare and exchange.
#include <algorithm>
#include <cstdio>

constexpr int kKeys = 1024;

__global__ void bitonic_sort(int* keys) {
  __shared__ int key[kKeys];
  const int t = threadIdx.x;
  key[t] = keys[t];
  key[t + kKeys / 2] = keys[t + kKeys / 2];
  for (int size = 2; size <= kKeys; size *= 2) {
    const bool downwards = size < kKeys && (t & size / 2) != 0;
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int i = 2 * t - (t & (stride - 1));
      const int a = key[i], b = key[i + stride];
      const bool swap = (a > b) != downwards;
      key[i] = swap ? b : a;
      key[i + stride] = swap ? a : b;
    }
  }
  __syncthreads();
  keys[t] = key[t];
  keys[t + kKeys / 2] = key[t + kKeys / 2];
}

int main() {
  int* keys;
  cudaMallocManaged(&keys, kKeys * sizeof(int));
  int expected[kKeys];
  for (int i = 0; i < kKeys; ++i) expected[i] = keys[i] = i * 7919 % 1009;
  bitonic_sort<<<1, kKeys / 2>>>(keys);
  cudaDeviceSynchronize();
  std::sort(expected, expected + kKeys);
  const bool right = std::equal(expected, expected + kKeys, keys);
  std::printf("bitonic sort: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
