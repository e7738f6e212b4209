#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# examples.sh SUPERWARP EXAMPLES_DIR SCRATCH_DIR: the programs in examples/cuda run on the CPU, pass their own checks,
# and their recordings have the slots that their sources say.
set -euo pipefail
# shellcheck source=tools/kernels/tests/record/common.sh
source "$(dirname "$0")/common.sh" "$@"

# slots TRACE TEXT MEAN: the instruction on the line with TEXT needs MEAN slots a dispatch on the dmm.
slots() {
  "$superwarp" replay "$1" --engine model --json - >replay.json
  python3 - "$2" "$3" <<'END' || fail "$1: '$2' does not need $3 slots an access"
import json, sys
text, mean = sys.argv[1], float(sys.argv[2])
rows = [row for row in json.load(open("replay.json"))["instructions"] if text in (row["source"] or "")]
means = sorted({round(row["machines"]["dmm"]["mean"], 2) for row in rows})
sys.exit(means != [mean] and f"{means}")
END
}

for source in "$examples"/*.cu; do
  program=$(basename "$source" .cu)
  records "$source"
  grep -q ': right$' "$program.out" || fail "$program: its own check fails"
  [[ $program =~ ^(attention|reduction|scan)$ || ${SUPERWARP_TRIALS:-1} -gt 1 ]] || continue
  "$superwarp" record "$source" --out again --no-table >again.out
  diff -r "$program" again >/dev/null || fail "$program: two recordings differ"
done

# Every access has a line, also those that the compiler moves out of a loop (attention).
for trace in */kernel-*.traceg; do
  unknown=$(awk '/^-source/ {known[$2]} $0 ~ / (LD|ST|ATOM|RED)/ && !/^-/ && !($1 in known) {print $1; exit}' "$trace")
  [[ -z $unknown ]] || fail "$trace: no line for the access at $unknown"
done

slots transpose/kernel-1.traceg 'tile[threadIdx.x][row]' 32
slots transpose/kernel-2.traceg 'tile[threadIdx.x][row]' 1
slots reduction/kernel-3.traceg 'sum[t] = mine = sum[t] + sum[t + s]' 1
slots transpose_swizzle/kernel-1.traceg 'tile[' 1
slots scan/kernel-3.traceg 'sum[1 - now][t]' 1
slots matrix_product/kernel-1.traceg 'as[threadIdx.y][k] * bs[k]' 1
slots aes_tables/kernel-3.traceg '^= t4[place' 1
! grep -q 'clock64' aes_tables.out || fail "reading the clock is an access: $(grep clock64 aes_tables.out)"
grep -q '[0-9.]* slots an access on the dmm, .* times fewer' transpose.out || fail "no line says what it gains"
[[ $(cat transpose/kernelslist.g) == $'kernel-1.traceg\nkernel-2.traceg' ]] ||
  fail "kernelslist.g does not name the traces"

# RTL and model agree on a recording, and the selection holds.
"$superwarp" record "$examples/transpose.cu" --out one --launches 2 --only-blocks 3..4 --shared-only >one.out
[[ $(ls one) == $'kernel-2.traceg\nkernelslist.g' ]] || fail "--launches records $(ls one)"
[[ $(grep -c '^#BEGIN_TB' one/kernel-2.traceg) == 2 ]] || fail "--only-blocks records other blocks"
! grep -q LDG one/kernel-2.traceg || fail "--shared-only records global memory"
"$superwarp" replay one/kernel-2.traceg | grep -q 'agree       yes' || fail "RTL and model do not agree"
"$superwarp" record "$examples/transpose.cu" --check >check.out
[[ ! -e transpose.recording ]] || fail "--check records"
# Equal launches are recorded ten times, and the output says what was left out.
cat >again.cu <<'END'
__global__ void one(int* g) {
  __shared__ int s[32];
  s[threadIdx.x] = 1; __syncwarp(); g[threadIdx.x] += s[31 - threadIdx.x];
}
int main() {
  int* g; cudaMalloc(&g, 128); cudaMemset(g, 0, 128);
  for (int i = 0; i < 12; ++i) one<<<300, 32>>>(g);
  return g[3] != 3600;
}
END
"$superwarp" record again.cu --out again --no-table >again.out
grep -q '12 launches, 10 recorded, 2560 blocks; --repeats .*; --only-blocks' again.out ||
  fail "repeats: $(cat again.out)"
