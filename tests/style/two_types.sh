#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# two_types.sh SCRATCH_DIR: scripts/lint --odr refuses a program with two types of the same name in one namespace and
# names the type. It accepts the program with a namespace for each.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
lint=$here/../../scripts/lint
rm -rf "$1"
if "$lint" --odr clashing "$here/two_types" "$1" >"$1.log" 2>&1; then
  echo 'FAILED: two types measuring::Measurement are accepted'
  exit 1
fi
grep -q 'struct Measurement.* violates the C++ One Definition Rule' "$1.log" || { cat "$1.log"; exit 1; }
"$lint" --odr apart "$here/two_types" "$1"
