# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

Needs clang, which compiles the programs.

  $ command -v clang++ >/dev/null || exit 80

A CUDA program is run on the CPU, and its launches become traces.

  $ superwarp record examples/cuda/transpose.cu --out transpose --no-table
  transpose: right
  examples/cuda/transpose.cu ended with status 0; 2 kernel launches
    void transpose(const float *, float *, int) [Padding = 0], grid (4,4,1), block (32,8,1): 1 launch, 1 recorded, 16 blocks
    void transpose(const float *, float *, int) [Padding = 1], grid (4,4,1), block (32,8,1): 1 launch, 1 recorded, 16 blocks
  recorded    transpose: 2 traces
  $ ls transpose
  kernel-1.traceg
  kernel-2.traceg
  kernelslist.g
  $ superwarp replay transpose/kernel-1.traceg --engine model | sed -n '1,6p'
  transpose/kernel-1.traceg, 256 threads, rounds schedule, on dmm (width 32, latency 7)
    work        128 rounds, 1024 dispatches, 32768 requests
    congestion  total 16896, largest 32, mean 16.5
    model            17664 time units
    latency     of a dispatch: median 7, p99 38, largest 38 time units
    ideal       PRAM 128 time units, BPRAM of width 32: 1024
  $ superwarp check transpose
  lines that access shared memory: 4; on dmm of width 32
    verdict        slots  /ideal  line
    over limit     16384   32.00  examples/cuda/transpose.cu:17  out[(x + row) * n + y + threadIdx.x] = tile[threadIdx.x][row
    good             512    1.00  examples/cuda/transpose.cu:14  tile[row][threadIdx.x] = in[(y + row) * n + x + threadIdx.x]
    good             512    1.00  examples/cuda/transpose.cu:14  tile[row][threadIdx.x] = in[(y + row) * n + x + threadIdx.x]
    good             512    1.00  examples/cuda/transpose.cu:17  out[(x + row) * n + y + threadIdx.x] = tile[threadIdx.x][row
  1 line fails
  [1]
  $ superwarp record examples/cuda/transpose.cu --out two --launches 2 --shared-only --machine sdmm --super-warp 4 | sed -n '1,11p'
  transpose: right
  examples/cuda/transpose.cu ended with status 0; 2 kernel launches
    void transpose(const float *, float *, int) [Padding = 0], grid (4,4,1), block (32,8,1): 1 launch, 0 recorded, 0 blocks; --only-blocks, --kernels and --launches select
    void transpose(const float *, float *, int) [Padding = 1], grid (4,4,1), block (32,8,1): 1 launch, 1 recorded, 16 blocks
  recorded    two: 1 trace
  
  two/kernel-2.traceg, 256 threads, rounds schedule, on sdmm (width 32, latency 7, super warp 4)
    work        128 rounds, 256 dispatches, 32768 requests
    congestion  total 1024, largest 4, mean 4
    model             1792 time units
    latency     of a dispatch: median 10, p99 10, largest 10 time units
  $ superwarp record examples/cuda/reduction.cu --out reduction --no-table --only-blocks 0..1 --repeats 1 | head -4
  reduction: right
  examples/cuda/reduction.cu ended with status 0; 8 kernel launches
    void reduce(const int *, int *, int) [Step = 1], grid (16,1,1), block (256,1,1): 1 launch, 1 recorded, 2 blocks; --only-blocks, --kernels and --launches select
    void reduce(const int *, int *, int) [Step = 2], grid (16,1,1), block (256,1,1): 1 launch, 1 recorded, 2 blocks; --only-blocks, --kernels and --launches select
  $ superwarp record examples/cuda/transpose.cu --out csv --csv - | cut -d, -f1-6 | head -4
  transpose: right
  kernel,line,source,dmm,rsdmm,rsdmm stream
  "void transpose(const float *, float *, int) [Padding = 0]",examples/cuda/transpose.cu:17,out[(x + row) * n + y + threadIdx.x] = tile[threadIdx.x][row];,32
  "void transpose(const float *, float *, int) [Padding = 0]",examples/cuda/transpose.cu:14,tile[row][threadIdx.x] = in[(y + row) * n + x + threadIdx.x];,1
  "void transpose(const float *, float *, int) [Padding = 1]",examples/cuda/transpose.cu:14,tile[row][threadIdx.x] = in[(y + row) * n + x + threadIdx.x];,1
  $ superwarp record examples/cuda/transpose.cu --check
  transpose: right
  examples/cuda/transpose.cu ended with status 0; 2 kernel launches
    void transpose(const float *, float *, int) [Padding = 0], grid (4,4,1), block (32,8,1): 1 launch, 1 checked, 16 blocks
    void transpose(const float *, float *, int) [Padding = 1], grid (4,4,1), block (32,8,1): 1 launch, 1 checked, 16 blocks

By the rules of a GPU, as Markdown and as JSON.

  $ superwarp record examples/cuda/transpose.cu --out gpu --gpu hopper --markdown - | cut -c1-110
  transpose: right
  examples/cuda/transpose.cu. Slots of an access by a warp, mean
  
  | kernel | line | source | hopper | dmm | rsdmm | rsdmm stream |
  |---|---|---|---:|---:|---:|---:|
  | void transpose(const float \*, float \*, int) \[Padding = 0] | examples/cuda/transpose.cu:17 | out\[(x + row
  | void transpose(const float \*, float \*, int) \[Padding = 0] | examples/cuda/transpose.cu:14 | tile\[row]\[t
  | void transpose(const float \*, float \*, int) \[Padding = 1] | examples/cuda/transpose.cu:14 | tile\[row]\[t
  | void transpose(const float \*, float \*, int) \[Padding = 1] | examples/cuda/transpose.cu:17 | out\[(x + row
  
  examples/cuda/transpose.cu:17: 32.00 slots an access on the hopper, 1.81 on the rsdmm stream: 17.7 times fewer
  $ steady superwarp record examples/cuda/transpose.cu --out json --json - | sed -n '1,/"kernels"/p' | head -40
  transpose: right
  {
    "schema": "superwarp.record/1",
    "status": 0,
    "lock_step": [],
    "refused": [],
    "launches": [
      {
        "number": 1,
        "kernel": "void transpose(const float *, float *, int) [Padding = 0]",
        "grid": "4,4,1",
        "block": "32,8,1",
        "blocks": 16,
        "shared_bytes": 4096,
        "left_out": [],
        "trace": "json/kernel-1.traceg"
      },
      {
        "number": 2,
        "kernel": "void transpose(const float *, float *, int) [Padding = 1]",
        "grid": "4,4,1",
        "block": "32,8,1",
        "blocks": 16,
        "shared_bytes": 4224,
        "left_out": [],
        "trace": "json/kernel-2.traceg"
      }
    ],
    "defects": [],
    "lines": [
      {
        "kernel": "void transpose(const float *, float *, int) [Padding = 0]",
        "file": "examples/cuda/transpose.cu",
        "line": 17,
        "source": "out[(x + row) * n + y + threadIdx.x] = tile[threadIdx.x][row];",
        "accesses": 512,
        "slots": 16384,
        "ideal": 512,
        "over_ideal": 32.0
      },

The program's arguments and its exit status are reported. One that does not compile, or launches nothing, is refused.

  $ cat >one.cu <<END
  > #include <cstdio>
  > __global__ void one(int* a) { __shared__ int s[64]; s[threadIdx.x * 2] = 1; __syncthreads(); a[threadIdx.x] = s[2 * threadIdx.x]; }
  > int main(int n, char** v) { int* a; cudaMalloc(&a, 256); one<<<2, 32>>>(a); std::printf("%d: %s\n", n, v[n - 1]); return n - 1; }
  > END
  $ superwarp record one.cu --out one --no-table -- x y
  3: y
  one.cu ended with status 2; 1 kernel launch
    void one(int *), grid (2,1,1), block (32,1,1): 1 launch, 1 recorded, 2 blocks
  recorded    one: 1 trace
  $ echo 'int main() { return undeclared; }' >wrong.cu
  $ superwarp record wrong.cu --out wrong 2>&1 | head -1
  superwarp: error: the compiler refuses the program:
  $ echo 'int main() {}' >empty.cu
  $ superwarp record empty.cu
  superwarp: error: the program launched no kernel; does it need arguments behind '--'?
  [2]
