# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034  # variables of the tests
# Sourced by the tests NAME.sh SUPERWARP SCRATCH_DIR: empties SCRATCH_DIR and enters it. $superwarp is the program,
# $here the script's folder.
set -euo pipefail
superwarp=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
rm -rf "$2"
mkdir -p "$2"
cd "$2"
fail() {  # MESSAGE
  if grep -qs 'not built (tools/' stderr; then echo "skipped: $(cat stderr)"; exit 77; fi
  echo "$(basename "$0" .sh): $*" >&2
  exit 1
}
