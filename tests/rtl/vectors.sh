#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# vectors.sh RTL_DIR SCRATCH_DIR [DISPATCHES [WIDTHS]]: memory machines run the same random dispatches under Icarus
# Verilog (four-valued) and Verilator (two-valued, assertions on): 2, 4, .. banks (WIDTHS of them, default 2; more take
# minutes), super warps of 1 and 3 (with 1, the slot rules of DMM, UMM and GT200), both forms of slot selection,
# latencies 1, 2 and 5. Their outputs, cycle by cycle, must be equal to the byte, between simulators and forms; with
# latency 2 also with SyncBanks, and with 0 in the place of unknown bits in what is not valid.
# Some addresses are outside the memory (docs/spec/machines.md, "Any bits").
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"
dispatches=${3:-8}  # different ones for each latency
widths=()
for ((i = 1; i <= ${4:-2}; i++)); do widths+=($((1 << i))); done
rows=16  # as in vectors_tb.sv
sources+=("$here/vectors_tb.sv")

for sync in 0 1; do
  iverilog -g2012 -s vectors_tb -Pvectors_tb.SyncBanks=$sync -Pvectors_tb.Widths=${#widths[@]} -o icarus$sync.vvp \
    "${sources[@]}" 2>icarus.log || {
    cat icarus.log
    exit 1
  }
done
grep -v 'sorry: constant selects in always_\|warning: A for statement must compare against a constant' icarus.log \
  && exit 1
quickly_built --assert --top-module vectors_tb -GWidths=${#widths[@]} -Mdir verilated -o vectors \
  "${sources[@]}" >verilator.log 2>&1 || {
  tail -20 verilator.log
  exit 1
}

# vectors FOLDER SEED: the stimulus of all sizes.
vectors() {
  mkdir -p "$1"
  rm -f "$1"/*.txt
  local width super_warp seed
  for width in "${widths[@]}"; do
    for super_warp in 1 3; do
      seed=$(($2 * 10000 + width * 100 + super_warp))
      python3 "$here/make_vectors.py" "$width" "$super_warp" "$rows" "$dispatches" "$seed" \
        >"$1/vectors_w${width}_s$super_warp.txt"
    done
  done
}

for latency in 1 2 5; do
  vectors "l$latency" "$latency"
  plus=("+dir=l$latency" "+latency=$latency")
  simulators=(icarus verilator)
  if ((latency == 2)); then simulators+=(sync zeros); fi
  for simulator in "${simulators[@]}"; do
    case $simulator in
      icarus) run=(vvp -n icarus0.vvp) ;;
      verilator) run=(verilated/vectors) ;;
      sync) run=(vvp -n icarus1.vvp) ;;
      zeros) run=(vvp -n icarus0.vvp +zeros) ;;
    esac
    "${run[@]}" "${plus[@]}" "+name=$simulator" >"l$latency/$simulator.log" 2>&1 || {
      tail -20 "l$latency/$simulator.log"
      exit 1
    }
    if grep -i 'error\|assert\|fatal' "l$latency/$simulator.log"; then exit 1; fi
  done
  for width in "${widths[@]}"; do
    for kind in 1_r0 1_r1 1_r2 3_r0; do
      size=w${width}_s${kind%_*}
      traces=${size}_${kind#*_}
      trace=l$latency/icarus_${traces}_f0.txt
      for simulator in "${simulators[@]}"; do
        for form in 0 1; do cmp "$trace" "l$latency/${simulator}_${traces}_f$form.txt"; done
      done
      if grep -m1 '[xzXZ]' <(grep -v 'slots' "$trace"); then
        echo "unknown values in $trace"
        exit 1
      fi
      # The last line has counts. A dispatch with an active thread takes at least one slot.
      read -r slots _ cycles _ < <(tail -1 "$trace")
      some=$(awk '$4 != "0"' "l$latency/vectors_$size.txt" | wc -l)
      lasts=$(awk '$2 == "access" && $3 == 1' "$trace" | wc -l)
      reads=$(awk '$2 == "access" && $4 == 0' "$trace" | wc -l)
      echo "l=$latency w=$width s=${kind/_r/ rule=}: equal: $some dispatches, $slots slots ($reads of reads)," \
        "$cycles cycles"
      if ((lasts != some || slots < some || reads == 0)); then
        echo "miscounted: $lasts completions"
        exit 1
      fi
    done
  done
done
