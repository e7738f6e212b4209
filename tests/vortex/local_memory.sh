#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# local_memory.sh RTL_DIR SCRATCH_DIR: rtl/local_memory.sv keeps the law of lane_traffic.sv in every shape below. Where
# lanes offer in step, all shapes with four lanes give the same words. Under Icarus Verilog, where registers start
# unknown, and so does what is not valid at the ports: with 0 there, words and cycles are the same.
set -euo pipefail
rtl=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
rm -rf "$2"
mkdir -p "$2"
cd "$2"
mapfile -t sources < <(sed -n "s|^rtl/|$rtl/|p" "$rtl/superwarp.f")

# keeps PARAMETER=VALUE...
keeps() {
  local name=$*
  name=${name//[ =\"]/_}
  timeout 60 iverilog -g2012 -s local_memory_tb "${@/#/-Plocal_memory_tb.}" -o "$name.vvp" "${sources[@]}" \
    "$here/lane_traffic.sv" "$here/local_memory_tb.sv" >"$name.log" 2>&1 || true
  if ! timeout 100 vvp -n "$name.vvp" "+words=$name.words" >>"$name.log" 2>&1 || ! grep -q '^PASS' "$name.log" ||
    grep '^ERROR' "$name.log"; then
    tail -5 "$name.log"
    echo "$*: the law is broken"
    exit 1
  fi
  echo "$*: $(grep -o '^[0-9]* cycles: .*' "$name.log")"
}
# zeros PARAMETER=VALUE...: a shape that was kept gives the same words in the same cycles if what is not valid is 0.
zeros() {
  local name=$*
  name=${name//[ =\"]/_}
  timeout 100 vvp -n "$name.vvp" +words=zeros.txt +zeros >zeros.log 2>&1 || true
  cmp zeros.txt "$name.words"
  cmp <(grep -v '^/' "$name.log") <(grep -v '^/' zeros.log)
}
keeps NumLanes=4
zeros NumLanes=4
keeps NumLanes=4 SyncBanks=0
keeps NumLanes=4 SyncBanks=0 Latency=1
keeps NumLanes=4 Latency=3
keeps NumLanes=4 SyncBanks=0 Latency=3
keeps NumLanes=4 Latency=4 Depth=2
keeps NumLanes=4 NumBanks=8 Mapping='"xor-swizzle"'
keeps NumLanes=4 Mapping='"xor-swizzle"' Regions=4
keeps NumLanes=4 Mapping='"random-shift"' Entries=16
keeps NumLanes=4 Mapping='"random-xor"' Entries=16 Regions=4
keeps NumLanes=4 NumBanks=3
keeps NumLanes=4 NumBanks=31 Depth=2
keeps NumLanes=4 Responses=1 Depth=1
for other in NumLanes_4_*.words; do
  cmp <(sort NumLanes_4.words) <(sort "$other") || {
    echo "${other%.words}: other words than NumLanes=4"
    exit 1
  }
done
# Every mapping and every choice of regions gives another time.
for mapped in NumLanes_4*Mapping*.log; do
  for other in NumLanes_4.log NumLanes_4*Mapping*.log; do
    if [[ $other != "$mapped" ]] && cmp -s <(grep '^step' "$mapped") <(grep '^step' "$other"); then
      echo "${mapped%.log}: the time of ${other%.log}"
      exit 1
    fi
  done
done
keeps NumLanes=1 NumBanks=1
keeps NumLanes=3 NumBanks=2 Depth=2 Passes=1 TagWidth=12
zeros NumLanes=3 NumBanks=2 Depth=2 Passes=1 TagWidth=12
keeps NumLanes=2 NumBanks=5 Mapping='"random-shift"' Entries=16
keeps NumLanes=8 NumBanks=8 Depth=2 DataWidth=8
keeps NumLanes=2 NumBanks=2 NumWords=2 DataWidth=16
zeros NumLanes=2 NumBanks=2 NumWords=2 DataWidth=16