"$superwarp" record again.cu --out again --no-table --repeats 0 --only-blocks all >again.out
grep -q '12 launches, 12 recorded, 3600 blocks$' again.out || fail "all: $(cat again.out)"

# A kernel that needs lock step in its second block only: the program runs again, and its result is right.
cat >late.cu <<'END'
#include <cstdio>
__global__ void shift(int* g, int when) {
  volatile __shared__ int s[33];
  const int t = threadIdx.x;
  s[t] = t;
  if (blockIdx.x == when) s[t] = s[t + 1 & 31];
  g[32 * blockIdx.x + t] = s[t];
}
int main(int n, char** words) {
  int* g;
  cudaMalloc(&g, 512);
  shift<<<4, 32>>>(g, n);
  std::printf("%d %d\n", g[32 * n], g[32 * n + 31]);
  return g[32 * n] != 1 || g[32 * n + 31] != 0;
}
END
"$superwarp" record late.cu --check >late.out 2>late.err || fail "lock step: $(cat late.out late.err)"
has late.err 'late.cu:6: thread (' 'the program runs again'

"$superwarp" record -D NAME -I . late.cu --check -D OTHER -- one two >late.out 2>late.err ||
  fail "arguments: $(cat late.out late.err)"
grep -q '^1 0' late.out || fail "arguments are not handed on: $(cat late.out)"
has late.err 'late.cu:6'

# JSON, with the program's own output out of the way; sectors; an interrupt leaves nothing behind.
"$superwarp" record "$examples/transpose.cu" --out json --json - >json.out 2>json.err
python3 -c 'import json; j = json.load(open("json.out")); l = j["lines"]; g = j["global_lines"]
assert j["schema"] == "superwarp.record/1" and j["status"] == 0 and not j["defects"] and len(j["launches"]) == 2
assert j["launches"][1]["trace"] == "json/kernel-2.traceg" and l[0]["over_ideal"] == 32 and l[1]["over_ideal"] == 1, l
assert [line["over_ideal"] for line in g] == [1.0] * 4, g'
has json.err 'transpose: right'
grep -q '  1.00  .*transpose.cu:14  tile' transpose.out || fail "no table of sectors"
printf '%s\n' '__global__ void k(int* g) { while (atomicAdd(g, 1) >= 0) *g = 0; }' \
  'int main() { int* g; cudaMalloc(&g, 4); k<<<1, 32>>>(g); }' >long.cu
mkdir -p tmp
TMPDIR=$PWD/tmp "$superwarp" record long.cu --out long >long.out 2>long.err &
process=$!
for _ in {1..200}; do compgen -G 'tmp/*/program' >/dev/null && break; sleep 0.1; done
sleep 0.5
kill -TERM $process
status=0
wait $process || status=$?
[[ $status == 143 && -z $(ls tmp) && ! -e long ]] || fail "interrupt: status $status, left $(ls tmp)"
[[ ! -s long.err ]] || fail "interrupt: $(cat long.err)"
# So does Ctrl-C while the compiler runs, which it ends too. Where it is ignored, the recording goes on.
mkdir slow
cat >slow/clang++ <<'END'
#!/bin/sh
[ -e compiling ] || { touch compiling; sleep 5; touch slept; }
exec "$REAL" "$@"
END
chmod +x slow/clang++
REAL=$(command -v clang++ || command -v clang++-14)
# interrupted OPTION EXPECTED: Ctrl-C while the compiler runs; `env OPTION` says what SIGINT does. Status EXPECTED.
interrupted() {
  rm -f compiling slept
  REAL=$REAL PATH=$PWD/slow:$PATH TMPDIR=$PWD/tmp setsid env "$1" "$superwarp" record again.cu --out stopped \
    --no-table >long.out 2>long.err &
  process=$!
  for _ in {1..200}; do [[ -e compiling ]] && break; sleep 0.1; done
  kill -INT -- -$process
  status=0
  wait $process || status=$?
  [[ $status == "$2" && -z $(ls tmp) && ! -s long.err ]] ||
    fail "Ctrl-C, $1: status $status, left $(ls tmp): $(cat long.err)"
}
interrupted --default-signal=INT 130
[[ ! -e stopped && ! -e slept ]] || fail 'Ctrl-C: the compiler goes on, or a recording is left'
interrupted --ignore-signal=INT 0
[[ -e stopped/kernelslist.g ]] || fail 'Ctrl-C that is ignored: no recording'

