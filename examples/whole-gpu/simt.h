// SPDX-License-Identifier: Apache-2.0 The operations of warps that a kernel needs: Vortex's
// instructions on Vortex, threads on a host (host.c). The encodings are those of Vortex's
// instruction set; the text is ours.
#ifndef WHOLE_GPU_SIMT_H
#define WHOLE_GPU_SIMT_H

#include <stdint.h>

#ifndef LANES
#define LANES 16  // threads of a warp
#endif
#ifndef WARPS
#define WARPS 8
#endif

typedef volatile uint32_t word;  // of local memory: volatile, or the compiler keeps words in registers

#ifdef __riscv

#define LOCAL ((word*)0xFF000000u)  // the address of the core's local memory

#define CSR(number)                                      \
  ({                                                     \
    uint32_t value;                                      \
    __asm__ volatile("csrr %0, " #number : "=r"(value)); \
    value;                                               \
  })

static inline uint32_t lane(void) { return CSR(0xCC0); }
static inline uint32_t warp(void) { return CSR(0xCC1); }
static inline uint32_t cycles(void) { return CSR(0xB00); }
static inline uint32_t instructions(void) { return CSR(0xB02); }

// The threads of the mask go on; with none the warp ends.
static inline void tmc(uint32_t mask) { __asm__ volatile(".insn r 0x0B, 0, 0, x0, %0, x0" ::"r"(mask) : "memory"); }
// The first `count` warps begin at `start`, each with one thread.
static inline void wspawn(uint32_t count, void (*start)(void)) {
  __asm__ volatile(".insn r 0x0B, 1, 0, x0, %0, %1" ::"r"(count), "r"(start) : "memory");
}
// Between split and join the threads of each side of a branch run alone; the larger side first.
static inline uint32_t split(uint32_t condition) {
  uint32_t depth;
  __asm__ volatile(".insn r 0x0B, 2, 0, %0, %1, x0" : "=r"(depth) : "r"(condition) : "memory");
  return depth;
}
static inline void join(uint32_t depth) { __asm__ volatile(".insn r 0x0B, 3, 0, x0, %0, x0" ::"r"(depth) : "memory"); }
// All warps of the block. Vortex lets warps go on while their writes to local memory are under way;
// every unit here keeps the order of accesses to a word.
static inline void barrier(void) { __asm__ volatile(".insn r 0x0B, 4, 0, x0, %0, %1" ::"r"(0), "r"(WARPS) : "memory"); }
// All lanes of the warp, which execute in step anyway.
static inline void in_step(void) { __asm__ volatile("" ::: "memory"); }

#else

extern word host_local[];
#define LOCAL host_local
uint32_t lane(void);
uint32_t warp(void);
void barrier(void);
void in_step(void);
static inline uint32_t split(uint32_t condition) { return condition & 0; }
static inline void join(uint32_t depth) { (void)depth; }

#endif
#endif
