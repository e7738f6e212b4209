// SPDX-License-Identifier: Apache-2.0
// Stencils in shared memory: seven points of a line; five points of a plane, two steps in one tile
// that loses its edge in each; seven points of a volume, plane by plane.
#include <cstdio>
#include <cstring>

constexpr int kThreads = 256, kRadius = 3;
constexpr int kSide = 16, kSteps = 2;    // of the plane's tile
constexpr int kWidth = 32, kHeight = 8;  // of the volume's tile

__global__ void line(const int* in, int* out) {
  __shared__ int word[kThreads + 2 * kRadius];
  const int t = threadIdx.x, i = blockIdx.x * kThreads + t + kRadius;
  word[t + kRadius] = in[i];
  if (t < kRadius) {
    word[t] = in[i - kRadius];
    word[t + kRadius + kThreads] = in[i + kThreads];
  }
  __syncthreads();
  int sum = 0;
  for (int offset = 0; offset <= 2 * kRadius; ++offset) sum += word[t + offset];
  out[i] = sum;
}

__global__ void plane(const int* in, const int* power, int* out, int n) {
  __shared__ int now[kSide][kSide], source[kSide][kSide], next[kSide][kSide];
  const int x = threadIdx.x, y = threadIdx.y;
  const int inner = kSide - 2 * kSteps;
  const int i = (blockIdx.y * inner + y) * n + blockIdx.x * inner + x;
  now[y][x] = in[i];
  source[y][x] = power[i];
  __syncthreads();
  for (int step = 1; step <= kSteps; ++step) {
    const bool inside = x >= step && y >= step && x + step < kSide && y + step < kSide;
    if (inside) {
      next[y][x] =
          now[y][x] + source[y][x] + now[y + 1][x] + now[y - 1][x] + now[y][x + 1] + now[y][x - 1];
    }
    __syncthreads();
    const int result = inside ? next[y][x] : 0;
    if (inside && step < kSteps) now[y][x] = result;
    if (inside && step == kSteps) out[i] = result;
    __syncthreads();
  }
}

__global__ void volume(const int* in, int* out, int depth) {
  __shared__ int tile[kHeight + 2][kWidth + 2];
  const int x = threadIdx.x + 1, y = threadIdx.y + 1, row = gridDim.x * kWidth + 2;
  const int of_plane = row * (gridDim.y * kHeight + 2);
  int i = (blockIdx.y * kHeight + y) * row + blockIdx.x * kWidth + x + of_plane;
  int below = in[i - of_plane], own = in[i];
  for (int z = 0; z < depth; ++z, i += of_plane) {
    const int above = in[i + of_plane];
    tile[y][x] = own;
    if (y == 1) tile[0][x] = in[i - row];
    if (y == kHeight) tile[kHeight + 1][x] = in[i + row];
    if (x == 1) tile[y][0] = in[i - 1];
    if (x == kWidth) tile[y][kWidth + 1] = in[i + 1];
    __syncthreads();
    out[i] =
        below + own + above + tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1];
    __syncthreads();
    below = own;
    own = above;
  }
}

int* filled(int n) {
  int* word;
  cudaMallocManaged(&word, n * sizeof(int));
  for (int i = 0; i < n; ++i) word[i] = i * 7 % 100;
  return word;
}

bool line_is_right() {
  constexpr int n = 4 * kThreads + 2 * kRadius;
  int *in = filled(n), *out = filled(n);
  line<<<4, kThreads>>>(in, out);
  cudaDeviceSynchronize();
  bool right = true;
  for (int i = kRadius; i < n - kRadius; ++i) {
    int sum = 0;
    for (int j = -kRadius; j <= kRadius; ++j) sum += in[i + j];
    right = right && out[i] == sum;
  }
  return right;
}

bool plane_is_right() {
  constexpr int n = 2 * (kSide - 2 * kSteps) + 2 * kSteps;
  int *in = filled(n * n), *power = filled(n * n), *out = filled(n * n), next[n * n];
  plane<<<dim3(2, 2), dim3(kSide, kSide)>>>(in, power, out, n);
  cudaDeviceSynchronize();
  for (int step = 1; step <= kSteps; ++step) {
    for (int i = 0; i < n * n; ++i) {
      const int x = i % n, y = i / n;
      if (x < step || y < step || x + step >= n || y + step >= n) continue;
      next[i] = in[i] + power[i] + in[i + n] + in[i - n] + in[i + 1] + in[i - 1];
    }
    std::memcpy(in, next, sizeof(next));
  }
  bool right = true;
  for (int i = 0; i < n * n; ++i) {
    const int x = i % n, y = i / n;
    if (x < kSteps || y < kSteps || x + kSteps >= n || y + kSteps >= n) continue;
    right = right && out[i] == next[i];
  }
  return right;
}

bool volume_is_right() {
  constexpr int row = 2 * kWidth + 2, of_plane = row * (2 * kHeight + 2), depth = 6;
  int *in = filled(of_plane * (depth + 2)), *out = filled(of_plane * (depth + 2));
  volume<<<dim3(2, 2), dim3(kWidth, kHeight)>>>(in, out, depth);
  cudaDeviceSynchronize();
  bool right = true;
  for (int i = of_plane; i < of_plane * (depth + 1); ++i) {
    const int x = i % row, y = i % of_plane / row;
    if (x == 0 || x > 2 * kWidth || y == 0 || y > 2 * kHeight) continue;
    right = right && out[i] == in[i] + in[i - 1] + in[i + 1] + in[i - row] + in[i + row] +
                                   in[i - of_plane] + in[i + of_plane];
  }
  return right;
}

int main() {
  bool right = line_is_right();
  right = plane_is_right() && right;
  right = volume_is_right() && right;
  std::printf("stencil: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
