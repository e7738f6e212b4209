#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# atomics.sh SUPERWARP EXAMPLES_DIR SCRATCH_DIR: atomics on shared memory are recorded as nvcc's instructions.
set -euo pipefail
# shellcheck source=tools/kernels/tests/record/common.sh
source "$(dirname "$0")/common.sh" "$@"

# Eight lanes add a float to each of 4 words: 8 rounds, in each of which one lane of each word leaves.
cat >float_atomic.cu <<'END'
#include <cuda_runtime.h>
__global__ void weigh(float* out) {
  __shared__ float bins[32];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 4], 0.5f * threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
int main() {
  float *out, h[32];
  cudaMalloc(&out, sizeof h);
  weigh<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  return h[3] != 68;  // 0.5 (3 + 7 + .. + 31)
}
END
records float_atomic.cu --gpu hopper --json weigh.json
"$superwarp" replay float_atomic/kernel-1.traceg --gpu hopper --engine model --json replay.json >replay.out
python3 - <<'END' || fail "the rounds of an addition of floats are others"
import json
rows = {(row["opcode"], row.get("evidence")): row for row in json.load(open("replay.json"))["instructions"]}
load, swap = rows["LDS", "assumed"], rows["ATOMS.CAST.SPIN", "assumed"]
assert load["executions"] == swap["executions"] == 8, rows
assert load["gpu"]["wavefronts"] == 8 and swap["gpu"]["wavefronts"] == 8 * 9 / 2, rows
assert rows["LDS", None]["executions"] == rows["STS", None]["executions"] == 1, rows
lines = json.load(open("weigh.json"))["lines"]
assert {line["source"].split("(")[0] for line in lines if line.get("evidence") == "assumed"} == {"atomicAdd"}, lines
END
for opcode in 'LDS\*' 'ATOMS.CAST.SPIN\*'; do
  grep -q "$opcode  *6  *8 " float_atomic.out || fail "the table does not mark $opcode"
done
grep -q '^\* assumed: .* not public$' float_atomic.out || fail "the table does not say what the mark means"

# A loop of the source: the lanes of a word bring growing values, so each of them swaps in a round of its own.
cat >loop.cu <<'END'
#include <cuda_runtime.h>
__device__ void max_of(float* place, float value) {
  int* const word = reinterpret_cast<int*>(place);
  int old = *word, seen;
  do {
    seen = old;
    old = atomicCAS(word, seen, __float_as_int(fmaxf(value, __int_as_float(seen))));
  } while (seen != old);
}
__global__ void tallest(float* out) {
  __shared__ float best[4];
  if (threadIdx.x < 4) best[threadIdx.x] = -1;
  __syncthreads();
  max_of(&best[threadIdx.x % 4], threadIdx.x);
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = best[threadIdx.x];
}
int main() {
  float *out, h[4];
  cudaMalloc(&out, sizeof h);
  tallest<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  return h[1] != 29;
}
END
records loop.cu --no-table
[[ $(grep -c ' ATOMS.CAS ' loop/kernel-1.traceg) == 8 ]] || fail "loop: expected 8 rounds of a compare-and-swap"

# HIP's programs run on AMD's GPUs, which add floats in shared memory.
sed 's/cuda_runtime.h/hip\/hip_runtime.h/; s/cuda\([MA]\)/hip\1/g' float_atomic.cu >hip.hip
records hip.hip --no-table
[[ $(grep -c ' ATOMS ' hip/kernel-1.traceg) == 1 ]] || fail "HIP: an addition of floats is no single instruction"

# Every atomic of the table, by 32 lanes on 4 elements.
"$root/tools/kernels/atomics" --kernels >atomics.cu
records atomics.cu --no-table
python3 - "$root/data/atomics.csv" <<'END' || fail "recorded as other instructions than data/atomics.csv has"
import csv, glob, re, sys

nvcc = {}  # atomic: instructions on sm_80, the GPU that __CUDA_ARCH__ names
for row in csv.reader(line for line in open(sys.argv[1]) if not line.startswith("#")):
    gpus = [int(gpu) for gpu in re.findall(r"sm_(\d+)", row[1])]
    if gpus and gpus[0] <= 80 <= gpus[-1]:
        nvcc[row[0].replace(" ", "_")] = row[2]

def expected(code):
    """Kinds of instructions of 8 lanes a word; the loop's other instructions are for other memories."""
    spin = re.search(r"\((LDS\S*) (ATOMS\.CAST\.SPIN\S*)\)", code)
    if spin:
        return 8 * [spin[1], spin[2]]
    loop = re.search(r"(LDS\S*|LD\.E) \((ATOMS?)\S*CAS\S*\)$", code)
    return ["LDS"] + 8 * ["ATOMS.CAS"] if loop else [code]

seen = 0
for file in glob.glob("atomics/*.traceg"):
    text = open(file).read()
    name = re.search(r"kernel name = void (\w+)\(", text)[1]
    between = text[text.index("BAR.SYNC"):text.rindex("BAR.SYNC")].splitlines()[1:-1]
    found = [opcode[0] for opcode in (re.search(r"\b(LDS|ATOMS)\S*", line) for line in between) if opcode]
    want = expected(nvcc[name])
    if name == "add_half":  # two of the elements share a word
        want = want[:1] + 2 * want[1:]
    if name == "cas_16_bits":  # not modelled: the loop of words, which repeats only if the neighbour has changed
        want = ["ATOMS.CAS.U16"]
    if name == "max_float_by_cas":  # a loop of the source: the lanes whose value is no maximum leave later or at once
        want, found = sorted(set(want)), sorted(set(found))
    # The recorder leaves out which operation an atomic does.
    plain = [re.sub(r"^ATOMS\.(?!CAS|POPC)[A-Z]+(\.S32)?", "ATOMS", opcode) for opcode in want]
    assert found == plain, (name, nvcc[name], found, plain)
    seen += 1
assert seen == sum(name.count("bfloat16") == 0 for name in nvcc), (seen, sorted(nvcc))
END
echo "atomics are the instructions that nvcc makes"
