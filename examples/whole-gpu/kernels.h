// SPDX-License-Identifier: Apache-2.0
// The kernels. Each warp has a tile of LANES x LANES words of local memory, rows `pitch` words
// apart, and room for another behind it. A kernel returns one word for each thread, which
// reference.c computes without threads.
#ifndef WHOLE_GPU_KERNELS_H
#define WHOLE_GPU_KERNELS_H

#include "simt.h"

#define WORDS (LANES * (LANES + 1))  // of a tile
#ifdef APART                         // words between the two tiles of a warp, which then lie in different regions
#define TILE APART
#define OF_WARP WORDS
#else
#define TILE WORDS
#define OF_WARP (2 * TILE)  // words of a warp
#endif

#define KERNELS(X) \
  X(columns)       \
  X(rows)          \
  X(antidiagonals) \
  X(transposition) \
  X(gather)        \
  X(product)       \
  X(butterflies)   \
  X(interleaved)   \
  X(halves)        \
  X(scan)          \
  X(stencil)       \
  X(structures)    \
  X(histogram)     \
  X(sort)          \
  X(walk)          \
  X(alignment)

typedef uint32_t kernel(word* tile, uint32_t thread);
struct entry {
  const char* name;
  kernel *plain, *padded;
};

// The contents of warp w's tiles before the kernel: row-major, row and column.
static inline uint32_t first_word(uint32_t w, uint32_t row, uint32_t column) {
  return (w * 97 + row * 31 + column * 7 + (row * column & 5)) & 0xFFFF;
}
static inline uint32_t second_word(uint32_t w, uint32_t row, uint32_t column) {
  return (w * 13 + row * 5 + column * 11 + 3) & 0xFF;
}
static inline uint32_t next_random(uint32_t x) { return x * 1664525 + 1013904223; }

#endif
