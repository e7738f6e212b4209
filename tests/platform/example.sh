#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# example.sh PLATFORM SUPERWARP: the example platform checks its words; this test checks its times. A CPU that waits for
# every word needs l time units for each. 32 warps that read a matrix and then write a word each need the slots that
# superwarp finds for the same reads, 32 more, and l - 1 time units.
set -euo pipefail
platform=$1
superwarp=$2

expect() {  # MACHINE WHAT TIME
  found=$("$platform" "$1" | awk -v what="$2" 'index($0, what) == 1 { print $(NF - 1) }')
  echo "$1: $2: $found ns"
  if [[ $found != "$3" ]]; then
    echo "example: expected $3"
    exit 1
  fi
}

for machine in dmm umm; do
  expect "$machine" "cpu writes 1024 words" $((1024 * 7))
  for order in row column; do
    slots=$("$superwarp" run --workload "$order-major" --size 32 --threads 1024 --machine "$machine" --json - |
      python3 -c 'import json, sys; print(json.load(sys.stdin)["congestion"]["total"])')
    expect "$machine" "32 warps read a $order each" $((slots + 32 + 7 - 1))
  done
done
if "$platform" nothing 2>/dev/null; then
  echo "example: an unknown machine is accepted"
  exit 1
fi
