#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# wrapper.sh SCRATCH_DIR: examples/vortex/VX_local_mem.sv fits the bus of Vortex's local memory, for which standin/
# stands in. It is free of Verilator's warnings, with and without PERF_ENABLE and LMEM_KEY; SUPERWARP_TRIALS=5 has more
# forms. Under the same random requests (lane_traffic.sv) it and the stand-in's memory keep the law and give the same
# words for every lane and tag, and the same memory at the end, in those phases in which the order of requests does not
# depend on the memory. Latencies and the order of a lane's responses may differ. examples/vortex/shift, with the
# stand-in's memory behind it, also takes the same cycles where the mapping is off.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
root=$(realpath "$here/../..")
# shellcheck source=tests/units/quickly_built.sh
source "$here/../units/quickly_built.sh"
wrapper=$root/examples/vortex/VX_local_mem.sv
dispatch=$root/examples/vortex/dispatch/VX_local_mem.sv
in_front=$root/examples/vortex/shift/VX_local_mem.sv
mkdir -p "$1"
cd "$1"
mapfile -t rtl < <(sed -n "s,^rtl/,$root/rtl/,p" "$root/rtl/superwarp.f")
sources=("-I$here/standin" "$here/standin/VX_gpu_pkg.sv" "$here/standin/VX_mem_bus_if.sv" "$here/lane_traffic.sv"
  "$here/vortex_tb.sv")

# lint SOURCE [OPTION]
lint() {
  verilator --lint-only --timing -Wall -Wno-fatal "${@:2}" --top-module vortex_tb "$root/rtl/lint.vlt" "${rtl[@]}" \
    "${sources[@]}" "$1" >lint.log 2>&1 || {
    head -20 lint.log
    exit 1
  }
  # The bench leaves the counters unconnected.
  if grep -E "^%(Warning|Error)[^:]*: ($1|$root/rtl/)" lint.log | grep -v "Cell has missing pin: 'lmem_perf'"; then
    echo "vortex: warnings of ${1#"$root/"} ${*:2}"
    exit 1
  fi
}
every=$((${SUPERWARP_TRIALS:-1} > 1))  # more of the same below
sed 's/^module VX_local_mem /module VX_local_mem_own /' "$here/standin/VX_local_mem.sv" >VX_local_mem_own.sv
lint "$wrapper"
lint "$dispatch" -DLMEM_KEY '-DLMEM_RPU="pipelined"'
lint "$in_front" -DLMEM_KEY -DPERF_ENABLE -y .
if ((every)); then
  lint "$wrapper" -DPERF_ENABLE
  lint "$wrapper" -DLMEM_KEY
  lint "$wrapper" -GNumBanks=17
  lint "$dispatch"
  lint "$dispatch" -GNumBanks=17 '-DLMEM_RPU="stream"'
  lint "$dispatch" -DPERF_ENABLE
  lint "$dispatch" -DLMEM_ROUTE=5
  lint "$in_front" -DLMEM_KEY -y .
fi

# build NAME SOURCE...: with the VX_local_mem in SOURCE.
build() {
  quickly_built --assert -Wno-lint -Wno-style --top-module vortex_tb -Mdir "$1" -o bench "${sources[@]}" "${@:2}" \
    >"$1.log" 2>&1 || {
    grep -m1 -A10 '^%Error\|error:' "$1.log" || tail -20 "$1.log"
    echo "vortex: $1 does not build"
    exit 1
  }
}

# run NAME BUILD OPTION...: the words of three seeds.
run() {
  local seed
  for seed in 1 2 3; do
    if ! timeout 100 "$2/bench" "+words=$1.$seed.words" "+seed=$seed" "${@:3}" >"$1.$seed.txt" 2>&1 ||
      ! grep -q '^PASS' "$1.$seed.txt"; then
      tail -5 "$1.$seed.txt"
      echo "vortex: $1 breaks the law, seed $seed"
      exit 1
    fi
  done
}
build standin "$here/standin/VX_local_mem.sv"
build superwarp "${rtl[@]}" "$wrapper"
build shifted "${rtl[@]}" "$wrapper" -DLMEM_KEY
build in_front "${rtl[@]}" "$in_front" -DLMEM_KEY -y .
for name in standin superwarp shifted in_front; do run "$name" "$name"; done
run on in_front +regions=11111111
run off in_front +regions=00000000
for seed in 1 2 3; do
  cmp <(sort "standin.$seed.words") <(sort "superwarp.$seed.words")
  for name in shifted in_front on; do cmp <(sort "standin.$seed.words") <(sort "$name.$seed.words"); done  # with h3
  cmp "standin.$seed.txt" "off.$seed.txt"  # the cycles of every phase
  if cmp -s "standin.$seed.txt" "on.$seed.txt"; then
    echo "vortex: h3 in front changes no cycle, seed $seed"
    exit 1
  fi
  echo "seed $seed: $(wc -l <"standin.$seed.words") words by lane and tag, equal"
done

# examples/vortex/dispatch takes whole words.
run plain standin +whole
rpus=(pipelined routed)
((!every)) || rpus+=(batch stream)
for rpu in "${rpus[@]}"; do
  option="-DLMEM_RPU=\"$rpu\""
  [[ $rpu != routed ]] || option=-DLMEM_ROUTE=3
  build "$rpu" "${rtl[@]}" "$dispatch" "$option"
  run "$rpu" "$rpu" +whole
  for seed in 1 2 3; do cmp <(sort "plain.$seed.words") <(sort "$rpu.$seed.words"); done
done
