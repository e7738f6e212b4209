#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# local_memory.sh RTL_DIR SCRATCH_DIR: rtl/local_memory.sv keeps the law of lane_traffic.sv, in every shape of the list and
# whatever its banks are; where lanes offer in step, every shape and kind of bank of as many lanes gives the same words;
# and copies of the RTL that are broken in one place each are caught. Under Icarus Verilog, which starts with unknown
# values.
set -euo pipefail
# shellcheck source=tests/mutants/broken_copies.sh
source "$(dirname "${BASH_SOURCE[0]}")/../mutants/broken_copies.sh"
rtl=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
rm -rf "$2"
mkdir -p "$2"
cd "$2"

# runs RTL_DIR NAME PARAMETER=VALUE...
runs() {
  local folder=$1 name=$2 set=()
  shift 2
  for parameter in "$@"; do set+=("-Plocal_memory_tb.$parameter"); done
  mapfile -t sources < <(find "$folder" -name '*_pkg.sv' | sort; find "$folder" -name '*.sv' ! -name '*_pkg.sv' | sort)
  timeout 60 iverilog -g2012 -s local_memory_tb "${set[@]}" -o "$name.vvp" "${sources[@]}" "$here/lane_traffic.sv" \
    "$here/local_memory_tb.sv" >"$name.log" 2>&1 || return 1
  timeout 100 vvp -n "$name.vvp" "+words=$name.words" >>"$name.log" 2>&1 && grep -q '^PASS' "$name.log"
}

shapes=0
# keeps PARAMETER=VALUE...
keeps() {
  local name=$*
  name=${name//[ =]/_}
  runs "$rtl" "shape_$name" "$@" || {
    tail -5 "shape_$name.log"
    echo "$*: the law is broken"
    exit 1
  }
  echo "$*: $(grep -o '^[0-9]* cycles: .*' "shape_$name.log")"
  shapes=$((shapes + 1))
}
keeps NumLanes=4
keeps NumLanes=4 SyncBanks=0
keeps NumLanes=4 SyncBanks=0 Latency=1
keeps NumLanes=4 Latency=3
keeps NumLanes=4 SyncBanks=0 Latency=3
keeps NumLanes=4 Latency=4 Depth=2
keeps NumLanes=4 NumBanks=8 Swizzle=1
keeps NumLanes=4 Responses=1 Depth=1
for other in shape_NumLanes_4_*.words; do
  cmp <(sort shape_NumLanes_4.words) <(sort "$other") || {
    echo "${other%.words}: other words than with 4 lanes' usual shape"
    exit 1
  }
done
keeps NumLanes=1 NumBanks=1
keeps NumLanes=3 NumBanks=2 Depth=2
keeps NumLanes=8 NumBanks=8 Depth=2 DataWidth=8
keeps NumLanes=2 NumBanks=2 NumWords=2 DataWidth=16
echo "$shapes shapes keep the law"

caught() {
  local why
  if runs "$1" "broken_$1" NumLanes=4; then
    if cmp -s <(sort shape_NumLanes_4.words) <(sort "broken_$1.words"); then
      echo "$1: SURVIVED"
      return 1
    fi
    echo "FAIL: other words in step" >>"broken_$1.log"
  fi
  # What fails must be the law, or an assertion of the RTL.
  why=$(grep -m1 -iE 'FAIL|assert|too little' "broken_$1.log") || {
    tail -5 "broken_$1.log"
    echo "$1: does not run, so nothing was tested"
    return 1
  }
  echo "$1: $why"
}

# mutant NAME FILE OLD NEW: every OLD in a copy of FILE is replaced by NEW, both as they stand.
mutant() {
  cp -r "$rtl" "$1"
  if broken_copy "$1" "$rtl/$2" "$1/$2" "${@:3}"; then judge "$1"; fi
}
mutant nothing_held local_memory.sv 'valid & ~hold' 'valid'
mutant hold_forgotten_under_way lane_order.sv '|under_way | (' "1'b0 | ("
mutant hold_forgotten_in_a_cycle lane_order.sv '(j < i)' "1'b0"
mutant highest_lane_first lane_order.sv '(j < i)' '(j > i)'
mutant reads_clash_with_nothing lane_order.sv "(a[KeyWidth-1] | b[KeyWidth-1])" "(a[KeyWidth-1] & b[KeyWidth-1])"
mutant writes_clash_with_nothing lane_order.sv "(a[KeyWidth-1] | b[KeyWidth-1])" "(a[KeyWidth-1] ^ b[KeyWidth-1])"
mutant a_byte_clashes_with_none lane_order.sv '|(a[EnableWidth-1:0]' '&(a[EnableWidth-1:0]'
mutant done_too_early lane_order.sv 'if (take_i[i] && put[p])' 'if (take_i[i] && put[p] && !busy[0])'
mutant writes_are_answered local_memory.sv 'response_valid[j] & ~response_name[(j+1)*NameWidth - 1]' 'response_valid[j]'
mutant writes_wait_for_ready local_memory.sv 'response_ready_i[j] | response_name[(j+1)*NameWidth - 1]' \
  'response_ready_i[j] & ~response_name[(j+1)*NameWidth - 1]'
mutant tag_of_the_place local_memory.sv 'response_name[j*NameWidth +: TagWidth]' 'response_name[j*NameWidth + 1 +: TagWidth]'
mutant sram_writes_whole_words bank_sync.sv ' && data_i[DataWidth + i]' ''
mutant sram_writes_what_it_reads bank_sync.sv 'access_i && write_i' 'access_i'
mutant sram_a_stage_late mmu.sv 'latency_q <= LatencyWidth'"'"'(2)' 'latency_q < LatencyWidth'"'"'(2)'
all_judged "broken copies of the RTL"
