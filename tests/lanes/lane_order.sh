#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lane_order.sh RTL_DIR SCRATCH_DIR: rtl/lane_order.sv holds exactly what does not commute, in several shapes, under Icarus Verilog;
# copies that are broken in one place each are caught.
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

mutants=0
# mutant OLD NEW
mutant() {
  local text
  text=$(<"$rtl/lane_order.sv")
  if [[ $text != *"$1"* ]]; then
    echo "lane_order.sv has no '$1' any more, break it anew"
    exit 1
  fi
  printf '%s\n' "${text//"$1"/"$2"}" >broken.sv
  if holds broken.sv; then
    echo "'$2' for '$1': SURVIVED"
    exit 1
  fi
  grep -qiE 'FAIL|assert' log
  mutants=$((mutants + 1))
}
mutant '(a[KeyWidth-1] | b[KeyWidth-1])' "1'b1"
mutant '(a[KeyWidth-1] | b[KeyWidth-1])' 'a[KeyWidth-1]'
mutant ' | {EnableWidth{!write_i[j]}}' ''
mutant '(j < i) & valid_i[j]' '(j < i)'
mutant '(j < i) & valid_i[j]' 'valid_i[j]'
mutant '(busy & ~done)' 'busy'
mutant "rst_ni ? " "1'b1 ? "
mutant 'a[EnableWidth +: AddrWidth] ==' 'a[EnableWidth +: AddrWidth-1] =='
echo "4 shapes hold what does not commute, $mutants broken ones are caught"
