#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# older.sh SUPERWARP SCRATCH_DIR: what an earlier release left is read, or refused with the reason and the cure:
# finished points without the digest that 0.3.0 gives them, the tables of a sweep, and units in the cache.
# shellcheck source=tools/sweep/tests/sweeps.sh
source "$(dirname "$0")/sweeps.sh"
cat >space.toml <<'TOML'
workload = "transpose-naive"
size = [8, 16]
threads = 8
width = 4
engine = "model"
TOML
sweep whole '2 points done, 2 of them now' space.toml
mkdir older
sed 's/,"seal":"[0-9a-f]*"}$/}/' whole/points.jsonl >older/points.jsonl
ends 2 "$superwarp" sweep space.toml --out older
grep -q 'older/points.jsonl:1: .*of an earlier version; delete this line .*or move the file away' log ||
  fail "an older point is refused with: $(cat log)"
mv older/points.jsonl older/points.0.2.0
sweep older '2 points done, 2 of them now' space.toml
same older "after points of 0.2.0 were moved away"

# Tables that were written before 0.2.0 (a zero byte and a letter precede each in the file), as a report.
python3 - "$root/tests/fuzz/corpus/sweep_folder/two_points" <<'PYTHON'
import os, sys
names = {"j": "sweep.json", "s": "space.toml", "r": "results.csv", "i": "impossible.csv", "f": "failures.csv"}
os.mkdir("tables")
for part in open(sys.argv[1]).read().split("\0")[1:]:
    open(f"tables/{names[part[0]]}", "w").write(part[1:])
PYTHON
grep -q '"version": "0.1.0"' tables/sweep.json
"$superwarp" report tables >log 2>stderr || fail "tables of 0.1.0: $(cat log stderr)"
grep -q '2 points' log

# A unit of another release has another name: it is not loaded, it is listed, and --clean removes it.
export XDG_CACHE_HOME=$PWD/cache
mkdir -p cache/superwarp
chmod 700 cache cache/superwarp
echo 'no library' >"cache/superwarp/w4-s1-$(printf '0%.0s' {1..32}).so"
"$superwarp" run --workload transpose-naive --size 4 --width 2 --threads 4 >log 2>stderr || fail "$(cat log stderr)"
"$superwarp" cache | grep -q 'w4-s1-0000'
"$superwarp" cache --clean >log
[[ ! -e $(echo cache/superwarp/w4-s1-0*.so) ]] || fail "superwarp cache --clean leaves an older unit"
echo "older: points, tables and units of earlier releases are read, or refused with the reason"