# Loops that copy, and three components, are accesses as others are; a transpose of 8x8 in lock step without a barrier.
cat >copies.cu <<'END'
__global__ void copies(float* g, float3* f) {
  __shared__ float t[72];
  __shared__ float3 s[8];
  float *v = &t[threadIdx.x], *h = &t[threadIdx.x * 9], mine[8];
  for (int i = 0; i < 8; ++i) v[i * 9] = g[8 * i + threadIdx.x];
  for (int i = 0; i < 8; ++i) mine[i] = h[i];
  for (int i = 0; i < 8; ++i) v[i * 9] = mine[i];
  for (int i = 0; i < 8; ++i) g[8 * threadIdx.x + i] = h[i];
  s[threadIdx.x] = f[threadIdx.x];
  f[threadIdx.x] = s[7 - threadIdx.x];
}
int main() {
  float* g;
  float3* f;
  cudaMalloc(&g, 256);
  cudaMalloc(&f, 96);
  for (int i = 0; i < 64; ++i) g[i] = i;
  copies<<<1, 8>>>(g, f);
  for (int i = 0; i < 64; ++i) if (g[i] != i % 8 * 8 + i / 8) return 1;
  return 0;
}
END
"$superwarp" record copies.cu --out copies --json - >json.out 2>copies.err || fail "copies: $(cat copies.err)"
python3 -c 'import json; j = json.load(open("json.out")); n = {l["line"]: l["accesses"] for l in j["lines"]}
assert j["status"] == 0 and n == {5: 8, 6: 8, 7: 8, 8: 8, 9: 3, 10: 3}, (j["status"], n)' ||
  fail "copies are not recorded"

