#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# accesses.sh SUPERWARP EXAMPLES_DIR SCRATCH_DIR: accesses in a recording of copies, halves, sums and words with gaps.
set -euo pipefail
# shellcheck source=tools/kernels/tests/record/common.sh
source "$(dirname "$0")/common.sh" "$@"

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
"$superwarp" record structs.cu --out structs --no-table >structs.out 2>structs.err ||
  fail "structs: $(cat structs.out structs.err)"
if ! grep -q 'ended with status 0' structs.out || [[ -s structs.err ]]; then
  fail "structs: $(cat structs.out structs.err)"
fi
python3 - <<'END' || fail "structs: the accesses of a copy are others"
lines = {}
found = []
for line in open("structs/kernel-1.traceg"):
    words = line.split()
    if line.startswith("-source"):
        lines[words[1]] = int(line.split("structs.cu:")[1].split(":")[0])
    elif len(words) > 6 and words[1] == "ffffffff":
        opcode = next(word for word in words if word.startswith(("LDS", "STS", "LDG", "STG")))
        place = words[next(i for i, word in enumerate(words) if word.startswith("0x")):]
        found.append((lines[words[0]], opcode, int(place[0], 16), int(place[1])))
def of(line):
    return [access[1:] for access in found if access[0] == line]
assert of(13) == [("LDS.128", 0x10, 16), ("STS.128", 0, 16)], of(13)
assert of(14) == [("LDS", 0x20c + 4 * i, 12) for i in range(3)] + [("STS", 0x200 + 4 * i, 12) for i in range(3)], of(14)
stored = [("STS.128", 0x380 + 16 * i, 32) for i in range(2)]
assert of(15) == [("LDS.128", 0x3a0 + 16 * i, 32) for i in range(2)] + stored, of(15)
assert of(18) == stored, of(18)
END

# Two halves are one word, in copies and in arithmetic.
cat >halves.cu <<'END'
#include <cuda_fp16.h>
__global__ void k(const half2* in, half2* out) {
  __shared__ half2 v[64];
  const int t = threadIdx.x;
  v[t] = in[t];
  __syncthreads();
  if (t < 32) v[t] = v[t] + v[t + 32];
  __syncthreads();
  out[t] = v[t];
  v[t] = __float2half2_rn(0.f);
}
int main() {
  half2 *in, *out;
  cudaMallocManaged(&in, 256);
  cudaMallocManaged(&out, 256);
  for (int i = 0; i < 64; ++i) in[i] = half2(float(i), float(2 * i));
  k<<<1, 64>>>(in, out);
  for (int i = 0; i < 32; ++i) if (float(out[i].x) != 2 * i + 32 || float(out[i].y) != 4 * i + 64) return 1;
}
END
"$superwarp" record halves.cu --out halves --no-table >halves.out 2>&1 || fail "halves: $(cat halves.out)"
grep -q 'ended with status 0' halves.out || fail "halves: $(cat halves.out)"
[[ $(grep -oE ' (LDS|STS)[.U0-9]* ' halves/kernel-1.traceg | sort | uniq -c | xargs) == '4 LDS 5 STS' ]] ||
  fail "halves: $(grep -oE ' (LDS|STS)[.U0-9]* ' halves/kernel-1.traceg | sort | uniq -c)"

# A dropped sum of one counts on shared words of 32 bits, also in a header; other sums and memories do not.
printf '%s\n' '#pragma once' 'template <class T> __device__ void add_one(T* at) { atomicAdd(at, 1); }' >counting.h
cat >counting.cu <<'END'
#include "counting.h"
__global__ void k(int* out, float* sum) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  add_one(&s);
  const int before = atomicAdd(&s, 1);
  add_one(sum);
  __syncthreads();
  out[threadIdx.x] = before >= 32 ? s : 0;
}
int main() {
  int* out;
  float* sum;
  cudaMallocManaged(&out, 128);
  cudaMallocManaged(&sum, 4);
  *sum = 0;
  k<<<1, 32>>>(out, sum);
  cudaDeviceSynchronize();
  return out[0] == 64 && *sum == 32 ? 0 : 1;
}
END
"$superwarp" record counting.cu --out counting --no-table >counting.out 2>&1 || fail "counting: $(cat counting.out)"
grep -q 'ended with status 0' counting.out || fail "counting: $(cat counting.out)"
[[ $(grep -oE 'ATOM[^ ]*' counting/kernel-1.traceg | sort | uniq -c |
  xargs) == '1 ATOMG.E 1 ATOMS 1 ATOMS.POPC.INC.32' ]] ||
  fail "counting: $(grep -oE 'ATOM[^ ]*' counting/kernel-1.traceg | sort | uniq -c)"

# Words between which alignment leaves gaps: the trace's shared memory has all of them.
printf '%s\n' '__global__ void k(int* out) {' '__shared__ int first, second, third; extern __shared__ int more[];' \
  'if (threadIdx.x == 0) { first = blockDim.x; more[4] = first; second = out[0]; third = out[1]; }' \
  '__syncthreads(); out[threadIdx.x] = first + second + third + more[4]; }' \
  'int main() { int* out; cudaMalloc(&out, 128); k<<<1, 32, 20>>>(out); return cudaDeviceSynchronize(); }' >words.cu
"$superwarp" record words.cu --out words >words.out 2>&1 || fail "words: $(cat words.out)"
grep -q -- '-shmem = 68' words/kernel-1.traceg || fail "words: $(head -5 words/kernel-1.traceg)"
