#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# keys.sh SUPERWARP SCRATCH_DIR: a finished point is computed again if anything changed that its figures depend on: the
# content of an input file, the RTL, the program. A plan names its units by the same.
# shellcheck source=tools/sweep/tests/sweeps.sh
source "$(dirname "$0")/sweeps.sh"

now() {  # PROGRAM POINTS WHAT
  "$1" sweep space.toml --out out >log 2>&1 || fail "$3: $(cat log)"
  grep -q " $2 of them now" log || fail "$3: expected $2 points now: $(cat log)"
}
units() {
  "$superwarp" sweep space.toml --plan - | python3 -c 'import json, sys; print(json.load(sys.stdin)["builds"])'
}

cp -r "$root/rtl" rtl
printf '%s\n' '# superwarp-trace 1' '0 0 R 0 4' '0 1 R 1 5' >two.trace
printf 'trace = "two.trace"\nwidth = 2\nengine = "model"\n[[machines]]\nmachine = "dmm"\n' >space.toml
printf '[[machines]]\nmachine = "dmm"\nengine = "rtl,model"\nrtl = "rtl"\n' >>space.toml
now "$superwarp" 2 'the first run'
now "$superwarp" 0 'the second run'

echo '1 0 R 1 5' >>two.trace
now "$superwarp" 2 'after another trace'

before=$(units)
echo '// another comment' >>rtl/mmu.sv
now "$superwarp" 1 'after another RTL'
[[ $(units) != "$before" ]] || fail 'the plan names a unit of another RTL by the same id'

mkdir -p other/bin
cp "$superwarp" other/bin/superwarp
now other/bin/superwarp 0 'a copy of the program'
printf 'x' >>other/bin/superwarp
before=$(units)
now other/bin/superwarp 2 'another program'

# Files that no option names, and those that a folder has: found by what a point opens.
mkdir -p installed/bin installed/lib/superwarp
cp "$superwarp" installed/bin/superwarp
cp -r "$root/data" installed/lib/superwarp/data
cp -r "$root/rtl" installed/lib/superwarp/rtl
data=installed/lib/superwarp/data
cp "$root/examples/tiles.traceg" .
mkdir folder
cp tiles.traceg folder/kernel-1.traceg
time_units() {
  cut -d, -f"$(head -1 out/results.csv | tr , '\n' | grep -nx time_units | cut -d: -f1)" out/results.csv | tail -n +2
}
replayed() { installed/bin/superwarp replay "$@" --engine model --json - |
  python3 -c 'import json, sys; print(json.load(sys.stdin)["time_units"]["model"])'; }
space() { printf '%s\n' "$@" >space.toml && rm -rf out; }
changes() {
  sed -i -E "$1" "$data/$2"
  if cmp -s "$data/$2" "$root/data/$2"; then fail "$2 does not change: adapt the edit"; fi
}
reset() { cp "$root/data/$1" "$data/$1"; }

space 'trace = "tiles.traceg"' 'schedule = "async"' 'issue = [1, 2]'
now installed/bin/superwarp 2 'with an issue stage'
before=$(time_units)
now installed/bin/superwarp 0 'with an issue stage again'
changes 's/("(usual|latency)": *)([0-9]+)/\1\30/' latencies.json
now installed/bin/superwarp 2 'after other latencies'
for issue in 1 2; do replayed tiles.traceg --schedule async --issue $issue; done >expected
[[ $(time_units) == "$(cat expected)" && $(time_units) != "$before" ]] ||
  fail "time units: $(time_units), expected $(cat expected)"
reset latencies.json
now installed/bin/superwarp 0 'after the latencies of before'
[[ $(time_units) == "$before" ]] || fail "time units: $(time_units), expected $before"

space 'trace = "tiles.traceg"' 'gpu = ["hopper", "ampere"]' 'machine = "dmm"'
now installed/bin/superwarp 2 'with GPUs'
changes 's/"description": "/&Another /' gpus/hopper.json
now installed/bin/superwarp 1 'after another description of one GPU'
reset gpus/hopper.json

space 'trace = ["folder", "tiles.traceg"]' 'machine = "dmm"'
now installed/bin/superwarp 2 'with a folder'
cp tiles.traceg folder/kernel-2.traceg
now installed/bin/superwarp 1 'after another trace in the folder'
echo kernel-1.traceg >folder/kernelslist.g
now installed/bin/superwarp 1 'after a list in the folder'
now installed/bin/superwarp 0 'with the list again'

echo 'keys: another trace, RTL or program is another point'
