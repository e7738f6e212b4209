// SPDX-License-Identifier: Apache-2.0
// The kernels' code, for Vortex and for the host. `pitch` is a constant in every copy.

#include "kernels.h"

#define T LANES
#define KERNEL static inline __attribute__((always_inline)) uint32_t

// All ones or none, by arithmetic: a branch without split would take all lanes of the warp one way.
static inline uint32_t mask(uint32_t condition) {
  uint32_t ones = -condition;
  __asm__ volatile("" : "+r"(ones));
  return ones;
}

// Every lane adds up its row: a warp reads a column.
KERNEL columns(word *tile, uint32_t l, uint32_t pitch) {
  uint32_t sum = 0;
  for (int pass = 0; pass < 8; ++pass) {
    for (int k = 0; k < T; ++k) sum += tile[l * pitch + k];
  }
  return sum;
}

// Every lane adds up its column: a warp reads a row.
KERNEL rows(word *tile, uint32_t l, uint32_t pitch) {
  uint32_t sum = 0;
  for (int pass = 0; pass < 8; ++pass) {
    for (int k = 0; k < T; ++k) sum += tile[k * pitch + l];
  }
  return sum;
}

// A warp reads an antidiagonal, the order of dynamic programming. Here the padding is what conflicts.
KERNEL antidiagonals(word *tile, uint32_t l, uint32_t pitch) {
  uint32_t sum = 0;
  for (int pass = 0; pass < 8; ++pass) {
    for (int d = 0; d < T; ++d) sum += tile[l * pitch + ((d - l) & (T - 1))] << (d & 3);
  }
  return sum;
}

// A warp reads rows and writes columns, into the other tile and back.
KERNEL transposition(word *tile, uint32_t l, uint32_t pitch) {
  word *other = tile + TILE;
  for (int pass = 0; pass < 2; ++pass) {
    for (int k = 0; k < T; ++k) other[l * pitch + k] = tile[k * pitch + l] + 1;
    in_step();
    for (int k = 0; k < T; ++k) tile[l * pitch + k] = other[k * pitch + l];
    in_step();
  }
  uint32_t sum = 0;
  for (int k = 0; k < T; ++k) sum = sum * 3 + tile[k * pitch + l];
  return sum;
}

// Every lane reads words of the tile at pseudo-random.
KERNEL gather(word *tile, uint32_t l, uint32_t pitch) {
  uint32_t x = l + 1, sum = 0;
  for (int k = 0; k < 6 * T; ++k) {
    x = next_random(x);
    const uint32_t row = (x >> 16) & (T - 1), column = (x >> 24) & (T - 1);
    sum += tile[row * pitch + column];
  }
  return sum;
}

// Lane l has column l of the product of both tiles; all lanes read the same word of the first.
KERNEL product(word *tile, uint32_t l, uint32_t pitch) {
  word *other = tile + TILE;
  uint32_t sum = 0;
  for (int row = 0; row < T / 2; ++row) {
    uint32_t element = 0;
    for (int k = 0; k < T; ++k) element += tile[row * pitch + k] * other[k * pitch + l];
    sum = sum * 3 + element;
  }
  return sum;
}

// Walsh and Hadamard's transform of the tile's 2 T first words, strides 1, 2, 4 ..: padded by a word in T.
KERNEL butterflies(word *tile, uint32_t l, uint32_t pitch) {
  for (int pass = 0; pass < 2; ++pass) {
    for (uint32_t stride = 1; stride < 2 * T; stride *= 2) {
      const uint32_t i = (l & (stride - 1)) + (l & ~(stride - 1)) * 2, j = i + stride;
      word *first = tile + i + i / T * (pitch - T), *second = tile + j + j / T * (pitch - T);
      const uint32_t a = *first, b = *second;
      *first = a + b;
      *second = a - b;
      in_step();
    }
  }
  return tile[l] + tile[l + pitch];
}

