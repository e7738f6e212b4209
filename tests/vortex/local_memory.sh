#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# local_memory.sh RTL_DIR SCRATCH_DIR: rtl/local_memory.sv keeps the law of lane_traffic.sv, in every shape of the list and
# whatever its banks are. Where lanes offer in step, every shape and kind of bank of as many lanes gives the same words.
# Under Icarus Verilog, which starts with unknown values.
set -euo pipefail
rtl=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
rm -rf "$2"
mkdir -p "$2"
cd "$2"

# runs RTL_DIR NAME PARAMETER=VALUE...
runs() {
  local folder=$1 name=$2 set=()
  shift 2
  for parameter in "$@"; do set+=("-Plocal_memory_tb.$parameter"); done
  mapfile -t sources < <(find "$folder" -name '*_pkg.sv' | sort; find "$folder" -name '*.sv' ! -name '*_pkg.sv' | sort)
  timeout 60 iverilog -g2012 -s local_memory_tb "${set[@]}" -o "$name.vvp" "${sources[@]}" "$here/lane_traffic.sv" \
    "$here/local_memory_tb.sv" >"$name.log" 2>&1 || return 1
  timeout 100 vvp -n "$name.vvp" "+words=$name.words" >>"$name.log" 2>&1 && grep -q '^PASS' "$name.log"
}

shapes=0
# keeps PARAMETER=VALUE...
keeps() {
  local name=$*
  name=${name//[ =]/_}
  runs "$rtl" "shape_$name" "$@" || {
    tail -5 "shape_$name.log"
    echo "$*: the law is broken"
    exit 1
  }
  echo "$*: $(grep -o '^[0-9]* cycles: .*' "shape_$name.log")"
  shapes=$((shapes + 1))
}
keeps NumLanes=4
keeps NumLanes=4 SyncBanks=0
keeps NumLanes=4 SyncBanks=0 Latency=1
keeps NumLanes=4 Latency=3
keeps NumLanes=4 SyncBanks=0 Latency=3
keeps NumLanes=4 Latency=4 Depth=2
keeps NumLanes=4 NumBanks=8 Swizzle=1
keeps NumLanes=4 Responses=1 Depth=1
for other in shape_NumLanes_4_*.words; do
  cmp <(sort shape_NumLanes_4.words) <(sort "$other") || {
    echo "${other%.words}: other words than with 4 lanes' usual shape"
    exit 1
  }
done
keeps NumLanes=1 NumBanks=1
keeps NumLanes=3 NumBanks=2 Depth=2
keeps NumLanes=8 NumBanks=8 Depth=2 DataWidth=8
keeps NumLanes=2 NumBanks=2 NumWords=2 DataWidth=16
echo "$shapes shapes keep the law"

