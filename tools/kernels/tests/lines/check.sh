#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check.sh SUPERWARP SCRATCH_DIR: 'check' passes and fails where it should, with status, text and JSON.
set -euo pipefail
superwarp=$(realpath "$1")
rm -rf "$2"
mkdir -p "$2"
cd "$2"

# recording FOLDER STRIDE: 32 threads load words STRIDE bytes apart on line 3.
recording() {
  mkdir -p "$1"
  printf '%s\n' '-kernel name = f' '-block dim = (32,1,1)' '-grid dim = (1,1,1)' '-accelsim tracer version = 5' \
    '-source 10 = a.cu:3: x = s[i]' '' '#BEGIN_TB' '' 'thread block = 0,0,0' '' 'warp = 0' 'insts = 1' \
    "10 ffffffff 1 R1 LDS 1 R2 4 1 0 $2" '' '#END_TB' >"$1/kernel-1.traceg"
}
# ends STATUS ARGUMENTS...: 'check' ends with that status.
ends() {
  local status=0
  "$superwarp" check "${@:2}" >out 2>err || status=$?
  ((status == $1)) || { echo "check ${*:2}: status $status, expected $1"; cat out err; exit 1; }
}
recording good 4
recording bad 8
ends 0 good --baseline good
ends 1 bad --baseline good --json result.json
grep -q 'worse *2 *2.00 *1.00  a.cu:3' out
python3 -c 'import json; j = json.load(open("result.json")); l = j["lines"][0]
assert j["failing"] == 1 and l["verdict"] == "worse"
assert l["before"]["slots"] == 1 and l["over_ideal"] == 2, j'
ends 0 bad --baseline good --tolerance 1
ends 0 good --baseline bad
ends 0 good/kernel-1.traceg bad --limit 2
printf 'text\n' >text.traceg
ends 2 text.traceg
mkdir -p none
ends 2 none
grep -q 'kernel-N.traceg, expected' err
echo "lines.check: the gate holds"
