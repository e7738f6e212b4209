#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# vortex.sh VORTEX SCRATCH_DIR: in the tree of the checkout VORTEX, examples/vortex/VX_local_mem.sv is free of Verilator's
# warnings, with and without PERF_ENABLE; and the tree's own VX_local_mem and that one, driven by the same random
# requests (lane_traffic.sv), both keep the law and give the same words for every lane and tag, and the same memory at
# the end, wherever the order of requests does not depend on when a memory accepts them. When, and in which order
# responses of a lane come, may differ. 77, skipped, where VORTEX is empty.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
root=$(realpath "$here/../..")
# shellcheck source=tests/units/quickly_built.sh
source "$here/../units/quickly_built.sh"
if [[ -z $1 ]]; then
  echo "skipped: SUPERWARP_VORTEX names no checkout of Vortex"
  exit 77
fi
own=$root/examples/vortex/VX_local_mem.sv
hw=$(realpath "$1")/hw
for file in rtl/VX_gpu_pkg.sv rtl/mem/VX_mem_bus_if.sv rtl/mem/VX_local_mem.sv; do
  if [[ ! -f $hw/$file ]]; then
    echo "vortex: $hw/$file is missing; $1 must be a checkout of Vortex" >&2
    exit 1
  fi
done
if ! grep -q 'mem_bus_if *\[NUM_REQS\]' "$hw/rtl/mem/VX_local_mem.sv" ||
  ! grep -rq 'lmem_perf_t' "$hw/rtl/VX_gpu_pkg.sv"; then
  echo "vortex: this tree's VX_local_mem has other ports than examples/vortex is for: mem_bus_if [NUM_REQS], lmem_perf_t" >&2
  exit 1
fi
mkdir -p "$2"
cd "$2"
mapfile -t rtl < <(sed -n "s,^rtl/,$root/rtl/,p" "$root/rtl/superwarp.f")

# NDEBUG, SIMULATION: as Vortex's own simulations have them. Its trees have comments for later releases of Verilator.
tree=(-DNDEBUG -DSIMULATION "-I$hw/rtl" "-I$hw/rtl/libs" "-I$hw/rtl/mem" "-I$hw/../build/hw" -y "$hw/rtl/libs"
  -y "$hw/rtl/mem" -Wfuture-GENUNNAMED "$hw/rtl/VX_gpu_pkg.sv" "$hw/rtl/mem/VX_mem_bus_if.sv")
bench=("$here/lane_traffic.sv" "$here/vortex_tb.sv")

for option in '' -DPERF_ENABLE; do
  # shellcheck disable=SC2086  # none or one
  verilator --lint-only --timing -Wall -Wno-fatal $option --top-module vortex_tb "${tree[@]}" "$root/rtl/lint.vlt" \
    "${rtl[@]}" "$own" "${bench[@]}" >lint.log 2>&1 || {
    head -20 lint.log
    exit 1
  }
  # The bench leaves the counters alone, and OUT_BUF is there for who instantiates it.
  if grep -E "^%(Warning|Error)[^:]*: ($own|$root/rtl/)" lint.log | grep -v "Cell has missing pin: 'lmem_perf'"; then
    echo "vortex: warnings of examples/vortex${option:+ with ${option#-D}}"
    exit 1
  fi
done
echo "no warning of examples/vortex in that tree"

# run NAME SOURCE...: VX_local_mem is in the sources.
run() {
  local name=$1
  shift
  verilator --binary --timing --assert -Wno-fatal -Wno-lint -Wno-style --top-module vortex_tb -Mdir "$name" -o bench \
    "${quickly_built[@]}" "${tree[@]}" "$@" "${bench[@]}" >"$name.log" 2>&1 || {
    grep -m1 -A10 '^%Error\|error:' "$name.log" || tail -20 "$name.log"
    echo "vortex: $name does not build"
    exit 1
  }
  for seed in 1 2 3; do
    timeout 100 "$name/bench" "+words=$name.$seed.words" "+seed=$seed" >"$name.$seed.txt" 2>&1 || {
      tail -5 "$name.$seed.txt"
      echo "vortex: $name breaks the law, seed $seed"
      exit 1
    }
    grep -q '^PASS' "$name.$seed.txt"
  done
}
run original "$hw/rtl/mem/VX_local_mem.sv"
run superwarp "${rtl[@]}" "$own"
for seed in 1 2 3; do
  cmp <(sort "original.$seed.words") <(sort "superwarp.$seed.words")
  echo "seed $seed: $(wc -l <"original.$seed.words") words by lane and tag, equal"
done
echo "cycles of the same random reads, of four lanes, seed 1:" \
  "$(sed -n '/^free: gap 0, busy 0, writes 0, /{s/.* requests, //p;q}' original.1.txt) the tree's," \
  "$(sed -n '/^free: gap 0, busy 0, writes 0, /{s/.* requests, //p;q}' superwarp.1.txt) superwarp's"
