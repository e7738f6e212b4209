// SPDX-License-Identifier: Apache-2.0
// host [KERNEL PAD]: runs every kernel's code here, a thread for each thread, and compares what it returns with the
// reference. With a kernel's name, and 1 for padded, it prints the words instead, in order of threads, as a GPU must
// have them.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

extern const struct entry kernels[];
void fill(word *tile, uint32_t l, uint32_t pitch);

word host_local[OF_WARP * WARPS];

static pthread_barrier_t of_block, of_warp[WARPS];
static _Thread_local uint32_t this_lane, this_warp;
static uint32_t results[WARPS * LANES];
static kernel *running;
static uint32_t pitch_of_run;

uint32_t lane(void) {
  return this_lane;
}
uint32_t warp(void) {
  return this_warp;
}
void barrier(void) {
  pthread_barrier_wait(&of_block);
}
void in_step(void) {
  pthread_barrier_wait(&of_warp[this_warp]);
}

static void *thread_main(void *argument) {
  const uint32_t thread = (uint32_t)(uintptr_t)argument;
  this_lane = thread % LANES;
  this_warp = thread / LANES;
  word *tile = LOCAL + this_warp * OF_WARP;
  fill(tile, this_lane, pitch_of_run);
  barrier();
  results[thread] = running(tile, this_lane);
  return NULL;
}

static void run(int number, int padded) {
  running = padded ? kernels[number].padded : kernels[number].plain;
  pitch_of_run = LANES + padded;
  pthread_t threads[WARPS * LANES];
  for (uintptr_t i = 0; i < WARPS * LANES; ++i) {
    if (pthread_create(&threads[i], NULL, thread_main, (void *)i) != 0) {
      fprintf(stderr, "host: no thread %d of %d; allow more threads\n", (int)i, WARPS * LANES);
      exit(2);
    }
  }
  for (int i = 0; i < WARPS * LANES; ++i) pthread_join(threads[i], NULL);
}

static int differences(int number, int padded) {
  int wrong = 0;
  for (uint32_t i = 0; i < WARPS * LANES; ++i) {
    const uint32_t expected = references[number](i / LANES, i % LANES);
    if (results[i] == expected) continue;
    if (wrong++ == 0) {
      printf("%s%s: lane %u of warp %u has %08x; expected %08x\n", kernels[number].name, padded ? ", padded" : "",
          i % LANES, i / LANES,
             results[i], expected);
    }
  }
  return wrong;
}

int main(int argc, char **argv) {
  pthread_barrier_init(&of_block, NULL, WARPS * LANES);
  for (int i = 0; i < WARPS; ++i) pthread_barrier_init(&of_warp[i], NULL, LANES);
  int wrong = 0, runs = 0;
  for (int number = 0; kernels[number].name != NULL; ++number) {
    if (argc > 1 && strcmp(argv[1], kernels[number].name) != 0) continue;
    for (int padded = 0; padded < 2; ++padded) {
      if (argc > 2 && atoi(argv[2]) != padded) continue;
      ++runs;
      if (argc > 1) {
        for (uint32_t i = 0; i < WARPS * LANES; ++i) printf("%08x ", references[number](i / LANES, i % LANES));
        printf("\n");
      } else {
        run(number, padded);
        wrong += differences(number, padded) > 0;
      }
    }
  }
  if (runs == 0) {
    fprintf(stderr, "host: no kernel '%s'; expected one of KERNELS in kernels.h\n", argv[1]);
    return 2;
  }
  if (argc == 1) printf("%d runs of kernels, %d lanes, %d warps: %d wrong\n", runs, LANES, WARPS, wrong);
  return wrong > 0;
}
