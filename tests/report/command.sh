#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# command.sh SUPERWARP SCRATCH_DIR: `superwarp report` makes one file of a sweep, the same one each time; of what is no
# sweep it makes none (status 2).
set -euo pipefail
superwarp=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
# shellcheck source=tests/cli/refusals.sh
source "$here/../cli/refusals.sh"
rm -rf "$2"
mkdir -p "$2/work" "$2/logs"
logs=$(realpath "$2/logs")
cd "$2/work"
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
super-warp = [2, 3]  # 64 threads are no whole super warps of 3: impossible
[[machines]]
machine = "sdmm"
rpu = "stream"
depth = 4
TOML
"$superwarp" sweep space.toml --out whole >"$logs/stdout" 2>"$logs/stderr" || complain "the sweep fails"

"$superwarp" report whole >"$logs/stdout" 2>"$logs/stderr" || complain "fails"
grep -Eq '^whole/report.html: 32 points, 2 maps, 0\.[0-9] MB$' "$logs/stdout" || complain "says $(cat "$logs/stdout")"
cp whole/report.html first.html
"$superwarp" report whole --out second.html >"$logs/stdout" || complain "fails with --out"
cmp -s first.html second.html || complain "the second report differs"
"$superwarp" report whole --out - >third.html || complain "fails with --out -"
cmp -s first.html third.html || complain "on standard output it differs"
"$superwarp" report whole --map 3,1 --out chosen.html >"$logs/stdout" 2>"$logs/stderr" || complain "fails with --map"
grep -q '"maps":\[{"point":1,.*{"point":3,' chosen.html || complain "--map 3,1 has not maps of 1 and 3"

# What it was made of somewhere else may not be there: the figures are.
printf '# superwarp-trace 1\n0 0 R 0 9 18 27 36 45 54 63\n' >my.trace
printf 'trace = "my.trace"\nmachine = ["dmm", "umm"]\n' >trace.toml
"$superwarp" sweep trace.toml --out traced >"$logs/stdout" 2>"$logs/stderr" || complain "the sweep of a trace fails"
"$superwarp" report traced >"$logs/stdout" 2>"$logs/stderr" || complain "fails on a trace"
grep -q ' 2 points, 2 maps' "$logs/stdout" || complain "a trace's report says $(cat "$logs/stdout")"
mv my.trace elsewhere.trace
"$superwarp" report traced >"$logs/stdout" 2>"$logs/stderr" || complain "fails without the trace"
grep -q 'has no places of them: my.trace: ' "$logs/stderr" || complain "does not say what is missing without the trace"
grep -q ' 2 points, 0 maps' "$logs/stdout" || complain "without its trace: $(cat "$logs/stdout")"
refused 'my.trace: ' report traced --map 0

# A machine of several memories has figures, and no map of one.
printf 'workload = "hmm-sum"\nsize = 64\nthreads = 64\nwidth = 4\nengine = "model"\nmachine = "hmm"\nmultiprocessors = [1, 2]\n' >several.toml
"$superwarp" sweep several.toml --out several >"$logs/stdout" 2>"$logs/stderr" || complain "the sweep of several memories fails"
"$superwarp" report several >"$logs/stdout" 2>"$logs/stderr" || complain "fails on several memories"
grep -q ' 2 points, 0 maps' "$logs/stdout" || complain "of several memories: $(cat "$logs/stdout")"
refused 'point 0: a map is of one memory, this machine has 2' report several --map 0

# Nothing of what is no sweep, and an older report stays.
refused 'nope: no such folder' report nope
mkdir empty
refused 'empty/sweep.json: .*expected what .superwarp sweep SPACE --out empty. writes' report empty
refused 'results.csv: .*expected' report "$(cp -r whole gone && rm gone/results.csv && echo gone)"
refused '--map 99: no such point' report whole --map 99
refused '--map' report whole --map best
refused 'nowhere/r.html: cannot write here' report whole --out nowhere/r.html
# spoilt PATTERN SED: what is refused once SED has been at results.csv.
spoilt() {
  rm -rf spoilt
  cp -r whole spoilt
  sed -i "$2" spoilt/results.csv
  refused "$1" report spoilt
}
spoilt "results.csv:1: the column 'wrkload' is no option .*did you mean 'workload'" '1s/workload/wrkload/'
spoilt 'results.csv: has 31 points, sweep.json says 32' '33d'
spoilt 'results.csv:5: [0-9]* cells, expected' '5s/,.*//'
spoilt "results.csv:7: 'x' in the column 'agree', expected a number" '7s/,\(true\|\),superwarp/,x,superwarp/'
rm -rf spoilt
cp -r whole spoilt
truncate --size=-20 spoilt/results.csv
refused 'results.csv:33: the table ends amid a line; is it whole' report spoilt

verdict report
