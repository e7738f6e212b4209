#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# linear.sh SUPERWARP SCRATCH_DIR: four times as many accesses take `ask` about four times as long, in every form of
# answer, of one tile.
# shellcheck source=tests/scratch.sh
source "$(dirname "$0")/../../../tests/scratch.sh"
TIMEFORMAT=%U

ms() {  # ACCESSES ARGUMENT...: user time of an answer to so many accesses of one tile
  local count=$1 accesses=()
  shift
  for ((i = 0; i < count; ++i)); do accesses+=("s[threadIdx.x * $((i % 33 + 1)) + $i]"); done
  { time "$superwarp" ask "${accesses[@]}" --tile 'float s[8192]' "$@" >stdout 2>stderr; } 2>seconds ||
    fail "$(cat stderr)"
  awk '{ printf "%d", 1000 * $1 }' seconds
}
for how in '' '--gpu hopper' '--json out.json'; do
  # shellcheck disable=SC2086  # words
  few=$(ms 200 $how)
  # shellcheck disable=SC2086
  many=$(ms 800 $how)
  echo "ask $how: $few ms for 200 accesses, $many ms for 800"
  ((many < 8 * few + 100)) || fail "$many ms for 800 accesses, $few ms for 200: $how"
done
