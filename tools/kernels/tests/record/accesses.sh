#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# accesses.sh SUPERWARP EXAMPLES_DIR SCRATCH_DIR: accesses in a recording of copies, halves, sums and words with gaps.
set -euo pipefail
# shellcheck source=tools/kernels/tests/record/common.sh
source "$(dirname "$0")/common.sh" "$@"

# opcodes TRACE PATTERN COUNTS: so often the trace has each opcode that the pattern matches.
opcodes() {
  local found
  found=$(grep -oE "$2" "$1" | sort | uniq -c | xargs)
  [[ $found == "$3" ]] || fail "$1: $found, expected $3"
}

# Copies of whole structures, memcpy() and memset(): every byte of every lane, and lanes load before any stores.
cat >structs.cu <<'END'
#include <cstring>
struct alignas(16) Four { int v[4]; };
struct Three { int v[3]; };
struct Eight { int v[8]; };
__global__ void copies(int* right) {
  __shared__ Four fours[32];
  __shared__ Three threes[32];
  __shared__ Eight eights[32];
  const int t = threadIdx.x, next = (t + 1) % 32;
  for (int i = 0; i < 4; ++i) fours[t].v[i] = t;
  for (int i = 0; i < 3; ++i) threes[t].v[i] = t;
  for (int i = 0; i < 8; ++i) eights[t].v[i] = t;
  fours[t] = fours[next];
  threes[t] = threes[next];
  memcpy(&eights[t], &eights[next], sizeof(Eight));
  bool good = true;
  for (int i = 0; i < 3; ++i) good &= fours[t].v[i] == next && threes[t].v[i] == next && eights[t].v[2 * i] == next;
  memset(&eights[t], 0, sizeof(Eight));
  right[t] = good && eights[t].v[5] == 0;
}
int main() {
  int* right;
  cudaMalloc(&right, 128);
  copies<<<1, 32>>>(right);
  for (int t = 0; t < 32; ++t) if (right[t] != 1) return 1;
}
END
records structs.cu --no-table
python3 - <<'END' || fail "structs: the accesses of a copy are others"
import collections
lines, of = {}, collections.defaultdict(list)
for line in open("structs/kernel-1.traceg"):
    words = line.split()
    if line.startswith("-source"):
        lines[words[1]] = int(line.split("structs.cu:")[1].split(":")[0])
    elif len(words) > 6 and words[1] == "ffffffff":
        opcode = next(word for word in words if word.startswith(("LDS", "STS", "LDG", "STG")))
        place = words[next(i for i, word in enumerate(words) if word.startswith("0x")):]
        of[lines[words[0]]].append((opcode, int(place[0], 16), int(place[1])))
assert of[13] == [("LDS.128", 0x10, 16), ("STS.128", 0, 16)], of[13]
assert of[14] == [("LDS", 0x20c + 4 * i, 12) for i in range(3)] + [("STS", 0x200 + 4 * i, 12) for i in range(3)], of[14]
stored = [("STS.128", 0x380 + 16 * i, 32) for i in range(2)]
assert of[15] == [("LDS.128", 0x3a0 + 16 * i, 32) for i in range(2)] + stored, of[15]
assert of[18] == stored, of[18]
END

# Two halves are one word, in copies and in arithmetic. A dropped sum of one counts on shared words of 32 bits, also in
# a header; other sums and memories do not. Words between which alignment leaves gaps: shared memory has all of them.
printf '%s\n' '#pragma once' 'template <class T> __device__ void add_one(T* at) { atomicAdd(at, 1); }' >counting.h
cat >others.cu <<'END'
#include <cuda_fp16.h>
#include "counting.h"
#include "managed.h"
__global__ void halves(const half2* in, half2* out) {
  __shared__ half2 v[64];
  const int t = threadIdx.x;
  v[t] = in[t];
  __syncthreads();
  if (t < 32) v[t] = v[t] + v[t + 32];
  __syncthreads();
  out[t] = v[t];
  v[t] = __float2half2_rn(0.f);
}
__global__ void count(int* out, float* sum) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  add_one(&s);
  const int before = atomicAdd(&s, 1);
  add_one(sum);
  __syncthreads();
  out[threadIdx.x] = before >= 32 ? s : 0;
}
__global__ void words(int* out) {
  __shared__ int first, second, third;
  extern __shared__ int more[];
  if (threadIdx.x == 0) { first = blockDim.x; more[4] = first; second = out[0]; third = out[1]; }
  __syncthreads();
  out[threadIdx.x] = first + second + third + more[4];
}
int main() {
  half2 *in = managed<half2>(64), *to = managed<half2>(64);
  for (int i = 0; i < 64; ++i) in[i] = half2(float(i), float(2 * i));
  halves<<<1, 64>>>(in, to);
  for (int i = 0; i < 32; ++i) if (float(to[i].x) != 2 * i + 32 || float(to[i].y) != 4 * i + 64) return 1;
  int* out = managed<int>(32);
  float* sum = managed<float>(1);
  count<<<1, 32>>>(out, sum);
  if (out[0] != 64 || *sum != 32) return 2;
  words<<<1, 32, 20>>>(out);
  return cudaDeviceSynchronize();
}
END
records others.cu --no-table
opcodes others/kernel-1.traceg ' (LDS|STS)[.U0-9]* ' '4 LDS 5 STS'
opcodes others/kernel-2.traceg 'ATOM[^ ]*' '1 ATOMG.E 1 ATOMS 1 ATOMS.POPC.INC.32'
has others/kernel-3.traceg '-shmem = 68'
