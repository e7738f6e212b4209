#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# resume.sh SUPERWARP SCRATCH_DIR: a sweep that is interrupted, split into batches, or run with more threads ends with
# the same bytes. Finished points are not computed again, also after the space was extended.
# shellcheck source=tools/sweep/tests/sweeps.sh
source "$(dirname "$0")/sweeps.sh"
tables+=(sweep.json datapackage.json)
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
sweep whole '576 points done, 576 of them now, 144 impossible' space.toml --jobs 1
sweep threads '576 points done' space.toml --jobs 3
same threads "three threads"
sweep threads '576 points done, 0 of them now' space.toml
same threads "the second run"

# The store of a process that was killed while it wrote a line. killed.sh kills at random moments.
mkdir -p killed
head -100 whole/points.jsonl >killed/points.jsonl
printf '{"key":"half' >>killed/points.jsonl
sweep killed '576 points done, 476 of them now' space.toml
same killed "after a kill"

# The second of three batches on a machine without the folder.
now=0
for batch in 3:batches 1:batches 2:elsewhere; do
  sweep "${batch#*:}" 'of them now' space.toml --batch "${batch%:*}/3"
  now=$((now + $(sed -n 's/.* \([0-9]*\) of them now.*/\1/p' log)))
done
[[ $now == 576 ]] || fail "batches overlap: $now points"
cp elsewhere/points-*.jsonl batches
sweep batches '576 points done, 0 of them now' space.toml
same batches "batches"

# An extended space: only the new points are computed.
sed 's/latency = .*/latency = [1, 7, 40, 100]/' space.toml >more.toml
sweep threads '768 points done, 192 of them now' more.toml

# Points on RTL and model.
cat >rtl.toml <<'TOML'
workload = "random"
size = 256
width = 4
machine = "dmm"
latency = [1, 3]
engine = ["rtl,model", "model"]
TOML
sweep rtl '4 points; 2 on the RTL, of 1 unit' rtl.toml
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
ends 2 "$superwarp" sweep space.toml --out spoilt
cmp -s before spoilt/points.jsonl || fail "a damaged store is changed"

echo 'resume: interrupted, in batches, on more threads, extended: the same bytes'
