#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# refusals.sh SUPERWARP EXAMPLES_DIR SCRATCH_DIR: programs that fail in a kernel, or do not compile, end with status 2
# and a message that names kernel, thread and line; defects that do not stop a program are warnings with their lines.
# Nothing is left behind.
set -euo pipefail
# shellcheck source=tools/kernels/tests/record/common.sh
source "$(dirname "$0")/common.sh" "$@"

# program NAME BODY [MAIN]: a kernel with this body in one line, line 3 of NAME.cu.
program() {
  printf '%s\n' '#include <cstdio>' \
    '__global__ void kernel(int* g, int n) { __shared__ int s[64]; int t = threadIdx.x; (void)s; (void)t;' "$2" '}' \
    "int main() { int* g; cudaMalloc(&g, 4096); ${3-kernel<<<2, 64>>>(g, 1);} return 0; }" >"$1.cu"
}

# warned NAME WORDS...: runs, and warns with the words.
warned() {
  "$superwarp" record "$1.cu" --check >"$1.out" 2>"$1.err" || fail "$1: $(cat "$1.err")"
  has "$1.err" "${@:2}"
}

program syntax 'int x = ;'
refused syntax 'syntax.cu:3:' 'expected expression'
program deadlock \
  'if (t < 32) { if (t == 5) __shfl_sync(0xffffffff, t, 0); else __syncthreads(); } else __syncthreads();'
refused deadlock 'deadlock' 'deadlock.cu:3' 'kernel(int *, int)' 'thread (0,0,0) and 63 others'
program endless 'while (true) { if (atomicAdd(g, 1) < 0) break; }'
refused endless 'takes longer than 3 s' 'endless.cu:3'
program deep 'volatile int a[1 << 20]; a[t] = t; s[t] = a[t];'
refused deep 'stack overflow' 'kernel kernel' 'deep.cu:'
program crash 's[t] = *(volatile int*)(8L * n * 4096);' 'kernel<<<1, 64>>>(g, 0x10000000);'
refused crash 'crash' 'kernel(int *, int)'
program ptx 'asm volatile("bar.sync 0;");'
refused ptx 'ptx.cu:3: inline PTX is not supported'
program stopped 'if (t == 9) __trap();'
refused stopped '__trap()' 'thread (9,0,0)'
printf '%s\n' '#include <cassert>' '__global__ void kernel() {' 'assert(threadIdx.x < 40); }' \
  'int main() { kernel<<<1, 64>>>(); }' >asserted.cu
refused asserted 'asserted.cu:3: assert(threadIdx.x < 40)' 'block (0,0,0)'
printf '#include <thrust/sort.h>\nint main() {}\n' >library.cu
refused library 'library.cu:1:10' 'Thrust: not supported by the recorder; write the kernel in CUDA C++'
program texture 'g[t] = tex1Dfetch<int>(cudaTextureObject_t(n), t);'
refused texture 'texture.cu:3:' 'textures: not supported by the recorder'
printf '__global__ void kernel() {}\n' >mainless.cu
refused mainless 'no file has main(), which launches the kernels; name the file that has it'

program race 's[t] = t; g[t] = s[63 - t];'
warned race 'race.cu:3: data race with'
program bounds 's[t + n] = t; __syncthreads(); g[t] = s[t];'
warned bounds 'bounds.cu:3: access outside every array'
program apart 'if (t < 32) __syncthreads(); else { __syncthreads(); g[t] = 1; }'
warned apart 'wait at this barrier, others at'
program clean 's[t] = t; __syncthreads(); g[t] = s[63 - t];'
records clean.cu --check
echo "record.refusals: each failure names its line"
