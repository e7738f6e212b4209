#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mapped.sh SUPERWARP SCRATCH_DIR [WIDTH UNIT]...: the netlist of library cells that `superwarp cost` prices, with
# clocked SRAM macros as banks, equals the RTL in every cycle of random reads and writes. UNIT is a line of options of
# `superwarp cost`. Without units: five of four banks and one of two. A netlist with another cell in it must differ.
# Skipped (77) if the tools are missing.
# MAPPED_KEPT, a file: gets a line for each unit, and units that have one are left out (tools/cost/mapped).
# shellcheck source=tests/scratch.sh
source "$(dirname "$0")/../../../tests/scratch.sh"
# shellcheck source=tests/units/quickly_built.sh
source "$here/../../../tests/units/quickly_built.sh"
rtl=$here/../../../rtl
export XDG_CACHE_HOME=${SUPERWARP_COST_CACHE:-$PWD/cache}
if (($# == 2)); then
  set -- "$@" 4 "--machine dmm" 4 "--machine umm" 4 "--machine sdmm --rpu crossbar --depth 2" \
    4 "--machine dmm --mapping h3 --regions 8::xor-swizzle" 2 "--machine sdmm --rpu pipelined --depth 2" \
    4 "--machine dmm --at-once"
fi
shift 2
kept=${MAPPED_KEPT:-$PWD/kept.csv}
touch "$kept"
mapfile -t sources < <(sed -n "s|^rtl/|$rtl/|p" "$rtl/superwarp.f")

# The library's cells as Verilog, by their functions in the Liberty file.
cells() {
  yosys -q -p "read_liberty /usr/share/qflow/tech/osu018/osu018_stdcells.lib; delete PAD*; proc
    write_verilog -noattr cells.v" >yosys.log 2>&1
}

# compared WIDTH OPTIONS...: prints slots, cycles and differing cycles.
compared() {
  local width=$1
  shift
  if [[ ! -s unit.v ]]; then
    "$superwarp" cost --width "$width" "$@" --netlist unit.v --json unit.json >/dev/null 2>stderr || return
  fi
  [[ -s cells.v ]] || cells  # of the library that `superwarp cost` has installed
  python3 "$here/mapped_parameters.py" unit.json >parameters.svh
  # Verilator 5.006 computes some trees of XOR cells wrongly if it may turn them into operations on bits.
  quickly_built -Wno-lint -fno-const-bit-op-tree --top-module mapped_tb -Mdir verilated -o mapped \
    parameters.svh "${sources[@]}" cells.v unit.v "$here/mapped_tb.sv" >verilator.log 2>&1 ||
    { tail -20 verilator.log >stderr; return 1; }
  verilated/mapped | grep slots
}

broken=""
while (($# > 1)); do
  if grep -q "^$1,$2," "$kept"; then
    shift 2
    continue
  fi
  read -ra options <<<"$2"
  rm -rf unit.v verilated
  if ! said=$(compared "$1" "${options[@]}"); then
    cat stderr
    if grep -q 'could not be installed' stderr; then exit 77; fi
    fail "w = $1, $2"
  fi
  echo "w = $1, $2: $said"
  [[ $said =~ ^([0-9]+)\ slots,\ ([0-9]+)\ cycles,\ 0\ differ$ ]] ||
    fail "w = $1, $2: the netlist differs from the RTL: $said"
  ((BASH_REMATCH[1] > 500)) || fail "w = $1, $2: too few slots: $said"
  line="$1,$2,${BASH_REMATCH[1]},${BASH_REMATCH[2]},0"
  # Once: another cell in the place of one.
  if [[ -z $broken ]]; then
    broken=1
    sed -i '0,/  NOR2X1 /s//  NAND2X1 /' unit.v
    said=$(compared "$1" "${options[@]}")
    [[ $said != *" 0 differ" ]] || fail "a netlist with a NAND for a NOR equals the RTL: $said"
  fi
  echo "$line" >>"$kept"
  shift 2
done
