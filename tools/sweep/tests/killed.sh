#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# killed.sh SUPERWARP SCRATCH_DIR [TIMES]: a sweep that is killed (-9) at TIMES (3) random moments and started again
# ends with the same bytes as an undisturbed one. Finished points stay as they are, none is stored twice, and the last
# run computes exactly the missing ones. SEED repeats the moments.
# shellcheck source=tools/sweep/tests/sweeps.sh
source "$(dirname "$0")/sweeps.sh"
times=${3:-3}
cat >space.toml <<'TOML'
workload = ["transpose-naive", "column-major", "random"]
size = [64, 96, 128]
threads = 1024
latency = { from = 1, to = 40, step = 3 }
blocks = [1, 3]
keys = TIMES
machine = ["dmm", "rsdmm", "umm"]
TOML
sed -i "s/TIMES/$times/" space.toml
tables+=(sweep.json datapackage.json)
seed=${SEED:-$RANDOM}
RANDOM=$seed
begin=$(date +%s%N)
sweep whole 'points done' space.toml --jobs 2
points=$(sed -n 's/^  \([0-9]*\) points done.*/\1/p' log)
took=$((($(date +%s%N) - begin) / 1000000))

whole_lines() { if [[ -f killed/points.jsonl ]]; then grep -c '}$' killed/points.jsonl || true; else echo 0; fi; }
moments=()
kept=()
for ((i = 0; i < times; ++i)); do
  if [[ -f killed/points.jsonl ]]; then cp killed/points.jsonl before; else : >before; fi
  moment=$((RANDOM * took * 12 / (10 * times) / 32768))
  "$superwarp" sweep space.toml --out killed --jobs 2 >log 2>&1 &
  victim=$!
  sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
  kill -KILL "$victim" 2>/dev/null || true
  wait "$victim" 2>/dev/null || true
  size=$({ grep '}$' before || true; } | wc -c)
  ((size == 0)) || cmp -s -n "$size" before killed/points.jsonl || fail "seed $seed, kill $i: a finished point changed"
  moments+=("$moment")
  kept+=("$(whole_lines)")
done
left=$((points - ${kept[-1]}))
((left > 0)) || fail "seed $seed: the sweep ended before the last kill, at ${moments[*]} of $took ms"
echo "seed $seed"
sweep killed "$points points done, $left of them now" space.toml
stored_once killed
same killed "seed $seed"
echo "killed: $points points in $took ms; killed at ${moments[*]} ms with ${kept[*]} points kept, $left computed" \
  "last; the same bytes (seed $seed)"
