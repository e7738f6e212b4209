#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh SUPERWARP FILE.t: compares the transcript with what the program prints now. Exit status 77: skipped.
set -euo pipefail
if ! cram=$(type -P cram3 || type -P cram); then
  echo "skipped: there is no cram; scripts/setup installs it" >&2
  exit 77
fi
PATH=$(dirname "$(realpath "$1")"):$PATH
status=0
output=$("$cram" "$2") || status=$?
echo "$output"
if [[ $output == *' 1 skipped'* ]]; then exit 77; fi
exit "$status"
