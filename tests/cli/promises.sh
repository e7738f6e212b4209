# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the scripts of good usage with their arguments SUPERWARP SCRATCH_DIR. Goes to the scratch folder.
# shellcheck disable=SC2034  # variables are for the scripts
superwarp=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
examples=$here/../../examples
rm -rf "$2"
mkdir -p "$2"
cd "$2" || exit
check() { python3 "$here/check_json.py" "$@"; }
# result ARGUMENT...: runs the program with its JSON in result.json.
result() { "$superwarp" "$@" --json - >result.json 2>stderr; }
# prints PATTERN ARGUMENT...: the program prints a line that contains PATTERN (a regular expression).
prints() { "$superwarp" "${@:2}" >stdout 2>stderr && grep -Eq -- "$1" stdout; }
small=(--size 64 --width 4 --threads 16)

# fails TEXT: reports a failure with the program's standard error.
fails() {
  if grep -qs 'not built (tools/' stderr; then
    echo "skipped: $(cat stderr)"
    exit 77
  fi
  echo "FAILED: $1"
  tail -5 stderr 2>/dev/null | sed 's/^/  stderr: /'
  exit 1
}
trap 'fails "line $LINENO: $BASH_COMMAND"' ERR
