#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# measures.sh BUILD_DIR SCRATCH_DIR: the measuring program measures an emulated multiprocessor (emulated/) and finds its
# constants. Status 77 (skipped): this nvcc's PTX has an instruction that is not emulated.
set -euo pipefail
build=$1
scratch=$2
here=$(realpath "$(dirname "$0")")
cmake --build "$build" --target superwarp_measure_emulated
rm -rf "$scratch"
mkdir -p "$scratch"
"$build/superwarp_measure_emulated" --repetitions 1 --out "$scratch/emulated.json"
"$build/superwarp" crosscheck "$scratch/emulated.json" --gpu "$here/emulated/rules.json" \
  --json "$scratch/crosscheck.json" --summary
python3 "$here/check_measured.py" "$scratch/emulated.json" "$scratch/crosscheck.json"
