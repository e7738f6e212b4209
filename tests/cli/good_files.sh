#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# good_files.sh SUPERWARP SCRATCH_DIR: input from anywhere, pictures, waveforms, interrupts, RTL from elsewhere.
set -Eeuo pipefail
# shellcheck source=tests/cli/promises.sh
source "$(dirname "$0")/promises.sh" "$@"

# From any folder, with Windows line ends, through links, pipes and odd names.
sed 's/$/\r/' "$examples/fig4.trace" >"crlf  'odd \$name.trace"
result replay "crlf  'odd \$name.trace"
check run result.json time_units.rtl=13
result replay /dev/stdin <"$examples/fig4.trace"
check run result.json time_units.rtl=13
# shellcheck disable=SC2002  # tests a pipe
cat "$examples/fig4.trace" | result replay -
check run result.json time_units.rtl=13 'workload.name="<stdin>"'
gzip <"$examples/transpose.traceg" | result replay - --engine model
check run result.json 'workload.name="<stdin>"'
grep -q '"traceg"' result.json
prints 'time unit 1 of 13' draw - --at 1 <"$examples/fig4.trace"
printf '0 0\n0, 2 1,0\n' >shifts
result replay "$examples/fig4.trace" --machine rsdmm --super-warp 3 --shifts - <shifts
check run result.json 'machine.shifts=[0,0,0,2,1,0]' time_units.rtl=10
printf '# a cycle\n1\n2\n3\n0\n' >cycle
result run --workload permute-straightforward --permutation - --size 4 --width 4 --threads 4 <cycle
check run result.json data.words_checked=4
"$superwarp" crosscheck - --json - <"$here/../../data/measurements/turing.json" >crosscheck.json 2>stderr
check crosscheck crosscheck.json 'files.0.name="<stdin>"'
"$superwarp" crosscheck h800-h20 --gpu - --json - <"$here/../../data/gpus/hopper.json" >crosscheck.json 2>stderr
check crosscheck crosscheck.json 'rules.name="<stdin>"'
(cd / && "$superwarp" replay "$examples/fig4.trace" >/dev/null)
ln -sf "$superwarp" link-to-superwarp
./link-to-superwarp replay "$examples/fig4.trace" >/dev/null

# The last address takes no more time or memory than the first.
printf '# superwarp-trace 1\n0 0 R - 2147483647\n' >far.trace
TIMEFORMAT='%3U %3S'
{ time "$superwarp" replay far.trace --engine model --json - >result.json 2>stderr; } 2>cpu_time
check run result.json time_units.model=7
"$superwarp" replay far.trace --engine model | grep -qx '  work        1 round, 1 dispatch, 1 request'
awk '$1 + $2 >= limit { exit 1 }' limit="${SUPERWARP_REFUSAL_MS:-1000}e-3" cpu_time ||
  fails "far.trace: $(cat cpu_time) s of CPU"

# The same seed gives the same result, apart from the simulation's duration.
timeless() {
  python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); r.pop("simulation"); print(json.dumps(r))' "$1"
}
seeded() {
  "$superwarp" run --workload random --size 256 --width 4 --threads 64 --machine rsdmm --super-warp 2 \
    --write-percent 30 --seed "$1" --json "$2" >/dev/null 2>stderr
}
seeded 7 a.json
seeded 7 b.json
seeded 8 c.json
[[ $(timeless a.json) == "$(timeless b.json)" ]]
[[ $(timeless a.json) != "$(timeless c.json)" ]]

# Pictures: colours on terminals only; SVG that XML parsers read; waveforms that are not empty.
prints 'time unit 1 of 13' draw "$examples/fig4.trace" --at 1
if grep -q $'\x1b' stdout; then fails 'colours in a file'; fi
on_terminal() { env -u NO_COLOR TERM=xterm "$@" script -qec "'$superwarp' draw '$examples/fig4.trace'" /dev/null; }
on_terminal env >picture
grep -q $'\x1b' picture || fails 'no colours on a terminal'
for plain in TERM=dumb NO_COLOR=1; do
  on_terminal env "$plain" >picture
  if grep -q $'\x1b' picture; then fails "colours with $plain"; fi
done
"$superwarp" draw "$examples/fig4.trace" --title 'a < b & "c"' --svg picture.svg >/dev/null
tiny=(--workload transpose-naive --size 8 --width 4 --threads 16)
"$superwarp" draw "${tiny[@]}" --svg - >other.svg
"$superwarp" draw "${tiny[@]}" --style heat --svg slide.svg >/dev/null
prints '^bank x time unit' draw "${tiny[@]}" --style heat
"$superwarp" draw --workload column-major --size 64 --threads 1024 --style pipeline --svg window.svg >/dev/null
for svg in *.svg; do
  python3 -c 'import sys, xml.etree.ElementTree as t; assert t.parse(sys.argv[1]).getroot().tag.endswith("svg")' "$svg"
done
"$superwarp" replay "$examples/fig4.trace" --waves picture.fst >/dev/null
(($(stat -c %s picture.fst) > 1000))
grep -qx "\[dumpfile\] \"$PWD/picture.fst\"" picture.gtkw
[[ -z $(find . -name '*.partial*' -o -name '*.hier') ]]

# Ctrl-C while files are being written leaves no new file, and an older one unchanged.
echo older >long.fst
set -m  # children that take SIGINT
"$superwarp" run --workload random --size 4000000 --width 4 --threads 1024 --waves long.fst --json long.json \
  >stdout 2>stderr &
long=$!
set +m
for _ in {1..500}; do
  if compgen -G 'long.fst.partial*' >/dev/null; then break; fi
  sleep 0.02
done
sleep 0.3
kill -INT "$long"
status=0
wait "$long" || status=$?
((status == 130)) || fails "Ctrl-C: status $status, expected 130"
[[ $(cat long.fst) == older ]]
[[ ! -e long.json ]]
[[ -z $(find . -name '*.partial*' -o -name '*.hier') ]]

# RTL from elsewhere may print: standard output is for results only. Its $finish is refused.
cp -r "$here/../../rtl" talks
# shellcheck disable=SC2016  # the RTL's $
sed -i 's/^endmodule/initial $display("begins"); final $display("ends");\
always @(posedge clk_i) $fdisplay(1, "edge");\
&/' \
  talks/memory_machine.sv talks/coalescer.sv
result replay "$examples/fig4.trace" --rtl talks
check run result.json time_units.rtl=13
[[ $(grep -Exc 'begins|ends' stderr) == 2 ]]
grep -qx edge stderr
"$superwarp" coalesce --rtl talks --json - 2>stderr | python3 -m json.tool >/dev/null
[[ $(grep -Exc 'begins|ends' stderr) == 2 ]]
# shellcheck disable=SC2016  # the RTL's $
sed -i 's/\$fdisplay(1, "edge")/$finish/' talks/memory_machine.sv
status=0
"$superwarp" replay "$examples/fig4.trace" --rtl talks >stdout 2>stderr || status=$?
((status == 2)) || fails "\$finish: status $status, expected 2"
[[ ! -s stdout ]]
# shellcheck disable=SC2016  # the RTL's $
grep -q 'memory_machine.sv:.*: $finish, expected RTL that leaves the end to the bench' stderr
echo 'good_files: all promises hold'
