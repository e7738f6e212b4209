#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# equivalence.sh RTL_DIR SCRATCH_DIR ["WIDTH NUM_REQUESTS ADDR_WIDTH DATA_WIDTH" ...]: proves with a SAT solver that
# slot_select_loop and slot_select_tree are the same function of all their inputs, and that the proof would have
# found a difference: broken copies of the tree are refuted.
set -euo pipefail
rtl=$(realpath "$1")
mkdir -p "$2"
cd "$2"
shift 2
sizes=("$@")
# One warp; a super warp of 3; fewer banks; the narrowest lanes; a number of requests that is no power of two.
((${#sizes[@]})) || sizes=("4 4 6 2" "4 12 5 1" "2 6 5 2" "2 4 3 1" "8 5 7 2")

tree=(slot_select_tree.sv request_pairs.sv word_gather.sv)

# compare TREE_FOLDER WIDTH NUM_REQUESTS ADDR_WIDTH DATA_WIDTH LOG: 0 proven equal, 1 refuted; other outcomes exit.
compare() {
  local set="-chparam Width $2 -chparam NumRequests $3 -chparam AddrWidth $4 -chparam DataWidth $5"
  local flat="proc; flatten; opt; memory; opt"
  yosys -q -l "$6" -p "read_verilog -sv $rtl/slot_select_loop.sv; hierarchy -top slot_select_loop $set; $flat
    rename -top loop; design -stash loop
    read_verilog -sv ${tree[*]/#/$1/}; hierarchy -top slot_select_tree $set
    setattr -mod -unset keep_hierarchy; $flat
    rename -top tree; design -stash tree
    design -copy-from loop -as loop loop; design -copy-from tree -as tree tree
    miter -equiv -flatten -make_outputs loop tree miter
    hierarchy -top miter; techmap; opt
    sat -verify -prove trigger 0 -show-inputs -show-outputs miter" >/dev/null 2>&1 || true
  if grep -q "no model found: SUCCESS" "$6"; then
    return 0
  elif grep -q "model found: FAIL" "$6"; then
    return 1
  fi
  tail -20 "$6"
  echo "no verdict"
  exit 2
}

for size in "${sizes[@]}"; do
  read -r width requests addr data <<<"$size"
  start=$SECONDS
  if ! compare "$rtl" "$width" "$requests" "$addr" "$data" equal.log; then
    sed -n '/Signal Name/,$p' equal.log
    echo "loop and tree differ: Width=$width NumRequests=$requests AddrWidth=$addr DataWidth=$data"
    exit 1
  fi
  echo "proven equal: Width=$width NumRequests=$requests AddrWidth=$addr DataWidth=$data ($((SECONDS - start)) s)"
done

# Each of these has one defect.
refuted=0
refute() {  # FILE OLD NEW
  mkdir -p broken
  cp "${tree[@]/#/$rtl/}" broken
  sed -i "s/$2/$3/" "broken/$1"
  if cmp -s "$rtl/$1" "broken/$1"; then
    echo "nothing to break: $2"
    exit 1
  fi
  if compare "$PWD/broken" 4 4 6 2 broken.log; then
    echo "not refuted: $2 -> $3"
    exit 1
  fi
  echo "refuted: $2 -> $3"
  refuted=$((refuted + 1))
}
refute request_pairs.sv 'k < i)' 'k < i - 1)'
refute slot_select_tree.sv '(leads\[i\] | (|(leads \& .*)))' 'leads[i]'
refute slot_select_tree.sv '{DataWidth{write_i}}' '{DataWidth{1'"'"'b1}}'
refute word_gather.sv 'i < NumRequests; i++' 'i < NumRequests - 1; i++'
((refuted == 4))
