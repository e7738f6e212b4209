#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# depth.sh RTL_DIR SCRATCH_DIR ["TREE_WIDTHS" ["OTHER_WIDTHS"]]: Yosys synthesises the machines without latches or
# complaints, and the RPU (SuperWarp 1) to gates of two inputs. Prints cells and logic depth (flip-flop to flip-flop)
# over widths that double from one to the next. Fails unless the tree form grows by at most max_step gates for each
# doubling (it is logarithmic) and the loop form by at least min_factor (it is linear).
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"
read -ra tree_widths <<<"${3:-2 4 8 16}"
read -ra other_widths <<<"${4:-2 4 8}"

# Three ORs over all requests, one behind another, take 3 gates for each doubling. Two more are for the bank comparators
# (log log Width) and the mapper, which does better on the smallest.
max_step=5
min_factor_percent=170

# read_units "SOURCES" TOP "CHPARAMS"
read_units() {
  echo "read_verilog -defer -noassert -sv $1; hierarchy -check -top $2 $3; setattr -mod -unset keep_hierarchy *"
}

# synthesised NAME TOP [-chparam ...]: prints the number of cells.
synthesised() {
  gates "$1" "$2" "$(read_units "${sources[*]}" "$2" "${*:3}")" "select -assert-min 1 t:\$_*DFF*"
  awk '/Number of cells/ {print $4}' "$1.stat"
}

for rule in 0 1 2; do
  for shallow in 0 1; do
    super_warp=$((rule == 0 ? 2 : 1))
    cells=$(synthesised "machine${rule}_$shallow" memory_machine -chparam Width 4 -chparam SuperWarp "$super_warp" \
      -chparam NumRows 4 -chparam AddrWidth 5 -chparam DataWidth 2 -chparam TagWidth 2 -chparam MaxLatency 4 \
      -chparam ReturnLane 2 -chparam SlotRule "$rule" -chparam Shallow "$shallow")
    echo "memory_machine, 4 banks, super warps of $super_warp, SlotRule=$rule, Shallow=$shallow: $cells cells, no latch"
  done
done
cells=$(synthesised lanes lane_machine -chparam Width 4 -chparam Depth 2 -chparam Responses 3 -chparam NumRows 4 \
  -chparam AddrWidth 5 -chparam DataWidth 16 -chparam TagWidth 2 -chparam MaxLatency 4 -chparam ReturnLane 2)
echo "lane_machine, 4 lanes, windows of 2: $cells cells, no latch"
cells=$(synthesised coalescer coalescer)
echo "coalescer, 16 threads, 32-bit addresses: $cells cells, no latch"

# measure SHALLOW WIDTH SLOT_RULE: sets cells and depth of the batch of one warp, in gates of two inputs.
measure() {
  local name=rpu$1_$2_$3 units=() unit
  for unit in slot_rule_pkg request_pairs warp_pair rpu_batch address_group broadcast_word slot_select \
    slot_select_loop slot_select_pairs slot_select_row \
    slot_select_tree slot_gather lowest_of_banks two_ports word_gather; do
    units+=("$(in_rtl "$rtl" "$unit.sv")")
  done
  gates "$name" rpu_batch "$(read_units "${units[*]}" rpu_batch "-chparam Width $2 -chparam SuperWarp 1 \
    -chparam AddrWidth 14 -chparam DataWidth 8 -chparam TagWidth 4 -chparam Shallow $1 \
    -chparam SlotRule $3")" "abc -g simple; opt_clean"
  cells=$(awk '/Number of cells/ {print $4}' "$name.stat")
  depth=$(sed -n 's/.*(length=\([0-9]*\)).*/\1/p' "$name.ltp")
}

# over FORM SHALLOW SLOT_RULE MOST WIDTH...: each doubling makes it at most MOST gates deeper; with MOST 0, so much
# deeper that it is linear.
over() {
  local before=0 width
  for width in "${@:5}"; do
    measure "$2" "$width" "$3"
    printf '%-5s %5d %7d %6d\n' "$1" "$width" "$cells" "$depth"
    if (($4 && before && depth - before > $4)); then
      echo "  $1: $((depth - before)) gates deeper, allowed are $4 for each doubling"
      bad=1
    elif ((!$4 && depth * 100 < before * min_factor_percent)); then
      echo "  $1: no longer linear; if that is intended, one form is enough"
      bad=1
    fi
    before=$depth
  done
}

bad=0
printf '%-5s %5s %7s %6s\n' form width cells depth
over tree 1 0 "$max_step" "${tree_widths[@]}"
# The UMM's row: a search for the lowest request, a comparison and a search in every bank, one behind another.
over umm 1 1 $((2 * max_step)) "${other_widths[@]}"
# The GT200's broadcast word in front of the tree: two searches for the lowest request and a comparison more.
over gt200 1 2 $((2 * max_step)) "${other_widths[@]}"
over loop 0 0 0 "${other_widths[@]}"
exit $bad
