#!/usr/bin/env bash
# measures.sh BUILD_DIR NVCC SCRATCH_DIR: the measuring program measures an emulated multiprocessor (emulated/) and finds
# its constants. Status 77, skipped: no nvcc, or one whose PTX has an instruction that is not emulated.
set -euo pipefail
build=$1
nvcc=$2
if [[ ! -x $nvcc ]]; then
  echo 'skipped: nvcc is neither in PATH nor in /usr/local/cuda/bin, there are no kernels to run'
  exit 77
fi
here=$(realpath "$(dirname "$0")")
cmake --build "$build" --target superwarp_measure_emulated
rm -rf "$3"
mkdir -p "$3"
"$build/superwarp_measure_emulated" --repetitions 1 --out "$3/emulated.json"
"$build/superwarp" crosscheck "$3/emulated.json" --gpu hopper --json "$3/crosscheck.json" --summary
python3 "$here/check_measured.py" "$3/emulated.json" "$3/crosscheck.json"
