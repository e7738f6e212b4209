#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lane_order.sh RTL_DIR SCRATCH_DIR: rtl/lane_order.sv holds exactly what does not commute, whether ports that are not
# valid are unknown or 0, and no lane of rtl/local_memory.sv waits for longer than the bound (wait_tb.sv). Several
# shapes, under Icarus Verilog.
set -euo pipefail
rtl=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
rm -rf "$2"
mkdir -p "$2"
cd "$2"
mapfile -t sources < <(sed -n "s|^rtl/|$rtl/|p" "$rtl/superwarp.f")

# keeps BENCH SHAPE [OPTION]: the bench keeps its law; what it says goes to the file log.
keeps() {
  local set
  read -ra set <<<"$2"
  iverilog -g2012 -s "$1" "${set[@]/#/-P$1.}" -o bench.vvp "${sources[@]}" "$here/$1.sv" 2>icarus.log || {
    cat icarus.log
    exit 1
  }
  timeout 100 vvp -n bench.vvp "${@:3}" >log 2>&1 || true
  if ! grep -q '^PASS' log || grep '^ERROR' log; then
    tail -3 log
    echo "$1 with '$2': the law is broken"
    exit 1
  fi
}

for shape in "" "Width=2 Places=1" "Width=8 Places=2 AddrWidth=7 EnableWidth=4" "Width=3 Places=5 EnableWidth=1"; do
  keeps lane_order_tb "$shape"
  mv log unknown.log
  keeps lane_order_tb "$shape" +zeros
  cmp unknown.log log
done
echo "4 shapes hold what does not commute"
for shape in "" "NumLanes=2 NumBanks=1 Depth=1 Latency=1" "NumLanes=4 Responses=1" \
  "NumLanes=8 Depth=2 Latency=3 Cycles=200"; do
  keeps wait_tb "$shape"
  echo "${shape:-NumLanes=3}: $(grep accepted log)"
done
