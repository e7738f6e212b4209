#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# keys.sh SUPERWARP SCRATCH_DIR: a finished point is computed again if anything changed that its figures depend on: the content
# of an input file, the RTL, the program. A plan names its units by the same.
# shellcheck source=tests/scratch.sh
source "$(dirname "$0")/../scratch.sh"

now() {  # PROGRAM POINTS WHAT
  "$1" sweep space.toml --out out >log 2>&1 || fail "$3: $(cat log)"
  grep -q " $2 of them now" log || fail "$3: expected $2 points now: $(cat log)"
}
units() { "$superwarp" sweep space.toml --plan - | python3 -c 'import json, sys; print(json.load(sys.stdin)["builds"])'; }

cp -r "$here/../../rtl" rtl
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

echo 'keys: another trace, RTL or program is another point'