# Blocks of a cooperative launch wait for each other. Tiles of several warps, half precision, shuffles of 16 bytes, and
# a program's own umin. Warps that hand over through a pipeline and through a barrier of their own.
cat >groups.cu <<'END'
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_fp16.h>
#include "managed.h"
namespace cg = cooperative_groups;
static unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
__global__ void turn(int* g, int n) {
  __shared__ int mine[64];
  mine[threadIdx.x] = g[64 * blockIdx.x + threadIdx.x] = 64 * blockIdx.x + threadIdx.x;
  cg::this_grid().sync();
  const int other = g[64 * (gridDim.x - n - blockIdx.x) + threadIdx.x];
  cg::this_grid().sync();
  g[64 * blockIdx.x + threadIdx.x] = other + mine[threadIdx.x];
}
__global__ void wide(int* g, float* f) {
  __shared__ cg::block_tile_memory<256> memory;
  auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
  const int sum = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const uint4 next = warp.shfl_down(make_uint4(threadIdx.x, 1, 2, umin(3, threadIdx.x)), 1);
  __shared__ half h[256];
  h[threadIdx.x] = __float2half(0.1f * threadIdx.x);
  g[threadIdx.x] = sum + (warp.thread_rank() < 31 ? next.x - threadIdx.x + next.w : 4);
  f[threadIdx.x] = __half2float(h[threadIdx.x]);
}
__global__ void pipe(const int* in, int* out, int rounds) {
  auto block = cg::this_thread_block();
  __shared__ alignas(16) int stage[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  const bool producer = threadIdx.x >= 32;
  if (threadIdx.x == 0) init(&bar, 64);
  using cuda::pipeline_role;
  auto handed = cuda::make_pipeline(block, &state, producer ? pipeline_role::producer : pipeline_role::consumer);
  int sum = 0;
  for (int r = 0; r < rounds; ++r) {
    if (producer) {
      handed.producer_acquire();
      cuda::memcpy_async(&stage[r % 2][threadIdx.x - 32], &in[32 * r + threadIdx.x - 32], sizeof(int), handed);
      handed.producer_commit();
    } else {
      handed.consumer_wait();
      sum += stage[r % 2][31 - threadIdx.x];
      handed.consumer_release();
    }
  }
  bar.wait(bar.arrive());
  if (!producer) out[threadIdx.x] = sum;
}
int main() {
  int *g = managed<int>(640), *out = managed<int>(32), n = 1;
  float* f = managed<float>(256);
  void* arguments[] = {&g, &n};
  cudaLaunchCooperativeKernel((void*)turn, dim3(5), dim3(64), arguments, 0, 0);
  for (int i = 0; i < 320; ++i)
    if (g[i] != 256 + 2 * (i % 64)) return 1;
  wide<<<1, 256>>>(g, f);
  for (int t = 0; t < 256; ++t)
    if (g[t] != 64 * (t / 64 * 64) + 63 * 32 + (t < 2 ? t + 2 : 4) || std::fabs(f[t] - 0.1f * t) > 0.01f)
      return std::printf("%d: %d, %f\n", t, g[t], f[t]);
  if (f[3] == 0.3f || f[1] != 0.0999755859375f) return 2;
  for (int i = 0; i < 640; ++i) g[i] = i * i;
  pipe<<<1, 64>>>(g, out, 20);
  for (int t = 0; t < 32; ++t) {
    int sum = 0;
    for (int r = 0; r < 20; ++r) sum += g[32 * r + 31 - t];
    if (out[t] != sum) return 3;
  }
}
END
records groups.cu --check
# Accesses of two branches stay two, each with its line.
cat >branches.cu <<'END'
__global__ void branches(int* g) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  int sum = 0;
  if (threadIdx.x & 1)
    sum = s[31 - threadIdx.x];
  else
    sum = s[31 - threadIdx.x] + 1;
  if (g[threadIdx.x] & 1)
    s[threadIdx.x] = sum;
  else
    g[threadIdx.x] = sum;
}
int main() {
  int* g;
  cudaMalloc(&g, 128);
  cudaMemset(g, 0, 128);
  branches<<<1, 32>>>(g);
  return g[0] != 32;
}
END
records branches.cu
has branches/kernel-1.traceg branches.cu:{6,8,12}:
# Beside what Nsight Compute counted on an H100: every line, and other instructions are told as such.
ncu() { # EXAMPLE EXPORT [STATUS]
  local status=0
  "$superwarp" record "$examples/$1.cu" --out "ncu-$1" --no-table --gpu hopper --ncu "$root/data/ncu/h100/$2" \
    --json ncu.json >ncu.out 2>&1 || status=$?
  ((status == ${3:-0})) || fail "ncu: $status $(cat ncu.out)"
}
ncu transpose transpose.cuda.csv
grep -qE '^ +1  transpose.cu:17  loads +512 +512 +16384 +16384 +0.0 % +512 +512 +15872 +15872 ' ncu.out ||
  fail "ncu: $(cat ncu.out)"
! grep -q 'other instructions' ncu.out || fail "ncu: other instructions in transpose: $(cat ncu.out)"
for page in sass raw; do
  ncu transpose "transpose.$page.csv"
  grep -qE '^ +total +loads +1024 +1024 +16896 +16896 +0.0 %' ncu.out || fail "ncu, $page page: $(cat ncu.out)"
done
ncu convolution convolution.cuda.csv
has ncu.out 'convolution.cu:25 loads: the GPU executed 1168 LDS; the trace 2176 LDS'
ncu transpose lud.raw.csv 2
has ncu.out 'lud.raw.csv: has no kernel of the trace'
echo "record.examples: every program in examples/cuda recorded"
