#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# equivalence.sh RTL_DIR SCRATCH_DIR ["WIDTH NUM_REQUESTS ADDR_WIDTH DATA_WIDTH" ...]: proves with a SAT solver that
# slot_select_loop and slot_select_tree are the same function of all their inputs, and that the proof would have
# found a difference: broken copies of the tree are refuted. Likewise, the RSU whose table has ports that are modules is
# the RSU.
set -euo pipefail
rtl=$(realpath "$1")
mkdir -p "$2"
cd "$2"
shift 2
sizes=("$@")
# One warp; super warps of 2 and 3; the narrowest lanes; a number of requests that is no power of two.
((${#sizes[@]})) || sizes=("4 4 6 2" "4 8 5 1" "2 6 5 2" "2 4 3 1" "8 5 6 1")

tree=(slot_select_tree.sv warp_pair.sv request_pairs.sv word_gather.sv)

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
refute warp_pair.sv 'leads_i \& same_addr' 'leads_i \& same_bank'
refute slot_select_tree.sv 'served | (pending .*;' 'served;'
refute slot_select_tree.sv '{DataWidth{write_i}}' '{DataWidth{1'"'"'b1}}'
refute word_gather.sv 'i < NumRequests; i++' 'i < NumRequests - 1; i++'
((refuted == 5))

# ported RTL_DIR MAPPING HOLD LOG: with and without Ports the RSU is the same, register by register.
ported() {
  local ports script=""
  for ports in 0 1; do
    script+="read_verilog -noassert -sv $1/rsu.sv $1/key_port.sv
      chparam -set Mapping \"$2\" -set Width 4 -set NumRequests 3 -set NumRows 8 -set AddrWidth 6 -set Hold $3 \
        -set Ports $ports rsu
      hierarchy -check -top rsu; setattr -mod -unset keep_hierarchy *
      proc; flatten; memory; opt; rename -top rsu$ports; design -stash ports$ports
      "
  done
  yosys -q -l "$4" -p "$script
    design -copy-from ports0 rsu0; design -copy-from ports1 rsu1
    equiv_make rsu0 rsu1 both; hierarchy -top both; techmap; opt
    equiv_simple -undef; equiv_induct -undef; equiv_status -assert" >/dev/null 2>&1
}
for mapping in random-shift random-xor; do
  for hold in 0 1; do
    ported "$rtl" "$mapping" "$hold" ports.log || {
      tail -20 ports.log
      exit 1
    }
  done
  echo "proven equal: $mapping with ports and without"
done
cp "$rtl"/rsu.sv "$rtl"/key_port.sv broken
sed -i 's/(j + (1 << bits))/j/' broken/key_port.sv
if cmp -s "$rtl/key_port.sv" broken/key_port.sv || ported "$PWD/broken" random-shift 0 broken.log ||
  ! grep -q 'unproven' broken.log; then
  echo 'not refuted: a port that reads its lower half only'
  exit 1
fi
echo 'refuted: a port that reads its lower half only'
