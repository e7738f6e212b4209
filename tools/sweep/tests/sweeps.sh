# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Sourced by the tests of sweeps: what tests/scratch.sh has, and
#   sweep FOLDER WORDS SPACE [OPTION...]  sweeps into FOLDER; the output, kept in `log`, has WORDS
#   ends STATUS COMMAND...                COMMAND ends with STATUS, its output in `log`
#   same FOLDER WHAT                      $tables are those of the folder `whole`
#   stored_once FOLDER                    no point is there twice
# shellcheck source=tests/scratch.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../../tests/scratch.sh"
root=$(realpath "$here/../../..")
tables=(results.csv results.jsonl impossible.csv failures.csv)

sweep() {
  "$superwarp" sweep "${@:3}" --out "$1" >log 2>stderr || fail "$1: fails: $(cat log stderr)"
  grep -q -- "$2" log || fail "$1: expected '$2': $(cat log)"
}

ends() {
  local status=0
  "${@:2}" >log 2>&1 || status=$?
  [[ $status == "$1" ]] || fail "status $status, expected $1: ${*:2}: $(cat log)"
}

same() {
  for file in "${tables[@]}"; do cmp -s "whole/$file" "$1/$file" || fail "$2: $file differs"; done
}

stored_once() {
  [[ $(cat "$1"/points*.jsonl | cut -c 1-42 | sort | uniq -d | wc -l) == 0 ]] || fail "$1: a point is stored twice"
}
