#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flow.sh SUPERWARP SCRATCH_DIR: superwarp cost from RTL to figures on the smallest units. The JSON is complete, areas
# and delays add up, the longest path equals one computed by hand from the library, slower RTL has a longer clock, RTL
# with a latch is refused, and the sum of parts is near to one piece. Skipped (77) if the tools are missing and cannot
# be installed.
# shellcheck source=tests/scratch.sh
source "$(dirname "$0")/../../../tests/scratch.sh"
rtl=$here/../../../rtl
export XDG_CACHE_HOME=$PWD/cache
small=(--width 2 --rows 4 --data-bits 2)

if ! "$superwarp" cost --machine dmm "${small[@]}" --json dmm.json >dmm.txt 2>stderr; then
  if grep -q 'could not be installed' stderr; then
    cat stderr
    exit 77
  fi
  cat stderr
  exit 1
fi
grep -q "banks' words .* are not in these figures" dmm.txt
grep -q 'areas in um2 as drawn in osu018_stdcells.lef.*: .*NAND3X1 32 for 36, OAI21X1 32 for 23$' dmm.txt ||
  fail 'wrong areas are not told'
grep -q 'memory_machine: .*MaxLatency=2 SyncBanks=1 ' dmm.txt || fail 'the parameters are not told'

# twice NAME OPTIONS...: NAME.json and NAME.txt of a unit, checked; the second run reads the cache and says nothing.
twice() {
  local name=$1
  shift
  "$superwarp" cost "$@" --json "$name.json" >"$name.txt" 2>stderr || fail "$name: $(cat stderr)"
  python3 "$here/check_cost.py" "$name.json" || fail "$name.json"
  "$superwarp" cost "$@" --json again.json >/dev/null 2>stderr
  cmp "$name.json" again.json
  [[ ! -s stderr ]] || fail "$name is made again: $(cat stderr)"
}
twice dmm --machine dmm "${small[@]}"

# Damaged entries are made again.
figures() { python3 -c 'import json, sys; cost = json.load(open(sys.argv[1])); del cost["made"]; print(cost)' "$1"; }
for file in cache/superwarp/cost/osu018-whole-*/cells cache/superwarp/cost/osu018-*/cells.json; do
  truncate -s 10 "$file"
done
rm cache/superwarp/cost/osu018-whole-*/timing.txt
"$superwarp" cost --machine dmm "${small[@]}" --json mended.json >/dev/null 2>stderr ||
  fail "a damaged entry: $(cat stderr)"
[[ $(figures dmm.json) == "$(figures mended.json)" ]] || fail 'a damaged entry changes the figures'

# A path computed by hand.
python3 "$here/hand_path.py" /usr/share/qflow/tech/osu018/osu018_stdcells.lib \
  cache/superwarp/cost/osu018-whole-*/timing.tcl hand

# stand_in FOLDER COMMAND: a yosys that knows its version and else runs COMMAND.
stand_in() {
  mkdir "$1"
  # shellcheck disable=SC2016  # for the stand-in
  printf '#!/usr/bin/env bash\nif [[ $1 == -V ]]; then exec %q "$@"; fi\n%s\n' "$(command -v yosys)" "$2" >"$1/yosys"
  chmod +x "$1/yosys"
}

# A killed tool is no reached limit: the next run tries again.
# shellcheck disable=SC2016  # for the stand-in
stand_in killer 'kill -9 $$'
status=0
PATH=$PWD/killer:$PATH "$superwarp" cost --machine dmm --width 2 --rows 8 --data-bits 2 >stdout 2>stderr || status=$?
[[ $status != 0 ]] || fail "a killed tool gives status 0: $(cat stdout)"
grep -q 'yosys was killed' stderr || fail "a killed tool: $(cat stderr)"
"$superwarp" cost --machine dmm --width 2 --rows 8 --data-bits 2 >stdout 2>stderr ||
  fail "after a killed tool: $(cat stderr)"

figure() { python3 -c 'import json, sys; print(json.load(open(sys.argv[2]))[sys.argv[1]])' "$@"; }
clock() { figure clock_ns "$1"; }
area() { figure area_um2 "$1"; }
holds() { python3 -c 'import sys; sys.exit(not eval(sys.argv[1]))' "$1" || fail "not so: $1 ($2)"; }

# A chain of all requests is slower than the tree on a super warp of four.
cp -r "$rtl" slow
sed -i 's/if (Shallow != 0)/if (Shallow == 0)/' slow/slot_select.sv
if cmp -s "$rtl/slot_select.sv" slow/slot_select.sv; then fail 'slow RTL: the edit changes nothing'; fi
packed=(--machine sdmm --super-warp 4 --width 4 --rows 4 --data-bits 2)
"$superwarp" cost "${packed[@]}" --json tree.json >/dev/null 2>stderr
"$superwarp" cost "${packed[@]}" --rtl slow --json chain.json >/dev/null 2>stderr
holds "$(clock chain.json) > 1.2 * $(clock tree.json)" 'a chain is slower than a tree'

