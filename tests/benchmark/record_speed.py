#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast `superwarp record` is, and how much memory it takes. Not a test: a shared machine gives no reliable times.

    tests/benchmark/record_speed.py build/superwarp
"""

import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

BLOCKS = 10000
THREADS = 256
ACCESSES = 16  # of shared memory, a thread
PROGRAM = """
#include <cstdio>
__global__ void turn(const float *in, float *out) {
  __shared__ float s[256];
  float mine = in[threadIdx.x];
  for (int i = 0; i < %d; ++i) {
    s[(threadIdx.x * 33 + i) %% 256] = mine;
    __syncthreads();
    mine += s[threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 256 + threadIdx.x] = mine;
}
int main() {
  float *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(float));
  cudaMallocManaged(&out, %d * 256 * sizeof(float));
  turn<<<%d, 256>>>(in, out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
"""


def run(*command):
    """Wall time and processor time of a command, which includes the programs that it starts."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    wall, processor = time.perf_counter(), used()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - wall, used() - processor


def main():
    superwarp = sys.argv[1]
    example = pathlib.Path(__file__).parents[2] / "examples/cuda/transpose.cu"
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "turn.cu"
        source.write_text(PROGRAM % (ACCESSES // 2, BLOCKS, BLOCKS), encoding="ascii")
        out = f"{folder}/out"
        table = min(run(superwarp, "record", example, "--out", out)[0] for _ in range(3))
        record = [superwarp, "record", source, "--out", out, "--shared-only", "--no-table", "--megabytes", "8192"]
        one = min(run(*record, "--only-blocks", "0")[1] for _ in range(2))
        every = run(*record, "--only-blocks", "all")[1]
        megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        told = subprocess.run([*record, "--only-blocks", "0..9", "--json", "-"], check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL).stdout
        accesses = sum(line["accesses"] for line in json.loads(told)["lines"]) * 32 * BLOCKS // 10
    assert accesses == BLOCKS * THREADS * ACCESSES, accesses
    rate = accesses * (BLOCKS - 1) / BLOCKS / (every - one) / 1e6
    print(f"examples/cuda/transpose.cu, from source to table      {table:6.1f} s")
    print(f"{BLOCKS} blocks recorded, shared memory alone           {rate:6.1f} million accesses of lanes a second and "
          "core")
    print(f"{'':54}{megabytes / 1024:6.2f} GiB of memory at most")


if __name__ == "__main__":
    main()
