# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the scripts of recorded programs with their arguments SUPERWARP EXAMPLES_DIR SCRATCH_DIR. Goes to the
# scratch folder.
# shellcheck disable=SC2034  # variables are for the scripts
superwarp=$(realpath "$1")
examples=$(realpath "$2")
inputs=$(realpath "$(dirname "$0")/inputs")
root=$(realpath "$(dirname "$0")/../../../..")
rm -rf "$3"
mkdir -p "$3"
cd "$3" || exit

fail() {
  echo "$(basename "$0"): $1"
  exit 1
}

# records FILE [OPTIONS...]: `record FILE` succeeds in silence, and so does the program; without --check the traces are
# in the folder NAME. Output is in NAME.out.
records() {
  local name out=()
  name=$(basename "${1%.*}")
  [[ " $* " == *' --check '* ]] || out=(--out "$name")
  "$superwarp" record "$1" -I "$inputs" "${out[@]}" "${@:2}" >"$name.out" 2>"$name.err" ||
    fail "$1: $(cat "$name".{out,err})"
  if ! grep -q 'ended with status 0' "$name.out" || [[ -s $name.err ]]; then fail "$1: $(cat "$name".{out,err})"; fi
}

# refused NAME WORDS...: `record NAME.cu` ends with status 2, its message has the words, and nothing is left.
refused() {
  local status=0
  "$superwarp" record "$1.cu" --seconds 3 --out "$1.recording" >"$1.out" 2>"$1.err" </dev/null || status=$?
  ((status == 2)) || fail "$1: status $status, expected 2: $(cat "$1.err")"
  has "$1.err" "${@:2}"
  [[ ! -e $1.recording ]] || fail "$1: leaves a recording behind"
}

# has FILE WORDS...: each of the words is in the file.
has() {
  for words in "${@:2}"; do grep -qF -- "$words" "$1" || fail "expected '$words': $(cat "$1")"; done
}
