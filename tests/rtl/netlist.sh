#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# netlist.sh RTL_DIR SCRATCH_DIR: the netlists that Yosys makes of memory machines, as superwarp cost has them before it
# maps them to cells, behave as the RTL. Both run the same random dispatches and are equal in every cycle: a batch, the
# UMM, serial packers, a batch with a route, streams, pipelined or not, and a crossbar, under Verilator and under Icarus
# Verilog, which knows unknown bits. A netlist with ~All'(0), which Yosys 0.23 evaluates wrongly, must differ.
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"

# synthesised UNIT RTL_DIR PARAMETER VALUE ...: the netlist of a memory machine. Sizes and units as in netlist_tb.sv.
# (-defer: otherwise Yosys elaborates the large default machines.)
synthesised() {
  local unit=$1 from=$2 set="" width=4
  shift 2
  while (($#)); do
    if [[ $1 == Width ]]; then width=$2; fi
    set+=" -chparam $1 $(as_bits "$2")"
    shift 2
  done
  yosys -q -l "$unit.log" -p "read_verilog -defer -noassert -sv ${sources[*]/#$rtl/$from}
    hierarchy -check -top memory_machine -chparam NumRows 2 -chparam AddrWidth 5 -chparam DataWidth 2 \
      -chparam TagWidth 2 -chparam MaxLatency 2 -chparam ReturnLane $((width / 2)) $set
    rename -top netlist_$unit
    setattr -mod -unset keep_hierarchy *
    synth -noabc -noshare -flatten -top netlist_$unit
    setundef -zero
    opt_clean -purge
    write_verilog -noattr netlist_$unit.v" >/dev/null 2>&1 || {
    tail -20 "$unit.log"
    echo "synthesis failed: $set"
    exit 1
  }
}

synthesised 9 "$rtl" SlotRule 1 Width 4 Shallow 1
synthesised 6 "$rtl" Rpu '"serial"' Width 4 SuperWarp 2 Intake 1 Shallow 1
synthesised 8 "$rtl" Rpu '"batch"' Width 4 Route 2 Shallow 1
synthesised 7 "$rtl" Rpu '"serial"' Width 2 SuperWarp 3 Intake 2 Shallow 1
broken_copy window_order.sv "one_back[Width-1:0] = {Width{1'b1}};" "one_back = ~All'(0);"
synthesised 0 "$rtl" Rpu '"stream"' Width 4 Depth 2 Passes 2 Shallow 1
synthesised 1 "$rtl" Rpu '"stream"' Width 2 Depth 3 Passes 1 Shallow 0
synthesised 2 "$rtl" Rpu '"pipelined"' Width 4 Depth 2 Passes 2 Shallow 1
synthesised 3 "$rtl" Rpu '"crossbar"' Width 4 Depth 2 Shallow 1
synthesised 4 "$rtl" Rpu '"batch"' Width 4 Shallow 1
synthesised 5 "$PWD/broken" Rpu '"stream"' Width 2 Depth 3 Passes 1 Shallow 0

quickly_built --assert -Wno-lint --top-module netlist_tb -Mdir verilated -o netlist \
  "${sources[@]}" netlist_[0-9].v "$here/netlist_tb.sv" >verilator.log 2>&1 || {
  tail -20 verilator.log
  exit 1
}
iverilog -g2012 -s netlist_tb -Pnetlist_tb.Cycles=$((100 * trials)) -o netlist.vvp "${sources[@]}" netlist_[0-9].v \
  "$here/netlist_tb.sv" \
  >icarus.log 2>&1 || {
  grep -v 'sorry: constant selects in always_\|warning: A for statement must compare against a constant' icarus.log
  exit 1
}

# said UNIT: slots and differing cycles from its line.
said() { sed -n "s/^$1: \([0-9]*\) slots, \([0-9]*\) cycles differ$/\1 \2/p" netlist.log; }

# compared FEWEST UNIT...: every unit has run at least FEWEST slots and equals its netlist.
compared() {
  local unit slots differing
  for unit in "${@:2}"; do
    read -r slots differing < <(said "$unit")
    if ((slots < $1)); then
      echo "netlist $unit: $slots slots only"
      exit 1
    fi
    if ((differing > 0)); then
      echo "netlist $unit differs from the RTL"
      exit 1
    fi
  done
}

broken_differs() {
  local differing
  read -r _ differing < <(said 5)
  if ((differing == 0)); then
    echo 'the netlist of the broken window equals the RTL'
    exit 1
  fi
}

# simulated COMMAND...: its output goes to netlist.log.
simulated() {
  "$@" >netlist.log 2>&1 || {
    tail -20 netlist.log
    exit 1
  }
  cat netlist.log
}

simulated verilated/netlist
compared 1000 0 1 2 3 4 6 7 8 9
broken_differs

echo "Icarus Verilog:"
simulated vvp -n netlist.vvp
compared $((20 * trials)) 0 1 2 3 4 6 7 8 9
broken_differs
