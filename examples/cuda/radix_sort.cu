// SPDX-License-Identifier: Apache-2.0
// A radix sort of one block's keys, four bits at a time. A thread counts the digits of eight keys
// in counters of its own; sums of all counters before one are the places of its keys.
#include <algorithm>
#include <cstdio>

constexpr int kThreads = 128, kOfThread = 8, kKeys = kThreads * kOfThread;
constexpr int kDigits = 16, kBits = 16;

__global__ void radix_sort(unsigned* keys) {
  __shared__ unsigned key[kKeys], count[kDigits * kThreads], total[kThreads];
  const int t = threadIdx.x;
  for (int i = t; i < kKeys; i += kThreads) key[i] = keys[i];
  for (int shift = 0; shift < kBits; shift += 4) {
    __syncthreads();
    for (int digit = 0; digit < kDigits; ++digit) count[digit * kThreads + t] = 0;
    unsigned mine[kOfThread];
    for (int i = 0; i < kOfThread; ++i) {
      mine[i] = key[t * kOfThread + i];
      ++count[(mine[i] >> shift & (kDigits - 1)) * kThreads + t];
    }
    __syncthreads();
    // The sums: each thread's 16 counters, the threads by Hillis and Steele, the counters again.
    unsigned sum = 0;
    for (int i = 0; i < kDigits; ++i) sum += count[t * kDigits + i];
    unsigned place = sum;
    for (int back = 1; back < kThreads; back *= 2) {
      total[t] = place;
      __syncthreads();
      if (t >= back) place += total[t - back];
      __syncthreads();
    }
    place -= sum;
    for (int i = 0; i < kDigits; ++i) {
      const unsigned own = count[t * kDigits + i];
      count[t * kDigits + i] = place;
      place += own;
    }
    __syncthreads();
    for (int i = 0; i < kOfThread; ++i)
      key[count[(mine[i] >> shift & (kDigits - 1)) * kThreads + t]++] = mine[i];
  }
  __syncthreads();
  for (int i = t; i < kKeys; i += kThreads) keys[i] = key[i];
}

int main() {
  unsigned *keys, expected[kKeys];
  cudaMallocManaged(&keys, sizeof(expected));
  for (int i = 0; i < kKeys; ++i) expected[i] = keys[i] = i * 40503U % (1U << kBits);
  radix_sort<<<1, kThreads>>>(keys);
  cudaDeviceSynchronize();
  std::sort(expected, expected + kKeys);
  const bool right = std::equal(expected, expected + kKeys, keys);
  std::printf("radix sort: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
