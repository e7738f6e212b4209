#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# steps.sh SUPERWARP EXAMPLES_DIR SCRATCH_DIR: lanes of a warp meet again behind a branch and at the end of a loop's
# step, and never wait for each other for ever.
set -euo pipefail
# shellcheck source=tools/kernels/tests/record/common.sh
source "$(dirname "$0")/common.sh" "$@"

# executions NAME WANTED: on Hopper the lines of NAME.cu have these executions and wavefronts, "LINE EXECUTIONS
# WAVEFRONTS, ..".
executions() {
  records "$inputs/$1.cu" --no-table
  for trace in "$1"/kernel-*.traceg; do
    "$superwarp" replay "$trace" --gpu hopper --engine model --json - >"$trace.json"
  done
  python3 - "$2" "$1"/*.json <<'END' || fail "$1: other executions"
import collections, json, sys
sums = collections.defaultdict(lambda: [0, 0])
for name in sys.argv[2:]:
    for row in json.load(open(name))["instructions"]:
        sums[row["line"]][0] += row["executions"]
        sums[row["line"]][1] += row["gpu"]["wavefronts"]
told = ([int(word) for word in one.split()] for one in sys.argv[1].split(", "))
sys.exit(f"{dict(sums)}" if any(sums[line] != counts for line, *counts in told) else 0)
END
}
executions walk '13 32 32, 23 96 96, 33 32 682'
executions steps '11 64 64, 13 64 64, 18 64 64, 19 64 64, 24 64 64, 26 64 64, 33 64 64, 34 192 192, '\
'40 64 64, 41 192 192, 47 64 64, 48 64 64, 55 1 1, 61 1 1'

# Lanes that wait for others of their warp, which are at a barrier, in a loop, or behind it.
cat >waits.cu <<'END'
#include "managed.h"
__global__ void k(int* out) {
  __shared__ int s[64];
  __shared__ int lock, ready;
  const int t = threadIdx.x, lane = t % 32;
  if (t == 0) lock = ready = 0;
  __syncthreads();
  // One barrier in two branches, and one that some lanes reach later.
  if (lane < 8) {
    s[t] = 1;
    __syncthreads();
  } else {
    s[t] = 2;
    __syncthreads();
  }
  // A lock: those that have not got it spin until the one that has left the loop gives it back.
  for (int turn = 0; turn < 32; ++turn) {
    if (turn != lane || t >= 32) continue;
    while (atomicCAS(&lock, 0, 1) != 0) {}
    s[t] += turn;
    atomicExch(&lock, 0);
  }
  __syncthreads();
  // A lane behind the loop sets the flag for which the others spin in it.
  if (t < 32) {
    volatile int* flag = &ready;
    for (int step = 0;; ++step) {
      if (lane == 0) break;
      if (*flag != 0) break;
    }
    if (lane == 0) ready = 1;
  }
  __syncthreads();
  // A shuffle in a branch, and lanes that return early.
  int v = s[t];
  if (lane >= 16) v += __shfl_xor_sync(0xffff0000U, v, 1);
  if (lane == 3) return;
  __syncthreads();
  for (int step = 0; step < lane; ++step) {
    if (step == 5 && lane > 20) {
      out[t] = v;
      return;
    }
    __syncwarp(__activemask());
  }
  out[t] = v;
}
int main() {
  int* out = managed<int>(64);
  for (int t = 0; t < 64; ++t) out[t] = -1;
  k<<<1, 64>>>(out);
  for (int t = 0; t < 64; ++t) {
    const int lane = t % 32, own = (lane < 8 ? 1 : 2) + (t < 32 ? lane : 0);
    const int other = 2 + (t < 32 ? lane ^ 1 : 0);
    const int right = lane == 3 ? -1 : lane < 16 ? own : own + other;
    if (out[t] != right) return 1 + t;
  }
}
END
"$superwarp" record waits.cu -I "$inputs" --out waits --no-table >waits.out 2>&1 || fail "waits: $(cat waits.out)"
has waits.out 'ended with status 0'

# A recording by an older version says so when it is replayed; one of today and one by another tracer do not.
sed '/^-recorder version/d' walk/kernel-1.traceg >old.traceg
sed '/^-recorde/d' walk/kernel-1.traceg >other.traceg
"$superwarp" replay old.traceg --engine model 2>&1 >/dev/null |
  grep -q "^superwarp: warning: old.traceg: an older 'superwarp record'" ||
  fail 'an old recording is replayed without a warning'
for trace in walk/kernel-1.traceg other.traceg; do
  [[ -z $("$superwarp" replay "$trace" --engine model 2>&1 >/dev/null) ]] || fail "$trace: a warning"
done
