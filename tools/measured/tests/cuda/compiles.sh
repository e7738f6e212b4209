#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compiles.sh BUILD_DIR NVCC SCRATCH_DIR: nvcc compiles the measuring programs (without nvcc: status 77, skipped), loads
# and stores of the first have the right widths, and without a GPU it ends with status 2, a reason, and no file.
set -euo pipefail
build=$1
nvcc=$2
if [[ ! -x $nvcc ]]; then
  echo 'skipped: nvcc is neither in PATH nor in /usr/local/cuda/bin, the measuring program cannot be compiled here'
  exit 77
fi
here=$(realpath "$(dirname "$0")")
root=$here/../../../..
cmake --build "$build" --target superwarp_measure
rm -rf "$3"
mkdir -p "$3"
python3 "$here/check_instructions.py" "$build/tools/measured/cuda/measure.o"
"$nvcc" -std=c++17 -arch=sm_75 -I"$root" -Werror all-warnings -c -o "$3/kernel_times.o" \
  "$root/tools/measured/cuda/kernel_times.cu"
if [[ ! -x $build/superwarp_measure ]]; then
  echo 'compiled; not linked: the CUDA run time library is missing'
  exit 0
fi
cd "$3"
status=0
CUDA_VISIBLE_DEVICES='' "$build/superwarp_measure" --out a.json >stdout 2>stderr || status=$?
((status == 2)) || { echo "FAILED: status $status without a GPU, expected 2"; cat stderr; exit 1; }
grep -q 'GPU' stderr
[[ ! -s stdout && ! -e a.json ]]
status=0
"$build/superwarp_measure" --repetitions 0 --out a.json 2>stderr || status=$?
((status == 2)) && grep -q -- '--repetitions' stderr
