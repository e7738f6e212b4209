#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh SUPERWARP FILE.t: compares the transcript with what the program prints now. Exit status 77: skipped, also where
# the transcript needs a tool that was deleted.
set -euo pipefail
if ! cram=$(type -P cram3 || type -P cram); then
  echo "skipped: there is no cram; scripts/setup installs it" >&2
  exit 77
fi
PATH=$(dirname "$(realpath "$1")"):$PATH
status=0
output=$("$cram" "$2") || status=$?
echo "$output"
if [[ $output == *' 1 skipped'* || $output == *+*'not built (tools/'* ]]; then exit 77; fi
exit "$status"
