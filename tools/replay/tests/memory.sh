#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# memory.sh SUPERWARP SCRATCH_DIR [BLOCKS]: a trace of BLOCKS (default 300, about 50 MB) thread blocks through a pipe
# needs no more memory than one of 4 blocks: the peak resident sets differ by less than 2 MiB. 7000 blocks are over a
# gigabyte.
set -euo pipefail
superwarp=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
blocks=${3:-300}
mkdir -p "$2"
cd "$2"

# peak BLOCKS COMMAND..: peak resident set in KiB; COMMAND packs the trace.
peak() {
  local count=$1
  shift
  "$here/big_trace.sh" "$count" | "$@" | python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$superwarp" replay /dev/stdin --engine model
}
failures=0
for packer in cat 'gzip -1' 'xz -0' 'zstd -1'; do
  read -ra words <<<"$packer"
  few=$(peak 4 "${words[@]}")
  many=$(peak "$blocks" "${words[@]}")
  echo "memory: $packer: $few KiB with 4 blocks, $many KiB with $blocks"
  if ((many > few + 2048)); then
    echo "FAILED: memory grows with the trace"
    failures=1
  fi
done
exit "$failures"
