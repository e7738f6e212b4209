// SPDX-License-Identifier: Apache-2.0
// The softmax of rows, a block for each: the largest word, the sum of the powers, the quotients.
#include <cmath>
#include <cstdio>

constexpr int kThreads = 128, kColumns = 1024;

struct Larger {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};

/// Every thread gets the words of all threads, joined.
template <class Join>
__device__ float joined(float mine, float* word, Join join) {
  const int t = threadIdx.x;
  word[t] = mine;
  __syncthreads();
  for (int s = kThreads / 2; s > 0; s /= 2) {
    if (t < s) word[t] = join(word[t], word[t + s]);
    __syncthreads();
  }
  const float all = word[0];
  __syncthreads();
  return all;
}

__global__ void softmax(const float* in, float* out) {
  __shared__ float row[kColumns], word[kThreads];
  const int t = threadIdx.x;
  float largest = -INFINITY, sum = 0;
  for (int i = t; i < kColumns; i += kThreads) {
    const float own = in[blockIdx.x * kColumns + i];
    row[i] = own;
    largest = fmaxf(largest, own);
  }
  largest = joined(largest, word, Larger());
  for (int i = t; i < kColumns; i += kThreads) {
    const float power = expf(row[i] - largest);
    row[i] = power;
    sum += power;
  }
  sum = joined(sum, word, Sum());
  for (int i = t; i < kColumns; i += kThreads) out[blockIdx.x * kColumns + i] = row[i] / sum;
}

int main() {
  constexpr int rows = 8;
  float *in, *out;
  cudaMallocManaged(&in, rows * kColumns * sizeof(float));
  cudaMallocManaged(&out, rows * kColumns * sizeof(float));
  for (int i = 0; i < rows * kColumns; ++i) in[i] = i * 7 % 100 * 0.1f;
  softmax<<<rows, kThreads>>>(in, out);
  cudaDeviceSynchronize();
  bool right = true;
  for (int i = 0; i < rows * kColumns; ++i) {
    double sum = 0;
    for (int j = 0; j < kColumns; ++j)
      sum += std::exp(double(in[i / kColumns * kColumns + j]) - in[i]);
    right = right && std::fabs(out[i] * sum - 1) < 1e-4;
  }
  std::printf("softmax: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
