#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# resume.sh SUPERWARP SCRATCH_DIR: a sweep that is interrupted, split into batches, or run with more threads ends with
# the same bytes. Finished points are not computed again, also after the space was extended.
# shellcheck source=tests/scratch.sh
source "$(dirname "$0")/../../../tests/scratch.sh"
cat >space.toml <<'TOML'
workload = ["transpose-naive", "column-major", "random"]
size = [32, 64]
threads = 1024
latency = [1, 7, 40]
blocks = [1, 3]
keys = 4
[[machines]]
machine = ["dmm", "rsdmm"]
[[machines]]
machine = "sdmm"
super-warp = [2, 4, 5]  # 1024 threads are no whole super warps of 5: impossible
TOML
same() {  # FOLDER WHAT
  for file in results.csv results.jsonl impossible.csv failures.csv; do
    cmp -s "whole/$file" "$1/$file" || fail "$2: $file differs"
  done
}
"$superwarp" sweep space.toml --out whole --jobs 1 >whole.log || fail "fails: $(cat whole.log)"
grep -q '576 points done, 576 of them now, 144 impossible' whole.log || fail "$(cat whole.log)"

"$superwarp" sweep space.toml --out threads --jobs 3 >log || fail "three threads fail"
same threads "three threads"
"$superwarp" sweep space.toml --out threads >log || fail "the second run fails"
grep -q '576 points done, 0 of them now' log || fail "the second run does it again: $(cat log)"
same threads "the second run"

# The store of a process that was killed while it wrote a line. killed.sh kills at random moments.
mkdir -p killed
head -100 whole/points.jsonl >killed/points.jsonl
printf '{"key":"half' >>killed/points.jsonl
"$superwarp" sweep space.toml --out killed >log || fail "does not continue after a kill"
grep -q '576 points done, 476 of them now' log || fail "after a kill: $(cat log)"
same killed "after a kill"

for i in 3 1; do "$superwarp" sweep space.toml --out batches --batch "$i/3" >"log$i" || fail "batch $i fails"; done
# On a machine without the folder.
"$superwarp" sweep space.toml --out elsewhere --batch 2/3 >log2 || fail "batch 2 fails"
[[ $(sed -n 's/.* \([0-9]*\) of them now.*/\1/p' log1 log2 log3 | awk '{ all += $1 } END { print all }') == 576 ]] ||
  fail "batches overlap: $(cat log1 log2 log3)"
cp elsewhere/points-*.jsonl batches
"$superwarp" sweep space.toml --out batches >log || fail "batches are not put together"
grep -q '576 points done, 0 of them now' log || fail "batches were done again: $(cat log)"
same batches "batches"

# An extended space: only the new points are computed.
sed 's/latency = .*/latency = [1, 7, 40, 100]/' space.toml >more.toml
"$superwarp" sweep more.toml --out threads >log || fail "an extended space fails"
grep -q '768 points done, 192 of them now' log || fail "an extended space: $(cat log)"

# Points on RTL and model.
cat >rtl.toml <<'TOML'
workload = "random"
size = 256
width = 4
machine = "dmm"
latency = [1, 3]
engine = ["rtl,model", "model"]
TOML
"$superwarp" sweep rtl.toml --out rtl >log 2>/dev/null || fail "the RTL's points fail: $(cat log)"
grep -q '4 points; 2 on the RTL, of 1 unit' log || fail "the RTL's points: $(cat log)"
[[ $(grep -c ',true,' rtl/results.csv) -ge 2 ]] || fail "engines do not agree: $(cat rtl/results.csv)"

# The plan names the unit that the points ran on: it is compiled already.
"$superwarp" sweep rtl.toml --plan plan.json >log
read -ra build < <(python3 -c 'import json; print(json.load(open("plan.json"))["builds"][0]["command"])')
"$superwarp" "${build[@]:1}" >log 2>stderr || fail "${build[*]} fails"
[[ ! -s stderr ]] || fail "${build[*]} builds another unit: $(cat stderr)"

# A damaged store is refused and not changed.
cp -r killed spoilt
sed -i '2s/.*/nonsense/' spoilt/points.jsonl
cp spoilt/points.jsonl before
status=0
"$superwarp" sweep space.toml --out spoilt >log 2>&1 || status=$?
[[ $status == 2 ]] || fail "a damaged store gives status $status"
cmp -s before spoilt/points.jsonl || fail "a damaged store is changed"

echo 'resume: interrupted, in batches, on more threads, extended: the same bytes'
