#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# faults.sh SUPERWARP SCRATCH_DIR: whatever ends a run or damages the cache of compiled units, the next run works, and
# nothing half-written is left. Full disks have a test of their own (full_disk.sh).
# shellcheck disable=SC2317  # functions that refused_by calls
set -euo pipefail
unset SUPERWARP_CXX SUPERWARP_RTL_UNOPTIMISED  # as users compile units
superwarp=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
# shellcheck source=tests/cli/refusals.sh
source "$here/refusals.sh"
rm -rf "$2"
mkdir -p "$2/work" "$2/logs" "$2/bin"
logs=$(realpath "$2/logs")
bin=$(realpath "$2/bin")
cache=$(realpath "$2")/cache
cd "$2/work"
export XDG_CACHE_HOME=$cache
limit_ms=$((limit_ms * 10))  # some start a compiler
small=(run --workload contiguous --size 64 --width 2 --threads 64)

# works WORD: the run does what it should, and says WORD ('' or 'compiling') on standard error.
works() {
  "$superwarp" "${small[@]}" >"$logs/stdout" 2>"$logs/stderr" || complain "the next run fails ($2)"
  grep -q '^  rtl  *38 time units' "$logs/stdout" || complain "the next run is wrong ($2)"
  [[ $1 == $(grep -o compiling "$logs/stderr" || true) ]] || complain "the next run says something else than '$1' ($2)"
  [[ -z $(find "$cache/superwarp" -name '*.tmp') ]] || complain "left in the cache ($2): $(find "$cache/superwarp")"
}

# kill -9 while Verilator generates, while the compiler runs, while it links: the tools that the killed process started may
# still write when the next one begins.
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

# A bit of a unit that is wrong.
unit=$(echo "$cache"/superwarp/*.so)
size=$(stat -c %s "$unit")
flip() {  # FILE OFFSET
  python3 - "$@" <<'PYTHON'
import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(int(sys.argv[2]))
    byte = file.read(1)[0]
    file.seek(int(sys.argv[2]))
    file.write(bytes([byte ^ 1]))
PYTHON
}
flip "$unit" $((size / 3))
works compiling 'a damaged unit'

# Compilers that report success and have built nothing, or nothing that can be loaded, leave no unit behind.
with_compiler() { SUPERWARP_CXX=$bin/c++ "$@"; }
for builds in ': nothing' "touch \"\$output\": nothing" "echo text >\"\$output\": cannot load a compiled memory unit"; do
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

# Without a folder of one's own: never one that others share.
homeless() { env -u XDG_CACHE_HOME -u HOME "$@"; }
relative() { XDG_CACHE_HOME=here HOME=there "$@"; }
for starter in homeless relative; do
  refused_by "$starter" 'neither XDG_CACHE_HOME nor HOME .* set XDG_CACHE_HOME to a folder of your own' "${small[@]}"
  "$starter" "$superwarp" "${small[@]}" --engine model >/dev/null || complain 'the model needs a cache'
done

# A limit on the size of a file is no crash.
limited() { (
  ulimit -f 8
  XDG_CACHE_HOME=$cache-limited "$@"
); }
refused_by limited 'failed with status|cannot write' "${small[@]}"
[[ -z $(find "$cache-limited" -name '*.so' -o -name '*.tmp') ]] || complain 'a limit on the size of files left something'

# kill -9 of a run that writes: what it left goes with the next one, and nobody else's.
touch other.json.partial-1 "long.fst.partial-$$"
"$superwarp" run --workload contiguous --size 262144 --width 2 --threads 4096 --engine rtl --waves long.fst >/dev/null 2>"$logs/stderr" &
victim=$!
for ((i = 0; i < 1000; ++i)); do
  (($(stat -c %s long.fst.partial-"$victim" 2>/dev/null || echo 0) == 0)) || break
  sleep 0.01
done
kill -KILL "$victim"
wait "$victim" 2>/dev/null || true
[[ -e long.fst.partial-$victim ]] || complain 'no moment to kill a run'
"$superwarp" "${small[@]}" --waves long.fst >/dev/null 2>"$logs/stderr" || complain 'the next run fails (waves)'
[[ $(find . -type f | sort | tr '\n' ' ') == "./long.fst ./long.fst.partial-$$ ./long.gtkw ./other.json.partial-1 " ]] ||
  complain "left after kill -9 of a run: $(find . -type f)"
verdict faults
