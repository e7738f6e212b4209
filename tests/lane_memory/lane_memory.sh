#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lane_memory.sh RTL_DIR SCRATCH_DIR [quick|long|rates [LIBRARIES]]: in every shape below
# rtl/lane_memory/lane_memory.sv is what model/reference/lane_memory.h says, port by port in every cycle. LIBRARIES are
# the model's, with commas between; those in build/ if none are given.
#   quick   some thousand accesses in each shape (default), and what is not valid changes nothing
#   long    ten million accesses in all
#   rates   requests a cycle of 16 lanes
set -euo pipefail
rtl=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
root=$(realpath "$here/../..")
mode=${3:-quick}
models=$root/build/model
IFS=, read -ra libraries <<<"${4:-$models/reference/libsuperwarp_model.a,$models/machine/libsuperwarp_language.a}"
mapfile -t libraries < <(realpath "${libraries[@]}")
if [[ $mode == quick ]]; then optimised=-O0; else optimised=-O1; fi
mkdir -p "$2"
cd "$2"
mapfile -t sources < <(sed -n "s|^rtl/|$rtl/|p" "$rtl/superwarp.f")

# What does not depend on the shape is compiled once.
verilated=$(verilator --getenv VERILATOR_ROOT)/include
for source in "$here/bench.cpp" "$here/traffic.cpp" "$verilated/verilated.cpp" "$verilated/verilated_threads.cpp"; do
  g++ -std=c++17 -O2 -w "-I$root" "-I$verilated" "-I$verilated/vltstd" -c "$source" -o "$(basename "$source" .cpp).o"
done
common="$PWD/bench.o $PWD/traffic.o $PWD/verilated.o $PWD/verilated_threads.o ${libraries[*]} -lfmt"

# built NumLanes NumBanks NumRows DataWidth AddrWidth TagWidth Depth Places Passes Atomics Lines Hash: the bench of this
# shape is in the folder of its name.
names=(NumLanes NumBanks NumRows DataWidth AddrWidth TagWidth Depth Places Passes Atomics Lines Hash)
built() {
  local values=("$@") set=() n
  for n in "${!names[@]}"; do set+=("-G${names[n]}=${values[n]}"); done
  shape=$(IFS=_ && echo "$*")
  verilator --cc --exe --build --assert -O3 -Wno-fatal --top-module lane_memory "${set[@]}" -Mdir "$shape" \
    -CFLAGS "-std=c++17 -I$root" -MAKEFLAGS "OPT_FAST=$optimised OPT_SLOW=-O0" \
    -MAKEFLAGS "VM_GLOBAL_FAST= VM_GLOBAL_SLOW=" \
    -MAKEFLAGS "LOADLIBES='$common'" "$rtl/lint.vlt" "${sources[@]}" "$here/rtl.cpp" -o bench >"$shape.log" 2>&1 || {
    tail -20 "$shape.log"
    echo "the bench of shape $* does not compile"
    exit 1
  }
}

# checked ACCESSES SHAPE: as the model in this shape.
checked() {
  local said
  built "${@:2}"
  said=$("./$shape/bench" "${@:2}" random "$1" 1 2>&1) || {
    tail -3 <<<"$said"
    echo "shape ${*:2}: RTL and model differ"
    exit 1
  }
  echo "${*:2}: $said"
}

# unknown PARAMETER=VALUE...: what is not valid at a port changes nothing, under Icarus Verilog.
unknown() {
  iverilog -g2012 -s unknown_tb "${@/#/-Punknown_tb.}" -o unknown.vvp "${sources[@]}" "$here/unknown_tb.sv" \
    >icarus.log 2>&1 || {
    cat icarus.log
    exit 1
  }
  timeout 300 vvp -n unknown.vvp >unknown.log 2>&1 || true
  if ! grep -q '^PASS' unknown.log || grep '^ERROR' unknown.log; then
    tail -3 unknown.log
    echo "$*: unknown bits matter"
    exit 1
  fi
  echo "$*: $(grep '^PASS' unknown.log)"
}

echo "${names[*]}"
case $mode in
  quick | long)
    if [[ $mode == quick ]]; then amount=20000; else amount=1250000; fi
    checked $amount 1 1 2 8 3 1 1 1 1 2 1 0
    checked $amount 2 4 16 32 8 8 2 4 2 1 1 0
    checked $amount 3 2 8 16 6 3 3 5 3 2 1 0
    checked $amount 5 3 4 64 5 2 4 8 2 2 0 0
    checked $amount 4 4 256 32 12 8 4 8 2 0 0 2
    checked $amount 4 4 16 32 7 8 5 10 2 2 1 0
    checked $amount 8 8 64 32 10 8 4 8 2 1 0 1
    checked $amount 16 16 64 32 11 8 4 8 2 2 1 0
    if [[ $mode == quick ]]; then
      unknown NumLanes=4 NumBanks=4 Cycles=400
      unknown NumLanes=1 NumBanks=1 NumRows=2 Depth=1 Places=1 Passes=1 Cycles=400
      unknown NumLanes=2 NumBanks=3 Depth=2 Places=4 Atomics=1 Cycles=400
      unknown NumLanes=3 NumBanks=2 Passes=3 Places=5 Lines=0 Cycles=400
      unknown NumLanes=5 NumBanks=8 Atomics=0 Cycles=400
    fi
    ;;
  rates)
    for set in "4 8 2 0 0 0" "4 8 2 0 0 1" "5 10 2 0 0 0"; do
      read -ra shape_of <<<"16 16 1024 32 14 8 $set"
      built "${shape_of[@]}"
      said=$("./$shape/bench" "${shape_of[@]}" rates 20000 1)
      echo "${shape_of[*]}: $said"
    done
    ;;
esac
