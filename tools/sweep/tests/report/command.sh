#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# command.sh SUPERWARP SCRATCH_DIR: `superwarp report` turns a sweep into one file, always the same, and refuses folders
# that are no complete sweep (status 2).
set -euo pipefail
# shellcheck source=tests/cli/scratch.sh
source "$(dirname "$0")/../../../../tests/cli/scratch.sh"
# succeeds MESSAGE ARGUMENT...: `superwarp ARGUMENT...` has status 0.
succeeds() { "$superwarp" "${@:2}" >"$logs/stdout" 2>"$logs/stderr" || complain "$1"; }
cat >space.toml <<'TOML'
workload = ["random", "column-major"]
size = 64
threads = 64
width = 8
blocks = [1, 3]
keys = 2
[[machines]]
machine = ["dmm", "rsdmm"]
[[machines]]
machine = "sdmm"
super-warp = [2, 3]  # 3 is impossible: 64 threads are not a whole number of super warps
[[machines]]
machine = "sdmm"
rpu = "stream"
depth = 4
TOML
succeeds "the sweep fails" sweep space.toml --out whole

succeeds "fails" report whole
grep -Eq '^whole/report.html: 32 points, 2 maps, 0\.[0-9] MB$' "$logs/stdout" || complain "says $(cat "$logs/stdout")"
cp whole/report.html first.html
succeeds "fails with --out" report whole --out second.html
cmp -s first.html second.html || complain "the second report differs"
"$superwarp" report whole --out - >third.html || complain "fails with --out -"
cmp -s first.html third.html || complain "on standard output it differs"
succeeds "fails with --map" report whole --map 3,1 --out chosen.html
grep -q '"maps":\[{"point":1,.*{"point":3,' chosen.html || complain "--map 3,1 has not maps of 1 and 3"

# Without the trace of a sweep the report still has its figures.
printf '# superwarp-trace 1\n0 0 R 0 9 18 27 36 45 54 63\n' >my.trace
printf 'trace = "my.trace"\nmachine = ["dmm", "umm"]\n' >trace.toml
succeeds "the sweep of a trace fails" sweep trace.toml --out traced
succeeds "fails on a trace" report traced
grep -q ' 2 points, 2 maps' "$logs/stdout" || complain "a trace's report says $(cat "$logs/stdout")"
mv my.trace elsewhere.trace
succeeds "fails without the trace" report traced
grep -q 'has no places for them: my.trace: ' "$logs/stderr" || complain "does not name the missing trace"
grep -q ' 2 points, 0 maps' "$logs/stdout" || complain "without its trace: $(cat "$logs/stdout")"
refused 'my.trace: ' report traced --map 0

# A machine of several memories has figures but no map.
printf '%s\n' 'workload = "hmm-sum"' 'size = 64' 'threads = 64' 'width = 4' 'engine = "model"' 'machine = "hmm"' \
  'multiprocessors = [1, 2]' >several.toml
succeeds "the sweep of several memories fails" sweep several.toml --out several
succeeds "fails on several memories" report several
grep -q ' 2 points, 0 maps' "$logs/stdout" || complain "several memories: $(cat "$logs/stdout")"
refused 'point 0: a map is of one memory, this machine has 2' report several --map 0

# Folders that are no complete sweep are refused.
refused 'nope: no such folder' report nope
mkdir empty
refused 'empty/sweep.json: .*expected a complete result of .superwarp sweep SPACE --out empty' report empty
refused 'results.csv: .*expected' report "$(cp -r whole gone && rm gone/results.csv && echo gone)"
refused '--map' report whole --map best
refused 'nowhere/r.html: cannot write here' report whole --out nowhere/r.html
# spoilt PATTERN SED: the folder is refused after SED edited results.csv.
spoilt() {
  rm -rf spoilt
  cp -r whole spoilt
  sed -i "$2" spoilt/results.csv
  refused "$1" report spoilt
}
spoilt "results.csv:1: the column 'wrkload' is no option .*did you mean 'workload'" '1s/workload/wrkload/'
spoilt 'results.csv: has 31 points, sweep.json says 32' '33d'
rm -rf spoilt
cp -r whole spoilt
truncate --size=-20 spoilt/results.csv
refused 'results.csv:33: the table ends within a line; is it complete' report spoilt

verdict report
