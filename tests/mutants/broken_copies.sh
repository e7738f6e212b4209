# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the tests of the tests: copies of sources that are broken in one place, judged beside one another. Of the copies
# every SHARE-th is judged, the eighth by default; all of them by scripts/broken_copies.
jobs=${JOBS:-2}
share=${SHARE:-8}
export SUPERWARP_RTL_UNOPTIMISED=1  # a broken unit runs for less time than optimising it takes
copies=0
judged=0
failures=0
running=0

# within SECONDS COMMAND...: of processor time, as others may keep the machine busy.
within() { (ulimit -t "$1" && exec "${@:2}"); }

# broken_copy NAME FILE COPY [OLD NEW]...: COPY is FILE with every OLD replaced by NEW, both as they stand.
broken_copy() {
  local name=$1 file=$2 copy=$3 text
  shift 3
  text=$(<"$file")
  while (($#)); do
    if [[ $text != *"$1"* ]]; then
      echo "$name: ${file##*/} has no '$1' any more, break it anew"
      failures=$((failures + 1))
      return 1
    fi
    text=${text//"$1"/"$2"}
    shift 2
  done
  printf '%s\n' "$text" >"$copy"
}

# judge ARGUMENT...: `caught ARGUMENT...` of the script runs beside the others if it is this copy's turn; that it fails is counted.
judge() {
  copies=$((copies + 1))
  ((copies % share == 0)) || return 0
  judged=$((judged + 1))
  if ((running == jobs)); then
    wait -n || failures=$((failures + 1))
    running=$((running - 1))
  fi
  caught "$@" &
  running=$((running + 1))
}

# all_judged WHAT: ends the script with the figures.
all_judged() {
  for (( ; running > 0; --running)); do wait -n || failures=$((failures + 1)); done
  echo "$copies $1, $judged of them judged, $failures not caught as they should be"
  exit $((failures > 0))
}
