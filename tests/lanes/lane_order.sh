#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lane_order.sh RTL_DIR SCRATCH_DIR: rtl/lane_order.sv holds exactly what does not commute, in several shapes, under Icarus Verilog.
set -euo pipefail
rtl=$(realpath "$1")
bench=$(realpath "$(dirname "$0")")/lane_order_tb.sv
rm -rf "$2"
mkdir -p "$2"
cd "$2"

# holds SOURCE PARAMETER=VALUE...
holds() {
  local source=$1 set=()
  shift
  for parameter in "$@"; do set+=("-Plane_order_tb.$parameter"); done
  iverilog -g2012 -s lane_order_tb "${set[@]}" -o bench.vvp "$source" "$bench"
  vvp -n bench.vvp >log 2>&1 && grep -q '^PASS' log
}

for shape in "" "Width=2 Places=1" "Width=8 Places=2 AddrWidth=7 EnableWidth=4" "Width=3 Places=5 EnableWidth=1"; do
  read -ra parameters <<<"$shape"
  holds "$rtl/lane_order.sv" "${parameters[@]}" || {
    tail -3 log
    echo "with '$shape' the law is broken"
    exit 1
  }
done

echo "4 shapes hold what does not commute"
