#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# faults.sh SUPERWARP SCRATCH_DIR: after any abrupt end of a run and any damage to the cache of compiled units the next
# run works, and no unfinished file remains. full_disk.sh tests full disks.
# shellcheck disable=SC2317  # functions that refused_by calls
set -euo pipefail
unset SUPERWARP_CXX SUPERWARP_RTL_UNOPTIMISED  # as users compile units
# shellcheck source=tests/cli/scratch.sh
source "$(dirname "$0")/scratch.sh"
bin=$scratch/bin
cache=$scratch/cache
mkdir "$bin"
export XDG_CACHE_HOME=$cache
limit_ms=$((limit_ms * 10))  # some start a compiler
small=(run --workload contiguous --size 64 --width 2 --threads 64)

# works WORD WHEN: the run is correct and has WORD ('' or 'compiling') on standard error.
works() {
  "$superwarp" "${small[@]}" >"$logs/stdout" 2>"$logs/stderr" || complain "the next run fails ($2)"
  grep -q '^  rtl  *38 time units' "$logs/stdout" || complain "the next run is wrong ($2)"
  [[ $1 == $(grep -o compiling "$logs/stderr" || true) ]] || complain "the next run does not say '$1' ($2)"
  [[ -z $(find "$cache/superwarp" -name '*.tmp') ]] || complain "left in the cache ($2): $(find "$cache/superwarp")"
}

# kill -9 while Verilator, the compiler or the linker runs. These tools may still write when the next run begins.
for log in verilator.log run0.log linker.log; do
  setsid "$superwarp" "${small[@]}" >"$logs/stdout" 2>"$logs/stderr" &
  victim=$!
  for ((i = 0; i < 3000; ++i)); do
    ! compgen -G "$cache/superwarp/*.tmp/$log" >/dev/null || break
    kill -0 "$victim" 2>/dev/null || break
    sleep 0.01
  done
  kill -KILL "$victim" || complain "no moment to kill a compilation at $log"
  wait "$victim" 2>/dev/null || true
done
works compiling 'after kill -9'
works '' 'from the cache'

# A unit with a wrong bit.
unit=$(echo "$cache"/superwarp/*.so)
size=$(stat -c %s "$unit")
flip() {  # FILE OFFSET
  python3 -c 'import sys, pathlib
file, place = pathlib.Path(sys.argv[1]), int(sys.argv[2])
data = bytearray(file.read_bytes())
data[place] ^= 1
file.write_bytes(data)' "$@"
}
flip "$unit" $((size / 3))
works compiling 'a damaged unit'

# Compilers that report success but built nothing, or nothing that can be loaded, leave no unit behind.
with_compiler() { SUPERWARP_CXX=$bin/c++ "$@"; }
for builds in ': nothing' "touch \"\$output\": nothing" \
  "echo text >\"\$output\": cannot load a compiled memory unit"; do
  cat >"$bin/c++" <<END
#!/bin/sh
if [ "\$1" = --version ]; then echo "odd \$0"; exit; fi
for output; do :; done
${builds%: *}
END
  chmod +x "$bin/c++"
  refused_by with_compiler "${builds##*: }" "${small[@]}"
  (($(find "$cache/superwarp" -name '*.so' | wc -l) == 1)) || complain "'$builds' left a unit"
done
works '' 'another compiler fails'

# Without a private folder there is no cache, never a shared one.
homeless() { env -u XDG_CACHE_HOME -u HOME "$@"; }
relative() { XDG_CACHE_HOME=here HOME=there "$@"; }
for starter in homeless relative; do
  refused_by "$starter" 'neither XDG_CACHE_HOME nor HOME .* set XDG_CACHE_HOME to a folder of your own' "${small[@]}"
  "$starter" "$superwarp" "${small[@]}" --engine model >/dev/null || complain 'the model needs a cache'
done

# A limit on the size of files causes no crash.
limited() { (
  ulimit -f 8
  XDG_CACHE_HOME=$cache-limited "$@"
); }
refused_by limited 'failed with status|cannot write' "${small[@]}"
[[ -z $(find "$cache-limited" -name '*.so' -o -name '*.tmp') ]] ||
  complain 'a limit on the size of files left something'

# kill -9 of a run that writes: the next run removes its unfinished files and no others.
touch other.json.partial-1 long.fst.partial-note
"$superwarp" run --workload contiguous --size 262144 --width 2 --threads 4096 --engine rtl --waves long.fst >/dev/null \
  2>"$logs/stderr" &
victim=$!
for ((i = 0; i < 1000; ++i)); do
  [[ -z $(find long.fst.partial-?????? -name long.fst -size +0 2>/dev/null) ]] || break
  sleep 0.01
done
kill -KILL "$victim"
wait "$victim" 2>/dev/null || true
compgen -G 'long.fst.partial-??????' >/dev/null || complain 'no moment to kill a run'
"$superwarp" "${small[@]}" --waves long.fst >/dev/null 2>"$logs/stderr" || complain 'the next run fails (waves)'
left=$(find . -type f -printf '%P\n' | sort | xargs)
[[ $left == "long.fst long.fst.partial-note long.gtkw other.json.partial-1" ]] ||
  complain "left after kill -9 of a run: $(find . -type f)"
verdict faults
