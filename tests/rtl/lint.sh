#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh RTL_DIR SCRATCH_DIR: Verilator gives no warning for any parameter set below, and Verilator, Icarus Verilog and
# Yosys refuse a bad parameter with a message that names it.
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"
top=memory_machine

if grep '^lint_off' "$rtl/lint.vlt" | grep UNOPTFLAT; then
  echo "UNOPTFLAT must not be waived"
  exit 1
fi

# clean -GNAME=VALUE...: this parameter set of $top has no warning. `linted WHAT` then runs Verilator on all of them, as
# modules of one design: most of the time of a run of its own would be the same for every set.
instances=()
clean() {
  local parameters=() option
  for option; do
    option=${option#-G}
    parameters+=(".${option%%=*}(${option#*=})")
  done
  instances+=("$top #($(IFS=, && echo "${parameters[*]}")) set_${#instances[@]} ();  // clean $*")
}
linted() {
  local of=64 first
  for ((first = 0; first < ${#instances[@]}; first += of)); do
    {
      echo "module lint_sets;  // verilator lint_off PINMISSING"
      printf '  %s\n' "${instances[@]:first:of}"
      echo endmodule
    } >lint_sets.sv
    if ! verilator --lint-only -Wall --top-module lint_sets "$rtl/lint.vlt" "${sources[@]}" lint_sets.sv >lint.log \
      2>&1; then
      cut -c1-300 lint.log
      cat lint_sets.sv
      echo "lint failed in one of these sets"
      exit 1
    fi
  done
  echo "lint: ${#instances[@]} parameter sets $1 without a warning"
  instances=()
}

# lean WIDTH ROWS: parameters with no more address bits than WIDTH banks of ROWS rows need (at least one row bit, and
# the spare bit), and a way back of a bank number.
lean() {
  local width_bits row_bits
  width_bits=$(clog2 "$1")
  row_bits=$(clog2 "$2")
  echo "-GWidth=$1 -GNumRows=$2 -GAddrWidth=$((width_bits + (row_bits ? row_bits : 1) + 1)) -GReturnLane=$width_bits"
}

# shellcheck disable=SC2046  # several options on purpose
every_set() {
  local width super_warp shallow rpu mapping mappings shape rule ports
  # Large machines take seconds each.
  local largest=() shapes=()
  if ((trials > 1)); then
    largest=(64)
    shapes=('32 1024' '128 4')
  fi
  mapfile -t mappings < <(sed -n 's|^ *"\([a-z0-9-]*\)": *// .* gates, .* bits$|\1|p' "$rtl/rsu.sv")
  for width in 2 8 32 "${largest[@]}"; do
    for super_warp in 1 3 5; do
      if ((width * super_warp > 160)); then continue; fi  # seconds each
      for shallow in 0 1; do
        clean "-GSuperWarp=$super_warp" "-GShallow=$shallow" $(lean "$width" 1024)
      done
    done
    for shallow in 0 1; do
      clean "-GShallow=$shallow" "-GWidth=$width" -GNumRows=1024 -GAddrWidth=32 -GReturnLane=32
    done
  done
  for intake in 1 2; do
    clean '-GRpu="serial"' "-GIntake=$intake" -GSuperWarp=2 -GShallow=1 $(lean 8 1024)
    clean '-GRpu="serial"' "-GIntake=$intake" -GSuperWarp=16 $(lean 2 1)
    clean '-GRpu="serial"' "-GIntake=$intake" -GSuperWarp=3 '-GMapping="random-shift"' -GWidth=8 -GNumRows=1024
  done
  # Two ports a bank; slot rules 0 and 1 serve words and rows.
  for rule in 0 1; do
    for shallow in 0 1; do
      clean -GPorts=2 "-GSlotRule=$rule" "-GShallow=$shallow" -GSuperWarp=2 -GWidth=8 -GNumRows=1024 -GAddrWidth=15 \
        -GReturnLane=4
      clean -GPorts=2 "-GSlotRule=$rule" "-GShallow=$shallow" -GWidth=3 -GNumBanks=5 -GNumRows=2 -GSyncBanks=1
    done
  done
  for ports in 1 2; do  # banks of 8 bytes
    clean -GWords=2 "-GPorts=$ports" -GSuperWarp=2 -GWidth=8 -GNumBanks=16
    clean -GWords=2 "-GPorts=$ports" -GShallow=1 -GWidth=3 -GNumBanks=6 -GNumRows=2 -GSyncBanks=1
  done
  # Numbers of banks and lanes that differ, are odd, or 1.
  for shape in "16 17" "12 12" "1 1" "3 1" "1 3" "5 127" "33 31"; do
    for shallow in 0 1; do
      clean "-GWidth=${shape% *}" "-GNumBanks=${shape#* }" "-GShallow=$shallow" -GSuperWarp=2 '-GMapping="random-shift"'
      clean "-GWidth=${shape% *}" "-GNumBanks=${shape#* }" "-GShallow=$shallow" -GSuperWarp=2 '-GRpu="serial"' \
        '-GMapping="pad"'
    done
    for rpu in stream pipelined crossbar; do
      clean "-GWidth=${shape% *}" "-GNumBanks=${shape#* }" "-GRpu=\"$rpu\"" -GDepth=3
    done
  done
  clean -GWidth=5 -GNumBanks=12 '-GRpu="pipelined"' -GShallow=1 -GDepth=2
  for rule in 1 2; do
    clean "-GSlotRule=$rule" -GWidth=4 -GNumBanks=5 -GSuperWarp=2 -GShallow=1
  done
  clean -GWidth=16 -GNumBanks=31 -GNumRows=1024 -GAddrWidth=16 -GReturnLane=5
  clean -GRoute=1 $(lean 2 1)
  clean -GRoute=6 -GShallow=1 $(lean 8 1024)
  clean -GRoute=20 -GWidth=32 -GMaxLatency=2
  clean -GRoute=5 -GSuperWarp=3 -GSlotRule=1 $(lean 8 1024)
  for depth in 1 3 8 16; do
    for rpu in stream pipelined crossbar; do
      clean "-GRpu=\"$rpu\"" "-GDepth=$depth" -GPasses=1 -GFullestFirst=0 -GRoundRobin=0 $(lean 8 1024)
      for width in 2 32; do
        clean "-GRpu=\"$rpu\"" "-GDepth=$depth" "-GWidth=$width" -GNumRows=1024 -GAddrWidth=32 -GReturnLane=32
      done
    done
  done
  clean '-GRpu="pipelined"' -GShallow=1 -GDepth=1 -GPasses=1 -GFullestFirst=0 $(lean 8 1024)
  clean '-GRpu="pipelined"' -GShallow=1 -GDepth=4 -GWidth=8 -GNumRows=1024 -GAddrWidth=32 -GReturnLane=32
  for shallow in 0 1; do
    clean '-GRpu="pipelined"' "-GShallow=$shallow" -GDepth=8 -GPasses=2 -GQueue=4 -GStore=4 -GLater=2 $(lean 8 1024)
    clean '-GRpu="pipelined"' "-GShallow=$shallow" -GDepth=1 -GPasses=1 -GQueue=1 -GStore=1 -GLater=1 -GWidth=3 \
      -GNumBanks=5
  done
  for rule in 1 2; do  # the slot rules of the UMM and the GT200
    for width in 2 8 16 32; do
      clean "-GSlotRule=$rule" "-GWidth=$width" -GShallow=0 -GSuperWarp=1
      clean "-GSlotRule=$rule" "-GWidth=$width" -GShallow=1 -GSuperWarp=3
    done
  done
  # Every mapping of the RSU, on rows fewer and more than its tables are divided into.
  for mapping in "${mappings[@]}"; do
    for shape in '2 1024' '8 1' "${shapes[@]}"; do
      # shellcheck disable=SC2086  # a width and rows
      clean "-GMapping=\"$mapping\"" $(lean $shape)
    done
  done
  for regions in 1 2 8 64; do
    for rpu in batch pipelined; do
      for rows in 0 4; do
        clean "-GRegions=$regions" "-GRegionRows=$rows" '-GMapping="h3"' "-GRpu=\"$rpu\"" -GDepth=2 $(lean 4 64)
      done
    done
  done
  for mapping in swizzle:5,2,5 swizzle:2,3,-3 swizzle:3,4,26; do
    clean "-GMapping=\"$mapping\"" $(lean 32 1024)
  done
  clean $(lean 2 1)  # the smallest bank has one row; its address still has one row bit
  # Next to the bad values below.
  clean -GAddrWidth=10 -GWidth=8 -GNumRows=64 -GReturnLane=3
  clean -GMaxLatency=2
  clean -GReturnLane=5
}
every_set
linted 'of the memory machine'

# shellcheck disable=SC2046  # several options on purpose
every_lane_set() {
  local depth shape
  for depth in 1 2 3 16; do
    clean "-GDepth=$depth" -GPasses=2 "-GResponses=$depth" -GTagWidth=5 $(lean 4 16)
    clean "-GDepth=$depth" -GFullestFirst=0 -GPasses=1 '-GMapping="random-shift"' $(lean 8 64)
  done
  clean -GDataWidth=8 -GTagWidth=1 -GResponses=1 $(lean 2 1)
  clean -GDataWidth=64 -GResponses=7 -GMaxLatency=2 $(lean 4 16)
  clean -GSyncBanks=1 $(lean 4 16)
  for shape in "1 1" "3 2" "5 7" "16 17"; do
    clean "-GWidth=${shape% *}" "-GNumBanks=${shape#* }" '-GMapping="pad"'
  done
  clean
}
top=lane_machine
every_lane_set
linted 'of the lane machine'

top=local_memory
clean
clean -GSyncBanks=0 -GLatency=1
clean -GNumLanes=1 -GNumBanks=1 -GTagWidth=1
clean -GNumLanes=3 -GNumBanks=8 -GDepth=1 -GResponses=1 -GNumWords=8
clean -GNumLanes=8 -GNumBanks=2 -GLatency=5 -GDataWidth=64 '-GMapping="ipoly"'
clean -GNumLanes=16 -GNumBanks=17
clean -GNumLanes=3 -GNumBanks=31 -GNumWords=4096
linted 'of the local memory'

top=lane_memory
clean
clean -GAtomics=2 -GLines=1
clean -GNumLanes=16 -GNumBanks=16 -GNumRows=64 -GAtomics=1 -GLines=1
clean -GNumLanes=1 -GNumBanks=1 -GPasses=1 -GDepth=1 -GPlaces=1 -GAtomics=1 -GTagWidth=1
clean -GNumLanes=3 -GNumBanks=5 -GNumRows=1 -GPasses=3 -GPlaces=9
clean -GNumLanes=2 -GNumBanks=8 -GNumRows=2 -GDataWidth=8 -GLines=1
clean -GNumLanes=5 -GDataWidth=64 -GAddrWidth=32 -GHash=1
clean -GHash=2
linted 'of the lane memory'
top=global_memory
for ports in 1 2 3 8; do
  clean "-GNumPorts=$ports" -GWidth=4 -GNumRows=64
  # shellcheck disable=SC2046  # several options on purpose
  clean "-GNumPorts=$ports" -GSuperWarp=3 -GShallow=1 $(lean 8 64)
done
linted 'of the global memory'
top=rsu
for mapping in random-shift random-xor; do
  for ports in 0 1 2; do
    clean "-GMapping=\"$mapping\"" -GRegions=4 -GRegionRows=8 "-GPorts=$ports" -GWidth=8 -GNumRequests=4 -GNumRows=64 \
      -GAddrWidth=10
    clean "-GMapping=\"$mapping\"" "-GPorts=$ports" -GWidth=8 -GNumRequests=16 -GNumRows=64 -GAddrWidth=10
  done
done
linted 'of the RSU'
top=memory_machine
clean -GSyncBanks=1
linted 'with clocked banks'

top=coalescer
for threads in 1 3 16 32; do
  for addr in 8 32 40; do
    clean "-GNumThreads=$threads" "-GAddrWidth=$addr"
  done
done
linted 'of the coalescer'

# superwarp cost reads the modules of a unit without -defer, so Yosys elaborates each with its defaults as well.
units=()
for source in "${sources[@]}"; do
  case $source in *_machine.sv | *_memory.sv | *_properties.sv) ;; *) units+=("$source") ;; esac
done
for unit in batch serial stream pipelined crossbar; do
  set='-set Width 4 -set AddrWidth 6 -set DataWidth 8 -set TagWidth 4'
  case $unit in stream | pipelined | crossbar) set+=' -set NumBanks 4' ;; esac
  yosys -q -p "read_verilog -noassert -sv ${units[*]}; chparam $set rpu_$unit; hierarchy -check -top rpu_$unit" \
    >bad.log 2>&1 || { head -20 bad.log; echo "yosys refuses rpu_$unit as superwarp cost reads it" && exit 1; }
done
echo 'units as superwarp cost reads them'
top=memory_machine

# dies PARAMETER VALUE [PARAMETER VALUE ...]: the first one is bad for $top. (-defer: otherwise Yosys elaborates the
# large default machines. Tools in $unnamed stop with another error: they meet a width of 0 first.)
dies() {
  local verilator_set=() icarus_set=() yosys_set="" name=$1 tool
  while (($#)); do
    verilator_set+=("-G$1=$2")
    icarus_set+=("-P$top.$1=$2")
    yosys_set+=" -chparam $1 $(as_bits "$2")"
    shift 2
  done
  for tool in verilator icarus yosys; do
    case $tool in
      verilator) run=(verilator --lint-only "${verilator_set[@]}" --top-module "$top" "${sources[@]}") ;;
      icarus) run=(iverilog -g2012 "${icarus_set[@]}" -s "$top" -o bad.vvp "${sources[@]}") ;;
      yosys) run=(yosys -q -p "read_verilog -defer -sv ${sources[*]}; hierarchy -check -top $top $yosys_set") ;;
    esac
    if "${run[@]}" >bad.log 2>&1; then
      echo "$tool accepts ${verilator_set[*]}"
      exit 1
    fi
    if [[ " ${unnamed:-} " != *" $tool "* ]] &&
      ! grep -qi "error.*${name}_must_be\|error.*${name}_must_hold" bad.log; then
      head -20 bad.log
      echo "$tool refuses ${verilator_set[*]} but does not name $name"
      exit 1
    fi
  done
  echo "refused by all three tools: $(grep -om1 "${name}_must_[A-Za-z0-9_]*" bad.log)"
}

