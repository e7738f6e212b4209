#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# file_list.sh RTL_DIR SCRATCH_DIR: rtl/superwarp.f, Bender.yml and superwarp.core list the sources in RTL_DIR, and a
# file that is missing there is noticed. Verilator and Icarus Verilog elaborate the tops from the list. The
# example testbench prints the same in both: the words that were written, in the time of the paper's worked example.
set -euo pipefail
root=$(realpath "$1/..")
# shellcheck source=tests/units/quickly_built.sh
source "$(dirname "$0")/../units/quickly_built.sh"
mkdir -p "$2"
scratch=$(realpath "$2")
cd "$root"

scripts/rtl_lists --check
copy=$scratch/copy
rm -rf "$copy"
mkdir -p "$copy/scripts"
cp -r rtl Bender.yml superwarp.core "$copy"
cp scripts/rtl_lists "$copy/scripts"
touch "$copy/rtl/new.sv"
said=$("$copy/scripts/rtl_lists" --check) && said=nothing
for file in rtl/superwarp.f Bender.yml superwarp.core; do
  grep -q "^$file (<)" <<<"$said" || {
    echo "$file lacks rtl/new.sv, and the check says: $said"
    exit 1
  }
done
"$copy/scripts/rtl_lists"
"$copy/scripts/rtl_lists" --check

for top in memory_machine global_memory lane_machine local_memory lane_memory coalescer; do
  verilator --lint-only --top-module "$top" -f rtl/superwarp.f
  iverilog -g2012 -s "$top" -o "$scratch/$top" -f rtl/superwarp.f 2>"$scratch/icarus.log" || {
    cat "$scratch/icarus.log"
    exit 1
  }
done
echo "$(grep -c '^rtl/' rtl/superwarp.f) files, elaborated by both tools"

bench=examples/testbench/fig4_tb.sv
iverilog -g2012 -s fig4_tb -o "$scratch/fig4" -f rtl/superwarp.f "$bench" 2>"$scratch/icarus.log"
quickly_built --top-module fig4_tb -Mdir "$scratch/fig4_tb" \
  -f rtl/superwarp.f "$bench" >"$scratch/verilator.log" 2>&1 || {
  tail "$scratch/verilator.log"
  exit 1
}
timeout 60 "$scratch/fig4" | grep -v finish >"$scratch/icarus.txt"
timeout 60 "$scratch/fig4_tb/Vfig4_tb" | grep -v finish >"$scratch/verilator.txt"
cmp "$scratch/icarus.txt" "$scratch/verilator.txt"
for expected in 'write: 12 time units' 'read: 12 time units'; do grep -qx "$expected" "$scratch/icarus.txt"; done
thread=0
for address in 16 21 4 15 9 3 11 19 2 7 23 0; do
  grep -q "thread $thread reads $((100 + address))\$" "$scratch/icarus.txt"
  thread=$((thread + 1))
done
echo "the example testbench: $(wc -l <"$scratch/icarus.txt") lines, equal from both tools"
