// SPDX-License-Identifier: Apache-2.0
// The alignment of two sequences by Needleman and Wunsch, in tiles along the anti-diagonals of the
// matrix of scores. In a tile, too, a warp walks along anti-diagonals.
#include <algorithm>
#include <cstdio>

constexpr int kTile = 16, kPenalty = 3;

struct Tile {
  int score[kTile + 1][kTile + 1];
  int similar[kTile][kTile];
};

__device__ void fill(Tile& tile, int y, int x) {
  const int both = tile.score[y - 1][x - 1] + tile.similar[y - 1][x - 1];
  const int left = tile.score[y][x - 1] - kPenalty, up = tile.score[y - 1][x] - kPenalty;
  tile.score[y][x] = max(both, max(left, up));
}

/// All tiles (x, y) with x + y = diagonal. `score` has a row and a column more than `similar`.
__global__ void align(int* score, const int* similar, int n, int diagonal) {
  __shared__ Tile tile;
  const int t = threadIdx.x, x = max(0, diagonal - n / kTile + 1) + blockIdx.x;
  const int left = x * kTile, top = (diagonal - x) * kTile;
  int* const corner = score + top * (n + 1) + left;
  if (t == 0) tile.score[0][0] = corner[0];
  for (int i = 0; i < kTile; ++i) tile.similar[i][t] = similar[(top + i) * n + left + t];
  __syncthreads();
  tile.score[t + 1][0] = corner[(t + 1) * (n + 1)];
  __syncthreads();
  tile.score[0][t + 1] = corner[t + 1];
  __syncthreads();
  for (int last = 0; last < kTile; ++last) {
    if (t <= last) fill(tile, last - t + 1, t + 1);
    __syncthreads();
  }
  for (int last = kTile - 2; last >= 0; --last) {
    if (t <= last) fill(tile, kTile - t, kTile - last + t);
    __syncthreads();
  }
  for (int i = 0; i < kTile; ++i) corner[(i + 1) * (n + 1) + t + 1] = tile.score[i + 1][t + 1];
}

int main() {
  constexpr int n = 64, tiles = n / kTile;
  int *score, *similar, expected[n + 1][n + 1];
  cudaMallocManaged(&score, sizeof(expected));
  cudaMallocManaged(&similar, n * n * sizeof(int));
  for (int i = 0; i < n * n; ++i) similar[i] = i * 7 % 11 - 5;
  for (int i = 0; i <= n; ++i) {
    score[i] = score[i * (n + 1)] = -kPenalty * i;
    expected[0][i] = expected[i][0] = -kPenalty * i;
  }
  for (int diagonal = 0; diagonal < 2 * tiles - 1; ++diagonal)
    align<<<std::min(diagonal + 1, 2 * tiles - 1 - diagonal), kTile>>>(score, similar, n, diagonal);
  cudaDeviceSynchronize();
  bool right = true;
  for (int y = 1; y <= n; ++y) {
    for (int x = 1; x <= n; ++x) {
      const int gap = std::max(expected[y][x - 1], expected[y - 1][x]) - kPenalty;
      expected[y][x] = std::max(expected[y - 1][x - 1] + similar[(y - 1) * n + x - 1], gap);
      right = right && score[y * (n + 1) + x] == expected[y][x];
    }
  }
  std::printf("needleman wunsch: %s\n", right ? "right" : "WRONG");
  return right ? 0 : 1;
}
