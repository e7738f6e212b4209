# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
# Sourced by the tests of the command line: what a refusal must look like.
#
#   refused PATTERN ARGUMENT...    `superwarp ARGUMENT...` ends with status 2 after less than SUPERWARP_REFUSAL_MS of CPU, says
#                                  on standard error what PATTERN (an extended regular expression) matches, prints
#                                  nothing on standard output, and leaves the current folder as it was.
#   refused_by FUNCTION PATTERN ARGUMENT...    the same, started by FUNCTION (full disks, other environments).
#
# `failures` counts what went wrong, `refusals` the calls; $superwarp is the program, $logs a folder outside the current one.

failures=0
refusals=0
limit_ms=${SUPERWARP_REFUSAL_MS:-1000}  # of CPU, user and system: what else the machine does is not ours
TIMEFORMAT='%3U %3S'

# complain MESSAGE: and what the program said.
complain() {
  failures=$((failures + 1))
  echo "FAILED: $1"
  head -c 1000 "$logs/stderr" | head -12 | cat -v | sed 's/^/  stderr: /'
}

state_of_folder() { find . -type f -exec cksum {} + -o -printf '%p\n' | sort; }

plainly() { "$@"; }

refused_by() {
  local starter=$1 pattern=$2 before status=0 took
  shift 2
  local what="superwarp ${*@Q}"
  refusals=$((refusals + 1))
  before=$(state_of_folder)
  { time "$starter" timeout 20 "$superwarp" "$@" </dev/null >"$logs/stdout" 2>"$logs/stderr"; } 2>"$logs/cpu_time" || status=$?
  took=$(awk '{ printf "%d", 1000 * ($1 + $2) }' "$logs/cpu_time")
  ((status == 2)) || complain "$what: status $status, expected 2"
  ((took < limit_ms)) || complain "$what: took $took ms of CPU, expected less than $limit_ms"
  [[ ! -s $logs/stdout ]] || complain "$what: printed on standard output: $(head -c 200 "$logs/stdout")"
  grep -Eq -- "$pattern" "$logs/stderr" || complain "$what: said nothing like '$pattern'"
  [[ $(state_of_folder) == "$before" ]] ||
    complain "$what: changed files: $(diff <(echo "$before") <(state_of_folder) || true)"
}

refused() { refused_by plainly "$@"; }

# verdict NAME: prints the summary and ends the script.
verdict() {
  echo "$1: $refusals refusals checked, $failures failures"
  exit $((failures > 0))
}