dies Width 0 NumBanks 2
dies NumBanks 0 Width 2
dies Mapping '"xor-fold"' Width 3
dies Width 129 NumBanks 2
dies NumBanks 257 Width 2
dies SuperWarp 0
dies SuperWarp 17 Width 2
unnamed=verilator dies DataWidth 0 Width 2
dies TagWidth 0 Width 2
dies Shallow 2 Width 2
dies SyncBanks 2 Width 2
dies NumRows 3
dies NumRows 0
dies AddrWidth 9 Width 8 NumRows 64 ReturnLane 3
dies MaxLatency 3
dies MaxLatency 1
dies ReturnLane 2 Width 8
dies ReturnLane 33 AddrWidth 32
dies Mapping '"no-such"'
dies Mapping '"swizzle:3,1,3"'
dies Mapping '"swizzle:3,4,2"'
dies Mapping '"ipoly:3"'
dies Regions 3 Width 2
dies RegionRows 3 Width 2
dies SlotRule 3 Width 2  # a small machine, as Yosys builds the rest of it first
dies Rpu '"no-such"'
dies Rpu '"unpipelined"' Width 2
dies Mapping '"a-long-name-before-identity"' Width 2
dies SuperWarp 1 Rpu '"serial"' Width 2
dies Route 1 Rpu '"stream"' Width 2
dies Route 3 Width 2
dies NumBanks 8 Width 4 Route 2
dies NumBanks 3 Width 4 Route 2
dies Ports 3 Width 2
dies Words 2 Width 2
dies Words 3 Width 4
dies Ports 2 Rpu '"stream"' Width 2
dies Intake 3 Rpu '"serial"' Width 2 SuperWarp 2
top=global_memory
dies NumPorts 0
top=rsu
dies Ports 2 Hold 0 Mapping '"random-shift"' Width 8 NumRequests 8 NumRows 64 AddrWidth 10
top=memory_machine
dies Depth 17 Rpu '"stream"'
dies Passes 0 Rpu '"stream"'
dies Depth 17 Rpu '"pipelined"'
dies Passes 5 Rpu '"pipelined"'
dies Queue 9 Rpu '"pipelined"'
dies Store 17 Rpu '"pipelined"' Width 2
dies Later 3 Rpu '"pipelined"' Width 2
dies FullestFirst 2 Rpu '"stream"' Width 2
dies RoundRobin 2 Rpu '"crossbar"' Width 2
dies Depth 17 Rpu '"crossbar"' Width 2
top=lane_machine
dies NumBanks 0 Width 2
dies Depth 17 Width 2
dies Passes 5 Width 2
dies NumRows 3 Width 2
dies AddrWidth 9 Width 8 NumRows 64 ReturnLane 3
dies DataWidth 12 Width 2
dies MaxLatency 3 Width 2
dies ReturnLane 2 Width 8
unnamed="verilator yosys" dies TagWidth 0 Width 2
unnamed="verilator yosys" dies Responses 0 Width 2
top=local_memory
unnamed=verilator dies TagWidth 0
unnamed=verilator dies Responses 0
dies NumLanes 0
dies NumBanks 0
dies NumWords 3
dies Latency 1
top=lane_memory
dies NumLanes 129 NumBanks 2
dies NumRows 3
dies DataWidth 12
dies AddrWidth 9
dies Depth 17 NumLanes 2
dies Places 33 NumLanes 2
dies Passes 5 NumLanes 2
dies Atomics 3
dies Lines 2
dies Hash 3
dies Hash 1 Lines 1
top=coalescer
dies NumThreads 0
dies AddrWidth 7
