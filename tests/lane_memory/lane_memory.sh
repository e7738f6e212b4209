#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lane_memory.sh RTL_DIR SCRATCH_DIR LIBRARIES [quick|long|rates]: in every shape below rtl/lane_memory/lane_memory.sv
# is what model/reference/lane_memory.h says, port by port in every cycle. LIBRARIES: the model's, with commas between.
#   quick   some thousand accesses in each shape (default)
#   long    ten million accesses in all
#   rates   requests a cycle of 16 lanes
set -euo pipefail
rtl=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
root=$(realpath "$here/../..")
IFS=, read -ra libraries <<<"$3"
mapfile -t libraries < <(realpath "${libraries[@]}")
mode=${4:-quick}
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
    ;;
  rates)
    for windows in "4 8" "5 10"; do
      for hash in 0 1; do
        read -ra shape_of <<<"16 16 1024 32 14 8 $windows 2 0 0 $hash"
        built "${shape_of[@]}"
        said=$("./$shape/bench" "${shape_of[@]}" rates 20000 1)
        echo "${shape_of[*]}: $said"
      done
    done
    ;;
esac