// A tree of sums, neighbours first: strides 1, 2, 4 .., and ever fewer lanes.
KERNEL interleaved(word *tile, uint32_t l, uint32_t pitch) {
  for (uint32_t stride = 1, pairs = T * T / 2; pairs > 0; stride *= 2, pairs /= 2) {
    for (uint32_t from = 0; from < pairs; from += T) {
      const uint32_t p = from + l, side = p < pairs;
      const uint32_t i = p * 2 * stride, j = i + stride;
      const uint32_t depth = split(side);
      if (side) tile[i + i / T * (pitch - T)] += tile[j + j / T * (pitch - T)];
      join(depth);
    }
    in_step();
  }
  return tile[0] + l;
}

// A tree of sums of the whole block: the first half adds the second, and all warps wait for each other.
KERNEL halves(word *tile, uint32_t l, uint32_t pitch) {
  const uint32_t w = warp(), thread = w * T + l;
  word *all = tile - w * OF_WARP;
  for (int pass = 0; pass < 4; ++pass) {
    all[thread + thread / T * (pitch - T)] = thread * 3 + pass;
    barrier();
    for (uint32_t half = T * WARPS / 2; half >= T; half /= 2) {
      if (w * T < half) {
        const uint32_t other = thread + half;
        all[thread + thread / T * (pitch - T)] += all[other + other / T * (pitch - T)];
      }
      barrier();
    }
  }
  return all[l] + w;
}

// Blelloch's scan of the tile's 2 T first words, up and down a tree of ever fewer lanes.
KERNEL scan(word *tile, uint32_t l, uint32_t pitch) {
  for (int pass = 0; pass < 2; ++pass) {
    for (uint32_t stride = 1; stride < 2 * T; stride *= 2) {
      const uint32_t side = l * stride < T;
      const uint32_t depth = split(side);
      if (side) {
        const uint32_t i = 2 * l * stride + stride - 1, j = i + stride;
        tile[j + j / T * (pitch - T)] += tile[i + i / T * (pitch - T)];
      }
      join(depth);
      in_step();
    }
    tile[pitch + T - 1] = 0;
    in_step();
    for (uint32_t stride = T; stride >= 1; stride /= 2) {
      const uint32_t side = l * stride < T;
      const uint32_t depth = split(side);
      if (side) {
        const uint32_t i = 2 * l * stride + stride - 1, j = i + stride;
        word *left = tile + i + i / T * (pitch - T), *right = tile + j + j / T * (pitch - T);
        const uint32_t sum = *left;
        *left = *right;
        *right += sum;
      }
      join(depth);
      in_step();
    }
  }
  return tile[l] * 3 + tile[pitch + l];
}

// Five points of the tile, with wrapped edges, into the other tile.
KERNEL stencil(word *tile, uint32_t l, uint32_t pitch) {
  word *from = tile, *to = tile + TILE;
  const uint32_t left = (l - 1) & (T - 1), right = (l + 1) & (T - 1);
  for (int pass = 0; pass < 2; ++pass) {
    for (uint32_t k = 0; k < T; ++k) {
      const uint32_t above = (k - 1) & (T - 1), below = (k + 1) & (T - 1);
      to[k * pitch + l] = from[k * pitch + l] * 4 + from[k * pitch + left] + from[k * pitch + right] +
          from[above * pitch + l] +
                          from[below * pitch + l];
    }
    in_step();
    word *swapped = from;
    from = to;
    to = swapped;
  }
  uint32_t sum = 0;
  for (int k = 0; k < T; ++k) sum = sum * 3 + tile[k * pitch + l];
  return sum;
}

// Structures of 4 words, one a lane, their fields one after another; padded: of 5.
KERNEL structures(word *tile, uint32_t l, uint32_t pitch) {
  const uint32_t size = 4 + pitch - T;
  word *mine = tile + l * size;
  for (int field = 0; field < 4; ++field) mine[field] = l * 17 + field;
  for (int pass = 0; pass < 2 * T; ++pass) {
    mine[0] += mine[1];
    mine[2] += mine[3] ^ mine[0];
  }
  return mine[0] + mine[2];
}

