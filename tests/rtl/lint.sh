#!/usr/bin/env bash
# lint.sh RTL_DIR SCRATCH_DIR: every parameter set is free of Verilator's warnings, Icarus Verilog and
# Yosys elaborate it, and a bad parameter dies in all three with a message that names it.
set -euo pipefail
rtl=$(realpath "$1")
mkdir -p "$2"
cd "$2"
top=memory_machine
mapfile -t sources < <(find "$rtl" -name '*_pkg.sv' | sort; find "$rtl" -name '*.sv' ! -name '*_pkg.sv' | sort)

clog2() {
  local bits=0
  while ((1 << bits < $1)); do bits=$((bits + 1)); done
  echo "$bits"
}

if grep '^lint_off' "$rtl/lint.vlt" | grep UNOPTFLAT; then
  echo "UNOPTFLAT must not be waived"
  exit 1
fi

sets=0
for width in 2 8 32 64; do
  for super_warp in 1 3 5; do
    for shallow in 0 1; do
      for lanes in lean 32; do
        rows=1024
        addr=32
        back=32
        if [[ $lanes == lean ]]; then
          addr=$(($(clog2 $((width * rows))) + 1))
          back=$(clog2 "$width")
        fi
        parameters=("-GWidth=$width" "-GSuperWarp=$super_warp" "-GShallow=$shallow" "-GNumRows=$rows"
          "-GAddrWidth=$addr" "-GReturnLane=$back")
        if ! verilator --lint-only -Wall "${parameters[@]}" --top-module "$top" \
          "$rtl/lint.vlt" "${sources[@]}" >lint.log 2>&1; then
          cut -c1-200 lint.log
          echo "lint failed: ${parameters[*]}"
          exit 1
        fi
        sets=$((sets + 1))
      done
    done
  done
done

# The slot rules of the UMM and the GT200.
for rule in 1 2; do
  for width in 2 8 16 32; do
    for shallow in 0 1; do
      parameters=("-GSlotRule=$rule" "-GWidth=$width" "-GShallow=$shallow" "-GSuperWarp=$((1 + 2 * shallow))")
      if ! verilator --lint-only -Wall "${parameters[@]}" --top-module "$top" \
        "$rtl/lint.vlt" "${sources[@]}" >lint.log 2>&1; then
        cut -c1-200 lint.log
        echo "lint failed: ${parameters[*]}"
        exit 1
      fi
      sets=$((sets + 1))
    done
  done
done

# Every mapping of rtl/mapping_pkg.sv, on rows fewer and more than its tables are divided into.
for mapping in 1 2 3 4 5 6 7; do
  for shape in "2 1024" "32 1024" "8 64" "128 4" "8 1"; do
    read -r width rows <<<"$shape"
    row_bits=$(clog2 "$rows")
    addr=$(($(clog2 "$width") + (row_bits ? row_bits : 1) + 1))
    parameters=("-GMapping=$mapping" "-GWidth=$width" "-GNumRows=$rows" "-GAddrWidth=$addr" "-GReturnLane=$(clog2 "$width")")
    if ! verilator --lint-only -Wall "${parameters[@]}" --top-module "$top" \
      "$rtl/lint.vlt" "${sources[@]}" >lint.log 2>&1; then
      cut -c1-200 lint.log
      echo "lint failed: ${parameters[*]}"
      exit 1
    fi
    sets=$((sets + 1))
  done
done
echo "lint: $sets parameter sets without a warning"

for threads in 1 3 16 32; do
  for addr in 8 32 40; do
    verilator --lint-only -Wall "-GNumThreads=$threads" "-GAddrWidth=$addr" --top-module coalescer "$rtl/coalescer.sv"
  done
done
echo "lint: 12 coalescers without a warning"

# The smallest bank has one row; its address still has one row bit.
verilator --lint-only -Wall -GNumRows=1 -GWidth=2 -GAddrWidth=3 -GReturnLane=1 --top-module "$top" \
  "$rtl/lint.vlt" "${sources[@]}"

# dies PARAMETER VALUE [PARAMETER VALUE ...]: the first one is bad for $top.
dies() {
  local verilator_set=() icarus_set=() yosys_set="" name=$1 tool
  while (($#)); do
    verilator_set+=("-G$1=$2")
    icarus_set+=("-P$top.$1=$2")
    yosys_set+=" -chparam $1 $2"
    shift 2
  done
  for tool in verilator icarus yosys; do
    case $tool in
      verilator) run=(verilator --lint-only "${verilator_set[@]}" --top-module "$top" "${sources[@]}") ;;
      icarus) run=(iverilog -g2012 "${icarus_set[@]}" -s "$top" -o bad.vvp "${sources[@]}") ;;
      yosys) run=(yosys -q -p "read_verilog -sv ${sources[*]}; hierarchy -check -top $top $yosys_set") ;;
    esac
    if "${run[@]}" >bad.log 2>&1; then
      echo "$tool accepts ${verilator_set[*]}"
      exit 1
    fi
    if ! grep -qi "error.*${name}_must_be\|error.*${name}_must_hold" bad.log; then
      head -20 bad.log
      echo "$tool refuses ${verilator_set[*]} but does not name $name"
      exit 1
    fi
  done
  echo "refused by all three tools: $(grep -om1 "${name}_must_[A-Za-z0-9_]*" bad.log)"
}

dies Width 3
dies SuperWarp 0
dies NumRows 3
dies NumRows 0
dies AddrWidth 9 Width 8 NumRows 64 ReturnLane 3
dies MaxLatency 3
dies MaxLatency 1
dies ReturnLane 2 Width 8
dies ReturnLane 33 AddrWidth 32
dies Mapping 8
dies SlotRule 3
top=coalescer
dies NumThreads 0
dies AddrWidth 7
top=memory_machine

# And the neighbours of the bad values are good ones.
for good in "-GAddrWidth=10 -GWidth=8 -GNumRows=64 -GReturnLane=3" "-GMaxLatency=2" "-GReturnLane=5"; do
  # shellcheck disable=SC2086  # several options on purpose
  verilator --lint-only -Wall $good --top-module "$top" "$rtl/lint.vlt" "${sources[@]}"
done
