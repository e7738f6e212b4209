#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# processes.sh SUPERWARP SCRATCH_DIR: points on the RTL run in as many processes as jobs and leave the same bytes as in
# one. A failed point and a killed process are reported. Ctrl-C, or the end of the sweep by any signal, leaves no
# process behind and keeps every finished point.
# shellcheck source=tools/sweep/tests/sweeps.sh
source "$(dirname "$0")/sweeps.sh"
cat >space.toml <<'TOML'
workload = "random"
size = [256, 4096]
width = 4
machine = ["dmm", "rsdmm"]
latency = [1, 3]
engine = ["rtl,model", "model"]
keys = 2
[[skip]]
machine = "rsdmm"
engine = "model"
TOML
tables+=(sweep.json datapackage.json)
sweep whole 'points done' space.toml --jobs 1
for jobs in 2 5 40; do
  sweep "jobs$jobs" 'points done' space.toml --jobs "$jobs"
  [[ $(grep -c points log) == 2 ]] || fail "$jobs jobs print twice: $(cat log)"
  same "jobs$jobs" "$jobs jobs"
done
head -3 whole/points.jsonl >few
mkdir continued
mv few continued/points.jsonl
sweep continued 'points done' space.toml --jobs 3
same continued "continued"

# A unit that cannot be compiled: every point of it fails, in each process.
cat >compiler <<'SH'
#!/bin/sh
[ "$1" = --version ] && exec clang++ --version
echo 'no space left' >&2
exit 1
SH
chmod +x compiler
for jobs in 1 2; do
  XDG_CACHE_HOME=$PWD/cache SUPERWARP_CXX=$PWD/compiler ends 1 "$superwarp" sweep space.toml --out "failed$jobs" \
    --jobs "$jobs"
done
[[ $(grep -c '^[0-9]' failed1/failures.csv) == 16 ]] || fail "failures: $(cat failed1/failures.csv)"
cmp -s failed1/failures.csv failed2/failures.csv || fail "two processes fail otherwise: $(cat failed2/failures.csv)"

# Two processes, of some hundred points that take a while.
sed -e 's/^size.*/size = 1000000/' -e 's/^keys.*/keys = 100/' -e 's/, "model"]/]/' space.toml >long.toml
set -m  # as in a terminal: Ctrl-C is not ignored, and reaches the sweep and its processes
start() {  # FOLDER
  "$superwarp" sweep long.toml --out "$1" --jobs 2 >log 2>&1 &
  sweep=$!
  for ((i = 0; i < 600; ++i)); do
    [[ ! -s $1/points.jsonl ]] || break
    sleep 0.1
  done
  [[ -s $1/points.jsonl ]] || fail "$1: no point in a minute: $(cat log)"
  mapfile -t workers < <(pgrep -P "$sweep")
  ((${#workers[@]} == 2)) || fail "$1: ${#workers[@]} processes, expected 2"
}
gone() {  # FOLDER
  for ((i = 0; i < 50; ++i)); do
    kill -0 "${workers[@]}" 2>/dev/null || break
    sleep 0.1
  done
  for worker in "${workers[@]}"; do ! kill -0 "$worker" 2>/dev/null || fail "$1: process $worker is left"; done
  ! grep -qv '"}$' "$1/points.jsonl" || fail "$1: part of a point is kept"
}
start crashed
kill -KILL "${workers[0]}"
status=0
wait "$sweep" || status=$?
[[ $status == 2 ]] || fail "a killed process gives status $status"
grep -q 'error: --workload random --size 1000000 .*: its process was ended by signal 9 (Killed)' log ||
  fail "a killed process: $(cat log)"
gone crashed
for signal in INT TERM HUP KILL; do
  start "$signal"
  if [[ $signal == INT ]]; then kill -INT -- -"$sweep"; else kill -"$signal" "$sweep"; fi
  status=0
  wait "$sweep" || status=$?
  ((status > 128)) || fail "$signal gives status $status"
  gone "$signal"
done
echo 'processes: the same bytes from 1 to 40; ended by signals without a process left'
