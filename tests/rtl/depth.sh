#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# depth.sh RTL_DIR SCRATCH_DIR ["TREE_WIDTHS" ["OTHER_WIDTHS"]]: Yosys synthesises the machines without latches or
# complaints, and the RPU (SuperWarp 1) to gates of two inputs. Prints cells and logic depth (flip-flop to flip-flop) over
# widths that double from one to the next. Fails unless the tree form grows by at most max_step gates for each doubling
# (it is logarithmic) and the loop form by at least min_factor (it is linear).
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"
read -ra tree_widths <<<"${3:-2 4 8 16}"
read -ra other_widths <<<"${4:-2 4 8}"

# Three ORs over all requests, one behind another, take 3 gates for each doubling. Two more are for the bank comparators
# (log log Width) and the mapper, which does better on the smallest.
max_step=5
min_factor_percent=170

# synthesised NAME TOP [-chparam ...]: without latches; cells into NAME.stat.
synthesised() {
  local name=$1 top=$2
  shift 2
  yosys -q -l "$name.log" -p "read_verilog -defer -noassert -sv ${sources[*]}
    hierarchy -check -top $top $*
    setattr -mod -unset keep_hierarchy *
    synth -noabc -flatten -top $top
    check -assert
    select -assert-none t:\$_DLATCH* t:\$dlatch* t:\$_DLATCHSR*
    select -assert-min 1 t:\$_*DFF*
    tee -o $name.stat stat" >/dev/null 2>&1 || {
    tail -20 "$name.log"
    echo "synthesis of $top failed: $*"
    exit 1
  }
}

for rule in 0 1 2; do
  for shallow in 0 1; do
    super_warp=$((rule == 0 ? 2 : 1))
    name=machine${rule}_$shallow
    synthesised "$name" memory_machine -chparam Width 4 -chparam SuperWarp "$super_warp" -chparam NumRows 4 \
      -chparam AddrWidth 5 -chparam DataWidth 2 -chparam TagWidth 2 -chparam MaxLatency 4 -chparam ReturnLane 2 \
      -chparam SlotRule "$rule" -chparam Shallow "$shallow"
    echo "memory_machine, 4 banks, super warps of $super_warp, SlotRule=$rule, Shallow=$shallow: $(
      awk '/Number of cells/ {print $4}' "$name.stat") cells, no latch"
  done
done
synthesised lanes lane_machine -chparam Width 4 -chparam Depth 2 -chparam Responses 3 -chparam NumRows 4 \
  -chparam AddrWidth 5 -chparam DataWidth 16 -chparam TagWidth 2 -chparam MaxLatency 4 -chparam ReturnLane 2
echo "lane_machine, 4 lanes, windows of 2: $(awk '/Number of cells/ {print $4}' lanes.stat) cells, no latch"
synthesised coalescer coalescer
echo "coalescer, 16 threads, 32-bit addresses: $(awk '/Number of cells/ {print $4}' coalescer.stat) cells, no latch"

# measured NAME TOP CHPARAMS SOURCE...: sets cells and depth of a unit in gates of two inputs.
measured() {
  local name=$1 top=$2 chparams=$3
  shift 3
  yosys -q -l "$name.log" -p "read_verilog -defer -noassert -sv ${*/#/$rtl/}
    hierarchy -check -top $top ${chparams//$'\n'/ }
    setattr -mod -unset keep_hierarchy *
    synth -noabc -flatten -top $top
    abc -g simple
    opt_clean
    check -assert
    select -assert-none t:\$_DLATCH* t:\$dlatch*
    tee -o $name.stat stat
    tee -o $name.ltp ltp -noff" >/dev/null 2>&1 || {
    tail -20 "$name.log"
    echo "synthesis of $top failed: $chparams"
    exit 1
  }
  cells=$(awk '/Number of cells/ {print $4}' "$name.stat")
  depth=$(sed -n 's/.*(length=\([0-9]*\)).*/\1/p' "$name.ltp")
}

# measure SHALLOW WIDTH SLOT_RULE: the batch of one warp.
measure() {
  measured "rpu$1_$2_$3" rpu_batch \
    "-chparam Width $2 -chparam SuperWarp 1 -chparam AddrWidth 14 -chparam DataWidth 8 -chparam TagWidth 4
     -chparam Shallow $1 -chparam SlotRule $3" \
    slot_rule_pkg.sv request_pairs.sv warp_pair.sv rpu_batch.sv broadcast_word.sv slot_select_loop.sv slot_select_tree.sv \
    word_gather.sv
}

# over FORM SHALLOW SLOT_RULE MOST WIDTH...: each doubling makes it at most MOST gates deeper; with MOST 0, so much deeper that
# it is linear.
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
# The GT200's broadcast word in front of the tree: two searches for the lowest request and a comparison more.
over gt200 1 2 $((2 * max_step)) "${other_widths[@]}"
over loop 0 0 0 "${other_widths[@]}"
exit $bad
