// SPDX-License-Identifier: Apache-2.0
// The program for Vortex: every warp runs the kernel twice, first to fill the instruction cache, and stores the cycles
// and instructions from barrier to barrier. The bench keeps the largest of the second run.

#include "kernels.h"

// Words of global memory. The bench writes the kernel's number and 1 for padded before the start, and reads the rest.
#define ARGUMENTS ((volatile uint32_t *)0x90000000u)
#define MEASURED ((volatile uint32_t *)0x90000040u)
#define RESULTS ((volatile uint32_t *)0x90001000u)

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

extern const struct entry kernels[];
void fill(word *tile, uint32_t l, uint32_t pitch);

#ifdef START  // 0 to 31: warps start some of up to seven instructions apart
static inline void wait_a_little(uint32_t w) {
  const uint32_t instructions = (w * (5 + START / 8 * 2) + START * 3) & 7;
  if (instructions & 1) __asm__ volatile("nop");
  if (instructions & 2) __asm__ volatile("nop; nop");
  if (instructions & 4) __asm__ volatile("nop; nop; nop; nop");
}
#else
static inline void wait_a_little(uint32_t w) {
  (void)w;
}
#endif

__attribute__((noinline, used)) void thread_main(void) {
  const uint32_t l = lane(), w = warp(), padded = ARGUMENTS[1];
  kernel *run = padded ? kernels[ARGUMENTS[0]].padded : kernels[ARGUMENTS[0]].plain;
  word *tile = LOCAL + w * OF_WARP;
  for (int warm = 1; warm >= 0; --warm) {
    fill(tile, l, LANES + padded);
    barrier();
    wait_a_little(w);
    const uint32_t cycle = cycles(), instruction = instructions();
    const uint32_t result = run(tile, l);
    barrier();
    MEASURED[0] = cycles() - cycle;
    MEASURED[1] = instructions() - instruction;
    RESULTS[w * LANES + l] = result;
    barrier();
  }
}

// A stack of 1 KiB for every thread, below 0xA0000000. Warp 0 begins at _start, the others at every_warp.
__asm__(
    ".section .init, \"ax\"\n"
    ".global _start\n"
    "_start:\n"
    "  li t0, " TEXT(WARPS) "\n"
    "  la t1, every_warp\n"
    "  .insn r 0x0B, 1, 0, x0, t0, t1\n"
    "every_warp:\n"
    "  li t0, -1\n"
    "  .insn r 0x0B, 0, 0, x0, t0, x0\n"
    "  csrr t0, 0xCC1\n"
    "  li t1, " TEXT(LANES) "\n"
    "  mul t0, t0, t1\n"
    "  csrr t1, 0xCC0\n"
    "  add t0, t0, t1\n"
    "  slli t0, t0, 10\n"
    "  li sp, 0xA0000000\n"
    "  sub sp, sp, t0\n"
    "  call thread_main\n"
    "  .insn r 0x0B, 0, 0, x0, x0, x0\n"
    ".text\n");
