#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# workflow.sh SUPERWARP SCRATCH_DIR: tools/sweep/sweep_cluster on this machine's cores, killed in the middle and started
# again, ends with the same bytes as one process. An extended space computes only the missing points. Skipped (77)
# without Snakemake.
# shellcheck source=tools/sweep/tests/sweeps.sh
source "$(dirname "$0")/sweeps.sh"
export SUPERWARP=$superwarp
sweep_cluster=$root/tools/sweep/sweep_cluster
if ! type -P snakemake >/dev/null; then
  echo 'workflow: Snakemake is not installed; scripts/setup sweep installs it'
  exit 77
fi
cat >space.toml <<'TOML'
workload = ["transpose-naive", "random"]
size = [64, 96]
threads = 1024
latency = [1, 7, 40]
keys = 20
[[machines]]
machine = ["dmm", "rsdmm"]
[[machines]]
machine = "sdmm"
super-warp = [2, 5]  # 1024 threads are no whole super warps of 5: impossible
[[machines]]
machine = "dmm"
width = 4
engine = "rtl,model"
size = 16
TOML
run() { ends 0 "$sweep_cluster" space.toml cut --cores 2 --config points_per_job=200; }

sweep whole 'points done' space.toml
# Killed with all its children when the first batch is done.
setsid "$sweep_cluster" space.toml cut --cores 2 --config points_per_job=200 >log 2>&1 &
victim=$!
for ((i = 0; i < 600; ++i)); do
  if compgen -G 'cut/workflow/batches/*' >/dev/null; then break; fi
  kill -0 "$victim" 2>/dev/null || fail "ends too early: $(cat log)"
  sleep 0.1
done
kill -KILL -- "-$victim" || fail "was done before it could be killed: $(cat log)"
wait "$victim" 2>/dev/null || true
run
same cut "killed and continued"
stored_once cut
run
grep -q 'Nothing to be done' log || fail "a second run does something: $(cat log)"

sed -i 's/latency = .*/latency = [1, 7, 40, 100]/' space.toml
before=$(cat cut/points*.jsonl | wc -l)
sweep whole 'points done' space.toml
run
same cut "an extended space"
stored_once cut

# A failing point is reported, and the others run.
cat >failing.toml <<'TOML'
workload = "contiguous"
size = [16, 100_000_000]  # more memory than the RTL takes
width = 4
threads = 16
engine = "rtl"
TOML
ends 1 "$sweep_cluster" failing.toml failing --cores 2
grep -q '1 point done, 0 of them now, 1 FAILED' log || fail "a point that fails: $(cat log)"
grep -q 'size 100000000 .*more than the RTL engine takes' failing/failures.csv || fail "$(cat failing/failures.csv)"
(($(wc -l <failing/results.csv) == 2)) || fail "$(cat failing/results.csv)"

# A faulty space is refused at once.
printf 'workload = "random"\nsise = 3\n' >bad.toml
ends 2 "$sweep_cluster" bad.toml bad
grep -q "bad.toml:2: 'sise'.*'size'" log || fail "a bad space: $(cat log)"
[[ ! -e bad ]] || fail 'a bad space leaves a folder'
echo "workflow: killed and continued, extended ($before points kept): the same bytes as one process"
