// SPDX-License-Identifier: Apache-2.0
// Prefix sums of a block: Blelloch's up and down a tree, plain and with a pad of a word in 32, as
// in GPU Gems 3, chapter 39; and the steps of Hillis and Steele between two buffers.
#include <cstdio>

constexpr int kWords = 512;

template <bool Padded>
__device__ int word(int i) {
  return Padded ? i + i / 32 : i;
}

template <bool Padded>
__global__ void blelloch(const int* in, int* out) {
  __shared__ int sum[kWords + kWords / 32];
  const int t = threadIdx.x;
  const int first = Padded ? t : 2 * t, second = Padded ? t + kWords / 2 : 2 * t + 1;
  sum[word<Padded>(first)] = in[first];
  sum[word<Padded>(second)] = in[second];
  for (int half = 1; half < kWords; half *= 2) {
    __syncthreads();
    if (t < kWords / 2 / half) {
      const int left = word<Padded>(half * (2 * t + 1) - 1);
      const int right = word<Padded>(half * (2 * t + 2) - 1);
      sum[right] = sum[right] + sum[left];
    }
  }
  if (t == 0) sum[word<Padded>(kWords - 1)] = 0;
  for (int half = kWords / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < kWords / 2 / half) {
      const int left = word<Padded>(half * (2 * t + 1) - 1);
      const int right = word<Padded>(half * (2 * t + 2) - 1);
      const int of_left = sum[left], before = sum[right];
      sum[left] = before;
      sum[right] = before + of_left;
    }
  }
  __syncthreads();
  out[first] = sum[word<Padded>(first)];
  out[second] = sum[word<Padded>(second)];
}

__global__ void hillis_steele(const int* in, int* out) {
  __shared__ int sum[2][kWords];
  const int t = threadIdx.x;
  int now = 0;
  sum[now][t] = t == 0 ? 0 : in[t - 1];
  __syncthreads();
  for (int back = 1; back < kWords; back *= 2) {
    sum[1 - now][t] = t < back ? sum[now][t] : sum[now][t] + sum[now][t - back];
    now = 1 - now;
    __syncthreads();
  }
  out[t] = sum[now][t];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, kWords * sizeof(int));
  cudaMallocManaged(&out, kWords * sizeof(int));
  for (int i = 0; i < kWords; ++i) in[i] = i * 7 % 100;
  bool right = true;
  for (int kernel = 0; kernel < 3; ++kernel) {
    if (kernel == 0) blelloch<false><<<1, kWords / 2>>>(in, out);
    if (kernel == 1) blelloch<true><<<1, kWords / 2>>>(in, out);
    if (kernel == 2) hillis_steele<<<1, kWords>>>(in, out);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < kWords; sum += in[i++]) right = right && out[i] == sum;
  }
  std::printf("scan: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
