#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# command.sh SUPERWARP SCRATCH_DIR: `advise` switches on the array that conflicts and leaves the padded one off, its
# command gives the slots that it says, RTL and model agree there, and several recordings get one choice.
set -euo pipefail
superwarp=$(realpath "$1")
examples=$(realpath "$(dirname "$0")/../../../../examples")
rm -rf "$2"
mkdir -p "$2"
cd "$2"

"$superwarp" advise "$examples/transpose.traceg" --keys 1 --json advice.json >table
value() { python3 -c "import json, sys; print(json.load(open('advice.json'))$1)"; }
[[ $(value "['regions']") == 8:11000000 && $(value "['parts'][0]['accessed_by'][1]") == 'line 8' ]]
[[ $(value "['arrays'][0]['chosen'], json.load(open('advice.json'))['arrays'][1]['chosen']") == 'True False' ]]
slots=$(value "['slots']['chosen'][0]")
read -ra command <<<"$(value "['command']")"
"$superwarp" "${command[@]:1}" --engine rtl,model --json run.json >run 2>compiling
[[ $(python3 -c "import json; run = json.load(open('run.json')); print(run['congestion']['total'], run['agree'])") == \
  "${slots%.0} True" ]]
grep -qx "use: ${command[*]}" table
# A table that follows the arrays.
[[ $(value "['array_regions']") == 1:0+32 ]]
"$superwarp" replay "$examples/transpose.traceg" --mapping h3 --regions 1:0+32 --engine rtl,model --json run.json >run \
  2>compiling
[[ $(python3 -c "import json; run = json.load(open('run.json'))
print(float(run['congestion']['total']), run['agree'])") == \
  "$(value "['slots']['by_array'][0]") True" ]]

# On another machine: the DMM stands beside it. Nothing is switched on where nothing conflicts.
"$superwarp" advise --workload kernel-transpose-tile-padded --size 32 --machine sdmm --rpu stream \
  --json advice.json >table
[[ $(value "['slots']['of']") == "['stream', 'dmm']" && $(value "['regions']") == 8:00000000 ]]
grep -qx 'use: superwarp run --workload kernel-transpose-tile-padded --size 32 --machine sdmm --rpu stream' table
"$superwarp" advise "$examples/fig4.trace" --json - | python3 -c 'import json, sys
assert json.load(sys.stdin)["arrays"] == []'

# Several recordings: slots add up, and each also has its own choice.
"$superwarp" advise "$examples/transpose.traceg" "$examples/tiles.traceg" --keys 1 --json advice.json >table
[[ $(value "['name']") == '2 recordings' ]]
python3 - <<'END'
import json
advice = json.load(open("advice.json"))
assert [one["name"].split("/")[-1] for one in advice["recordings"]] == ["transpose.traceg", "tiles.traceg"]
for which in "off", "on":
    assert advice["slots"][which][0] == sum(one[which][0] for one in advice["recordings"]), which
assert advice["slots"]["chosen"][0] >= sum(one["chosen"][0] for one in advice["recordings"])
assert advice["command"].startswith("superwarp replay TRACE --mapping h3 --regions ")
END
