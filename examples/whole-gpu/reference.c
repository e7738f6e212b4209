// SPDX-License-Identifier: Apache-2.0
// What every thread's kernel returns, computed without threads, tiles or padding.

#include "reference.h"

#include <string.h>

#define T LANES
typedef uint32_t tile_of[T][T];

static void first_tile(uint32_t w, tile_of tile) {
  for (int r = 0; r < T; ++r) {
    for (int c = 0; c < T; ++c) tile[r][c] = first_word(w, r, c);
  }
}

static uint32_t columns(uint32_t w, uint32_t l) {
  uint32_t sum = 0;
  for (int k = 0; k < T; ++k) sum += 8 * first_word(w, l, k);
  return sum;
}

static uint32_t rows(uint32_t w, uint32_t l) {
  uint32_t sum = 0;
  for (int k = 0; k < T; ++k) sum += 8 * first_word(w, k, l);
  return sum;
}

static uint32_t antidiagonals(uint32_t w, uint32_t l) {
  uint32_t sum = 0;
  for (uint32_t d = 0; d < T; ++d) sum += 8 * (first_word(w, l, (T + d - l) % T) << d % 4);
  return sum;
}

// Transposed twice, with 1 added to every word twice.
static uint32_t transposition(uint32_t w, uint32_t l) {
  uint32_t sum = 0;
  for (int k = 0; k < T; ++k) sum = sum * 3 + first_word(w, k, l) + 2;
  return sum;
}

static uint32_t gather(uint32_t w, uint32_t l) {
  uint32_t x = l + 1, sum = 0;
  for (int k = 0; k < 6 * T; ++k) {
    x = next_random(x);
    sum += first_word(w, (x >> 16) % T, (x >> 24) % T);
  }
  return sum;
}

static uint32_t product(uint32_t w, uint32_t l) {
  uint32_t sum = 0;
  for (int row = 0; row < T / 2; ++row) {
    uint32_t element = 0;
    for (int k = 0; k < T; ++k) element += first_word(w, row, k) * second_word(w, k, l);
    sum = sum * 3 + element;
  }
  return sum;
}

// The transform twice is 2 T times the words.
static uint32_t butterflies(uint32_t w, uint32_t l) {
  return 2 * T * (first_word(w, 0, l) + first_word(w, 1, l));
}

static uint32_t interleaved(uint32_t w, uint32_t l) {
  uint32_t sum = 0;
  for (int i = 0; i < T * T; ++i) sum += first_word(w, i / T, i % T);
  return sum + l;
}

// Lane l of the first warp has the sum of the lanes l of all warps, in the last pass.
static uint32_t halves(uint32_t w, uint32_t l) {
  uint32_t sum = 0;
  for (uint32_t v = 0; v < WARPS; ++v) sum += (v * T + l) * 3 + 3;
  // The last halving is by T, so that all lanes stay apart.
  return sum + w;
}

static uint32_t scan(uint32_t w, uint32_t l) {
  uint32_t words[2 * T];
  for (int i = 0; i < 2 * T; ++i) words[i] = first_word(w, i / T, i % T);
  for (int pass = 0; pass < 2; ++pass) {
    uint32_t sum = 0;
    for (int i = 0; i < 2 * T; ++i) {
      const uint32_t here = words[i];
      words[i] = sum;
      sum += here;
    }
  }
  return words[l] * 3 + words[T + l];
}

static uint32_t stencil(uint32_t w, uint32_t l) {
  tile_of from, to;
  first_tile(w, from);
  for (int pass = 0; pass < 2; ++pass) {
    for (int r = 0; r < T; ++r) {
      for (int c = 0; c < T; ++c) {
        to[r][c] = 4 * from[r][c] + from[r][(c + T - 1) % T] + from[r][(c + 1) % T] + from[(r + T - 1) % T][c] +
            from[(r + 1) % T][c];
      }
    }
    memcpy(from, to, sizeof from);
  }
  uint32_t sum = 0;
  for (int k = 0; k < T; ++k) sum = sum * 3 + from[k][l];
  return sum;
}

static uint32_t structures(uint32_t w, uint32_t l) {
  (void)w;
  const uint32_t first = l * 17, step = first + 1;
  uint32_t third = first + 2;
  for (uint32_t pass = 1; pass <= 2 * T; ++pass) third += (first + 3) ^ (first + pass * step);
  return first + 2 * T * step + third;
}

static uint32_t histogram(uint32_t w, uint32_t l) {
  (void)w;
  uint32_t sum = 0;
  for (uint32_t k = 0; k < T; ++k) {
    uint32_t x = k + 1;
    for (int draw = 0; draw < 3 * T; ++draw) {
      x = next_random(x);
      if ((x >> 20) % T == l) sum += k + 1;
    }
  }
  return sum;
}

static uint32_t sort(uint32_t w, uint32_t l) {
  uint32_t words[2 * T];
  for (int i = 0; i < 2 * T; ++i) {
    const uint32_t here = first_word(w, i / T, i % T);
    int place = i;
    for (; place > 0 && words[place - 1] > here; --place) words[place] = words[place - 1];
    words[place] = here;
  }
  return words[l] * 3 + words[T + l];
}

static uint32_t walk(uint32_t w, uint32_t l) {
  uint32_t x = l, sum = 0;
  for (int k = 0; k < 3 * T; ++k) {
    const uint32_t row = x / 16 % T, column = x % T;
    if (x % 2 == 1) {
      x = first_word(w, row, column) + k;
      sum += x;
    } else {
      x = second_word(w, column, row) + 3 * k;
      sum ^= x;
    }
  }
  return sum;
}

static uint32_t alignment(uint32_t w, uint32_t l) {
  tile_of least;
  for (int r = 0; r < T; ++r) {
    for (int c = 0; c < T; ++c) {
      uint32_t before = 0xFFFFFFFF;
      if (r > 0) before = least[r - 1][c];
      if (c > 0 && least[r][c - 1] < before) before = least[r][c - 1];
      least[r][c] = first_word(w, r, c) + (r + c > 0 ? before : 0);
    }
  }
  return least[l][T - 1];
}

#define NAMED(name) name,
uint32_t (*const references[])(uint32_t, uint32_t) = {KERNELS(NAMED)};
