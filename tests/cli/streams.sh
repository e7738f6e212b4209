#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# streams.sh SUPERWARP SCRATCH_DIR: the exit status never depends on a message. With standard error full, closed, or a
# pipe without a reader every command ends as with one that works: 0, 1 if engines disagree, 2 for bad input. Standard
# output takes results: if it is full or closed, the status is 2.
# shellcheck source=tests/scratch.sh
source "$(dirname "$0")/../scratch.sh"
root=$(realpath "$here/../..")
fig4=$root/examples/fig4.trace
tiny=(--workload contiguous --size 8 --width 2 --threads 4)

# RTL with a defect: the highest thread wins a merged write.
cp -r "$root/rtl" rtl
sed -i 's/for (int i = NumRequests - 1; i >= 0; i--) begin/for (int i = 0; i < NumRequests; i++) begin/' \
  rtl/fast/slot_select_loop.sv
! cmp -s rtl/fast/slot_select_loop.sv "$root/rtl/fast/slot_select_loop.sv" ||
  fail 'the RTL is not broken: adapt the edit'
printf '%s\n' '# superwarp-trace 1' '0 0 W 0 0' >merged.trace
printf 'trace = "%s"\nmachine = ["dmm", "umm"]\n' "$fig4" >space.toml
cat >one.cu <<'END'
__global__ void one() {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
}
int main() { one<<<1, 32>>>(); }
END
"$superwarp" sweep space.toml --out swept >/dev/null
"$superwarp" replay "$fig4" >/dev/null 2>&1                           # compiles the unit
"$superwarp" replay merged.trace --rtl rtl >/dev/null 2>&1 || true  # and the broken one

# without_reader FILE_DESCRIPTOR COMMAND...
without_reader() {
  python3 -c 'import os, signal, sys
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
reader, writer = os.pipe()
os.close(reader)
os.dup2(writer, int(sys.argv[1]))
os.execv(sys.argv[2], sys.argv[2:])' "$@"
}
# ends STATUS ARGUMENT...: with this status whatever standard error is. Standard output has nothing about it.
ends() {
  local expected=$1 status
  shift
  commands+=("$1")
  for how in works full closed gone; do
    status=0
    case $how in
      works) "$superwarp" "$@" >stdout 2>stderr ;;
      full) "$superwarp" "$@" >stdout 2>/dev/full ;;
      closed) "$superwarp" "$@" >stdout 2>&- ;;
      gone) without_reader 2 "$superwarp" "$@" >stdout ;;
    esac || status=$?
    [[ $status == "$expected" ]] || fail "status $status, expected $expected, standard error $how: $*: $(cat stderr)"
    if [[ $how == works ]]; then
      mv stdout expected
    elif [[ $expected == 2 && -s stdout ]]; then
      fail "standard error $how: something on standard output: $*: $(cat stdout)"
    fi
  done
  ((expected == 0)) || return 0
  for how in full closed; do
    status=0
    case $how in
      full) "$superwarp" "$@" >/dev/full 2>stderr ;;
      closed) "$superwarp" "$@" >&- 2>stderr ;;
    esac || status=$?
    [[ $status == 2 ]] || fail "status $status, expected 2, standard output $how: $*: $(cat stderr)"
    grep -q 'standard output: ' stderr || fail "standard output $how: no message: $*: $(cat stderr)"
    status=0
    case $how in
      full) "$superwarp" "$@" >/dev/full 2>/dev/full ;;
      closed) "$superwarp" "$@" >&- 2>&- ;;
    esac || status=$?
    [[ $status == 2 ]] || fail "status $status, expected 2, both $how: $*"
  done
}
commands=()
ends 1 replay merged.trace --rtl rtl
for json in result.json -; do
  ends 1 replay merged.trace --rtl rtl --json "$json"
done
ends 2 replay /nope
ends 2 nonsense
ends 2 run
ends 0 run "${tiny[@]}"
ends 0 replay "$fig4"
ends 0 record one.cu --out recording
ends 0 check recording
ends 0 ask 's[threadIdx.x*2]' --tile 'float s[64]'
ends 0 compare "$fig4"
ends 0 advise "$fig4"
ends 0 draw "$fig4"
ends 0 congestion --width 4 --super-warp 1
ends 0 reproduce --list
ends 0 crosscheck rtx-4070-ti
ends 0 attack --launches 16 --keys 1
ends 0 coalesce
ends 0 cost --help
ends 0 build --width 2
ends 0 cache
ends 0 sweep space.toml --out swept
ends 0 report swept
ends 0 list
ends 0 doctor ask
ends 0 completion bash
[[ $("$superwarp" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | sort) == \
  $(printf '%s\n' "${commands[@]}" | grep -vx nonsense | sort -u) ]] ||
  fail "not every command is tested: ${commands[*]}"

# Closed standard input gives no input, and files that are opened later do not take its place.
status=0
"$superwarp" replay - <&- >stdout 2>stderr || status=$?
[[ $status == 2 ]] || fail "closed standard input: status $status"
grep -q '<stdin>: cannot be read' stderr || fail "closed standard input: $(cat stderr)"

# A message never gets into a file of results.
"$superwarp" replay "$fig4" --json result.json >/dev/null 2>&- <&-
python3 -m json.tool result.json >/dev/null
# A pipe without a reader ends a command that prints results, in silence.
status=0
without_reader 1 "$superwarp" list 2>stderr || status=$?
[[ $status == 141 && ! -s stderr ]] || fail "results for a pipe without a reader: status $status: $(cat stderr)"
echo 'streams: no status depends on a message'
