#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# coalescer_vectors.sh RTL_DIR SCRATCH_DIR [ACCESSES]: the coalescer under Icarus Verilog (four-valued) and Verilator
# (two-valued, with assertions) makes the same transactions as a Python transcription of the protocol, whether they are
# taken at once or held back.
set -euo pipefail
rtl=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
# shellcheck source=tests/units/quickly_built.sh
source "$here/../../../tests/units/quickly_built.sh"
mkdir -p "$2"
cd "$2"
accesses=${3:-3000}
sources=("$rtl/coalescer.sv" "$here/coalescer_tb.sv")

iverilog -g2012 -s coalescer_tb -o icarus.vvp "${sources[@]}" 2>icarus.log || {
  cat icarus.log
  exit 1
}
quickly_built --assert --top-module coalescer_tb -Mdir verilated -o vectors \
  "${sources[@]}" >verilator.log 2>&1 || {
  tail -20 verilator.log
  exit 1
}

for hold in 1 3; do
  python3 "$here/coalescer_vectors.py" "$accesses" "$hold" stimulus.txt expected.txt
  for simulator in icarus zeros verilator; do
    run=(vvp -n icarus.vvp)
    [[ $simulator != zeros ]] || run+=(+zeros)
    [[ $simulator != verilator ]] || run=(verilated/vectors)
    "${run[@]}" +stimulus=stimulus.txt "+out=$simulator.txt" "+hold=$hold" >"$simulator.log" 2>&1 || {
      tail -20 "$simulator.log"
      exit 1
    }
    if grep -i 'error\|assert\|fatal' "$simulator.log"; then exit 1; fi
    if ! cmp "$simulator.txt" expected.txt; then
      diff "$simulator.txt" expected.txt | head -5
      echo "$simulator, hold $hold: the transactions differ from the protocol's"
      exit 1
    fi
  done
  echo "hold $hold: $accesses half-warps, $(wc -l <expected.txt) transactions equal"
done
(($(wc -l <expected.txt) > accesses))
