#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# diffs_test.sh DOCUMENT SCRATCH_DIR: walk.py passes the document, and refuses it with a line of a diff changed, with a
# promise too small, with a promise removed, and with all diffs removed.
set -euo pipefail
check=$(dirname "$(realpath "$0")")/walk.py
document=$1
"$check" "$document" "$2/copy"
broken=$2/broken.md
# shellcheck disable=SC2016  # backticks of Markdown
for edit in '/^-  .*key_entries = 0/s/pad/not/' 's/at most [0-9]* file/at most 0 file/' \
  's/and [0-9]* lines -->/and 2 lines -->/' 's/^<!-- applies.*//' '/^```diff$/,/^```$/d'; do
  sed "$edit" "$document" >"$broken"
  if "$check" "$broken" "$2/broken" >"$2/log" 2>&1; then
    echo "accepted: sed '$edit'"
    exit 1
  fi
done
echo "five broken documents are refused"
