#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bitstream.sh FPGA SCRATCH_DIR: tools/fpga/fpga takes a DMM of two banks to a bitstream for an iCE40, which answers as
# the RTL does. A second run does nothing again; another bitstream is not the unit's. Skipped (77) where the tools
# are missing.
set -euo pipefail
fpga=$(realpath "$1")
rm -rf "$2"
mkdir -p "$2"
cd "$2"
fail() {
  echo "bitstream: $*" >&2
  exit 1
}
unit=(dmm --width 2 --rows 64 --out out)
status=0
"$fpga" "${unit[@]}" >first 2>stderr || status=$?
if ((status == 77)); then
  cat stderr
  exit 77
fi
((status == 0)) || fail "status $status: $(cat stderr)"
grep -Eq '^  2 dmm .* [0-9]+ bytes equal$' first || fail "$(cat first)"
[[ -s out/dmm-w2-r64-b1/unit.bin ]] || fail 'no bitstream'

"$fpga" "${unit[@]}" >second 2>stderr
cmp first second
[[ ! -s stderr ]] || fail "a stage is done again: $(cat stderr)"

# Of a unit that keeps 32 rows: reads of the upper rows find other words.
"$fpga" dmm --width 2 --rows 32 --no-trace --out out >other 2>stderr
cp out/dmm-w2-r32-b1/unit.asc out/dmm-w2-r64-b1/unit.asc
rm out/dmm-w2-r64-b1/trace.done
if "$fpga" "${unit[@]}" >wrong 2>stderr; then fail 'the bitstream of another unit answers as the RTL'; fi
grep -q 'answers other bytes than the RTL' stderr || fail "$(cat stderr)"

status=0
"$fpga" 'batch D=2' >stdout 2>stderr || status=$?
if ((status == 0)) || ! grep -q "unit 'batch D=2': expected dmm, umm" stderr; then
  fail "an unknown unit: $(cat stderr)"
fi
cat first
