# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
# Sourced by tests of the command line. Checks refusals:
#
#   refused PATTERN ARGUMENT...    `superwarp ARGUMENT...` ends with status 2 within SUPERWARP_REFUSAL_MS of CPU time,
#                                  prints a message that matches PATTERN (an extended regular expression) on standard
#                                  error and nothing on standard output, and leaves the current folder unchanged.
#   refused_by FUNCTION PATTERN ARGUMENT...    the same, run by FUNCTION (full disks, other environments).
#
# `failures` counts failures, `refusals` calls, `left_out` those of tools that were deleted. $superwarp is the program,
# $logs a folder outside the current one.

failures=0
refusals=0
left_out=0
limit_ms=${SUPERWARP_REFUSAL_MS:-1000}  # of CPU time, so that other work on the machine does not matter
TIMEFORMAT='%3U %3S'

# complain MESSAGE: reports a failure with the program's standard error.
complain() {
  if grep -q 'not built (tools/' "$logs/stderr"; then
    left_out=$((left_out + 1))
    return 0
  fi
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
  { time "$starter" timeout 20 "$superwarp" "$@" </dev/null >"$logs/stdout" 2>"$logs/stderr"; } 2>"$logs/cpu_time" ||
    status=$?
  took=$(awk '{ printf "%d", 1000 * ($1 + $2) }' "$logs/cpu_time")
  ((status == 2)) || complain "$what: status $status, expected 2"
  ((took < limit_ms)) || complain "$what: took $took ms of CPU, expected less than $limit_ms"
  [[ ! -s $logs/stdout ]] || complain "$what: printed on standard output: $(head -c 200 "$logs/stdout")"
  grep -Eq -- "$pattern" "$logs/stderr" || complain "$what: no message matches '$pattern'"
  [[ $(state_of_folder) == "$before" ]] ||
    complain "$what: changed files: $(diff <(echo "$before") <(state_of_folder) || true)"
}

refused() { refused_by plainly "$@"; }

# verdict NAME: prints a summary and ends the script.
verdict() {
  echo "$1: $refusals refusals checked, $failures failures, $left_out left out, whose tools are not built"
  exit $((failures > 0))
}
