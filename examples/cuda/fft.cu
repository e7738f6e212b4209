// SPDX-License-Identifier: Apache-2.0
// A Fourier transform of 512 points by 64 threads, after V. Volkov: three transforms of eight
// points in registers. Between them the threads exchange points through shared memory, 66 and 72
// words apart, real parts first.
#include <cmath>
#include <cstdio>

constexpr int kPoints = 512;

__device__ float2 times(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/// exp(-2 pi i part / whole)
__device__ float2 root(int part, int whole) {
  const float angle = -2 * 3.14159265358979f * part / whole;
  return make_float2(cosf(angle), sinf(angle));
}

/// v[k] becomes the sum of v[i] root(i k, 8), times root(k turn, whole).
__device__ void transform(float2* v, int turn, int whole) {
  float2 sum[8];
  for (int k = 0; k < 8; ++k) {
    sum[k] = make_float2(0, 0);
    for (int i = 0; i < 8; ++i) {
      const float2 term = times(v[i], root(i * k % 8, 8));
      sum[k].x += term.x;
      sum[k].y += term.y;
    }
  }
  for (int k = 0; k < 8; ++k) v[k] = times(sum[k], root(k * turn, whole));
}

/// Point i goes to word store + i pitch; the thread takes the words from load on, 8 apart.
__device__ void exchange(float2* v, float* word, int store, int pitch, int load) {
  __syncthreads();
  for (int i = 0; i < 8; ++i) word[store + i * pitch] = v[i].x;
  __syncthreads();
  for (int i = 0; i < 8; ++i) v[i].x = word[load + i * 8];
  __syncthreads();
  for (int i = 0; i < 8; ++i) word[store + i * pitch] = v[i].y;
  __syncthreads();
  for (int i = 0; i < 8; ++i) v[i].y = word[load + i * 8];
}

__global__ void fft(float2* data) {
  __shared__ float word[8 * 72];
  float2* const own = data + blockIdx.x * kPoints;
  const int t = threadIdx.x, high = t / 8, low = t % 8;
  float2 v[8];
  for (int i = 0; i < 8; ++i) v[i] = own[t + 64 * i];
  transform(v, t, kPoints);
  exchange(v, word, t, 66, low * 66 + high);
  transform(v, high, 64);
  exchange(v, word, t, 72, high * 72 + low);
  transform(v, 0, 1);
  for (int i = 0; i < 8; ++i) own[t + 64 * i] = v[i];
}

int main() {
  constexpr int blocks = 2;
  float2 *data, in[blocks * kPoints];
  cudaMallocManaged(&data, sizeof(in));
  for (int i = 0; i < blocks * kPoints; ++i) in[i] = data[i] = make_float2(i % 7, i % 11);
  fft<<<blocks, 64>>>(data);
  cudaDeviceSynchronize();
  bool right = true;
  for (int k = 0; k < blocks * kPoints; ++k) {
    double x = 0, y = 0;
    for (int i = 0; i < kPoints; ++i) {
      const float2 point = in[k / kPoints * kPoints + i];
      const double angle = -2 * M_PI * (i * (k % kPoints) % kPoints) / kPoints;
      x += point.x * std::cos(angle) - point.y * std::sin(angle);
      y += point.x * std::sin(angle) + point.y * std::cos(angle);
    }
    right = right && std::fabs(data[k].x - x) < 0.05 && std::fabs(data[k].y - y) < 0.05;
  }
  std::printf("fft: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