// Every lane counts values of its own in a row of the tile; then a lane adds up each value of all lanes.
KERNEL histogram(word *tile, uint32_t l, uint32_t pitch) {
  for (int k = 0; k < T; ++k) tile[l * pitch + k] = 0;
  uint32_t x = l + 1;
  for (int k = 0; k < 3 * T; ++k) {
    x = next_random(x);
    ++tile[l * pitch + ((x >> 20) & (T - 1))];
  }
  in_step();
  uint32_t sum = 0;
  for (int k = 0; k < T; ++k) sum += tile[k * pitch + l] * (k + 1);
  return sum;
}

// Bitonic sort of the tile's 2 T first words; lanes that swap and lanes that do not part.
KERNEL sort(word *tile, uint32_t l, uint32_t pitch) {
  for (uint32_t size = 2; size <= 2 * T; size *= 2) {
    for (uint32_t stride = size / 2; stride >= 1; stride /= 2) {
      const uint32_t i = (l & (stride - 1)) + (l & ~(stride - 1)) * 2, j = i + stride;
      word *first = tile + i + i / T * (pitch - T), *second = tile + j + j / T * (pitch - T);
      const uint32_t a = *first, b = *second, swaps = (a > b) == ((i & size) == 0);
      const uint32_t depth = split(swaps);
      if (swaps) {
        *first = b;
        *second = a;
      }
      join(depth);
      in_step();
    }
  }
  return tile[l] * 3 + tile[pitch + l];
}

// Every lane walks through the tile from word to word; odd and even words lead to different tiles.
KERNEL walk(word *tile, uint32_t l, uint32_t pitch) {
  word *other = tile + TILE;
  uint32_t x = l, sum = 0;
  for (int k = 0; k < 3 * T; ++k) {
    const uint32_t row = (x >> 4) & (T - 1), column = x & (T - 1), odd = x & 1;
    const uint32_t depth = split(odd);
    if (odd) {
      x = tile[row * pitch + column] + k;
      sum += x;
    } else {
      x = other[column * pitch + row] + 3 * k;
      sum ^= x;
    }
    join(depth);
  }
  return sum;
}

// Shortest ways through the tile (Needleman and Wunsch): an antidiagonal at a time, by the lanes with a cell in it.
KERNEL alignment(word *tile, uint32_t l, uint32_t pitch) {
  for (uint32_t d = 1; d < 2 * T - 1; ++d) {
    const uint32_t inside = d - l < T;  // also false if d < l
    const uint32_t depth = split(inside);
    if (inside) {
      // Without branches: lanes at the tile's edges read their own cell and take no notice of it.
      const uint32_t column = d - l, top = mask(l == 0), edge = mask(column == 0);
      word *cell = tile + l * pitch + column;
      const uint32_t above = cell[-(int)(pitch & ~top)] | top, left = cell[-1 - (int)edge] | edge;
      *cell += above ^ ((above ^ left) & mask(left < above));
    }
    join(depth);
    in_step();
  }
  return tile[l * pitch + T - 1];
}

#define COPIES(name)                                            \
  static uint32_t name##_plain(word *tile, uint32_t l) {        \
    return name(tile, l, T);                                    \
  }                                                             \
  static uint32_t name##_padded(word *tile, uint32_t l) {       \
    return name(tile, l, T + 1);                                \
  }
KERNELS(COPIES)

#define ENTRY(name) {#name, name##_plain, name##_padded},
const struct entry kernels[] = {KERNELS(ENTRY){0, 0, 0}};

// Fills the tiles of this thread's warp.
void fill(word *tile, uint32_t l, uint32_t pitch) {
  for (uint32_t k = 0; k < T; ++k) {
    tile[k * pitch + l] = first_word(warp(), k, l);
    tile[TILE + k * pitch + l] = second_word(warp(), k, l);
  }
}
