#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# testbench.sh TOP FILE...: runs a bench in SystemVerilog with the RTL in $SUPERWARP_TEST_RTL. Reports like GoogleTest.
# The folder above keeps the compiled bench, until a file changes, and the words that its first run reads: every later
# run must read the same.
set -euo pipefail
top=$1
shift
if [[ ! -e ../bench.vvp || -n $(find "$@" -newer ../bench.vvp) ]]; then
  mapfile -t sources < <(sed -n "s|^rtl/|$SUPERWARP_TEST_RTL/|p" "$SUPERWARP_TEST_RTL/superwarp.f")
  iverilog -g2012 -s "$top" -o ../bench.vvp "${sources[@]}" "$@"
  rm -f ../sorted.txt
fi
touch words.txt
if vvp -n ../bench.vvp +words=words.txt >log 2>&1 && grep -q '^PASS' log; then
  sort words.txt >sorted.txt
  [[ -e ../sorted.txt ]] || cp sorted.txt ..
  if cmp -s sorted.txt ../sorted.txt; then
    echo "[  PASSED  ] 1"
    exit
  fi
  echo "other words" >>log
fi
tail -3 log
echo "[  FAILED  ]"
exit 1