# Yosys links the same parts to the same area.
python3 - tree.json >link.ys <<'END'
import json, pathlib, sys
liberty = next(pathlib.Path("cache/superwarp/cost").glob("osu018-*.lib"))  # with the areas of the .lef
print(f"read_liberty -lib {liberty}")
for made in json.load(open(sys.argv[1]))["made"]:
    if made["name"].startswith("osu018-") and "whole" not in made["name"]:
        print(f"read_rtlil cache/superwarp/cost/{made['name']}/netlist.il")
print("hierarchy -check -top unit\nsetattr -mod -unset keep_hierarchy *\nflatten\nsplitnets -ports\nopt_clean -purge\n"
      f"insbuf -buf BUFX2 A Y\ncheck -assert -mapped\ntee -q -o area.txt stat -liberty {liberty} -top unit")
END
yosys -q link.ys >yosys.log 2>&1 || { cat yosys.log; exit 1; }
by_yosys=$(sed -n "s/.*Chip area for module '.unit': //p" area.txt)
buffers=$(python3 -c 'import json; units = json.load(open("tree.json"))["units"]
print(next(unit["area_um2"] for unit in units if unit["unit"] == "fan-out"))')
holds "abs($by_yosys + $buffers - $(area tree.json)) < 0.5" 'areas add up as Yosys sums them up'

# Buffers are cells as well.
python3 - tree.json <<'END' || fail 'the number of cells lacks the buffers'
import json, pathlib, sys
cost = json.load(open(sys.argv[1]))
whole = pathlib.Path("cache/superwarp/cost", next(made["name"] for made in cost["made"] if "whole" in made["name"]))
cells = sum(int(line.split()[1]) for line in (whole / "cells").read_text().splitlines())
buffers = int((whole / "buffers").read_text())
sys.exit(buffers == 0 or cost["cells"] != cells + buffers)
END

# The flat design.
twice flat "${packed[@]}" --flat
holds "0.95 < $(area tree.json) / $(area flat.json) < 1.25" 'the sum of parts is near to one piece'

# Energy of a request, runs of the mapper, wires.
energy=(--machine dmm --width 2 --rows 32 --data-bits 4 --energy --size 64 --dispatches 64)
twice energy "${energy[@]}"
twice spread --machine dmm --width 4 --rows 16 --data-bits 4 --spread
grep -q 'spread of 9 runs of the mapper' spread.txt || fail 'the spread is not told'
twice wires --machine dmm --width 4 --rows 16 --data-bits 4 --wires

# A latch.
cp -r "$rtl" latch
sed -i "s/assign dispatch_ready_o = ~|left;/always_latch if (dispatch_valid_i) dispatch_ready_o = ~|left;/" \
  latch/rpu_batch.sv
if "$superwarp" cost --machine dmm "${small[@]}" --rtl latch >stdout 2>stderr; then fail 'a latch is not refused'; fi
grep -qi 'latch' stderr

# A reached limit is reported and is not an error.
"$superwarp" cost --machine dmm --width 16 --limit 1 --json limit.json >stdout 2>stderr
grep -q 'not finished: .* took more than 1 s' stdout
python3 "$here/check_cost.py" limit.json

# So is one that is reached after the unit's own figures are there.
stand_in sleeper 'sleep 60'
PATH=$PWD/sleeper:$PATH "$superwarp" cost --machine dmm "${small[@]}" --spread --limit 1 >stdout 2>stderr ||
  fail "a late limit: $(cat stderr)"
grep -q '^  synthesis and timing took .* s of processor time, once$' stdout ||
  fail "a late limit hides the figures: $(cat stdout)"
grep -q 'not finished: .* took more than 1 s' stdout || fail "a late limit is not told: $(cat stdout)"

status=0
"$superwarp" cost "${energy[@]:0:8}" --energy --size 0 >stdout 2>stderr || status=$?
{ [[ $status == 2 ]] && grep -q "size 0: it has at least one word" stderr; } ||
  fail "a workload of no words: status $status, $(cat stderr)"

# Options of a part that is not asked for are refused.
for option in --placements --moves --wire-ff --dispatches --size --wire-um; do
  status=0
  "$superwarp" cost --machine dmm "${small[@]}" "$option" 40 >stdout 2>stderr || status=$?
  { [[ $status == 2 ]] && grep -Eq -- "$option requires --(wires|energy)" stderr; } ||
    fail "$option: status $status, $(cat stderr)"
done
echo "clock $(clock dmm.json) ns, tree $(clock tree.json), chain $(clock chain.json);" \
  "area $(area tree.json), flat $(area flat.json)"
