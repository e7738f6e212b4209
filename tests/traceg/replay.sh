#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# replay.sh SUPERWARP SCRATCH_DIR: `replay` of .traceg files from the outside: every good sample on every machine by RTL and
# model, packed and through pipes, and every broken one refused (see tests/cli/refusals.sh).
set -euo pipefail
superwarp=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
# shellcheck source=tests/cli/refusals.sh
source "$here/../cli/refusals.sh"
rm -rf "$2"
mkdir -p "$2/work" "$2/logs"
logs=$(realpath "$2/logs")
cd "$2"
check() { python3 "$here/../cli/check_json.py" run "$@"; }
fails() {
  failures=$((failures + 1))
  echo "FAILED: $1"
}
example=$here/../../examples/transpose.traceg

# The good samples by RTL and model, which agree, and the report adds up.
machines=('--width 32' '--width 16' '--machine umm' '--machine rsdmm --super-warp 3 --schedule async'
  '--machine sdmm --super-warp 3 --blocks 2')
mkdir results
number=0
while read -r file executions requests dispatches slots rounds; do
  [[ $file == '#' ]] && continue
  for machine in "${machines[@]}"; do
    read -ra options <<<"$machine"
    number=$((number + 1))
    "$superwarp" replay "$here/good/$file" "${options[@]}" --json "results/$number-$file.json" >"$logs/stdout" 2>"$logs/stderr" || {
      fails "$file $machine: status $?"
      continue
    }
    wanted=("workload.requests=$requests")
    if [[ $machine == '--width 32' ]]; then
      wanted+=("workload.dispatches=$dispatches" "congestion.total=$slots" "workload.rounds=$rounds")
    fi
    echo "results/$number-$file.json $executions ${wanted[*]}" >>results.txt
  done
done <"$here/good/expected.txt"
"$here/check_results.py" results.txt || fails 'good samples'

# The example: the column of a tile conflicts 32 times, the padded one never; the report puts it first and says so.
"$superwarp" replay "$example" --json result.json >table 2>"$logs/stderr"
check result.json congestion.total=1120 time_units.rtl=1216 time_units.model=1216 traceg.blocks=1 traceg.barriers=16 \
  'instructions'="$(python3 -c 'import json; print(json.dumps(json.load(open("result.json"))["instructions"]))')"
grep -Eq '^ +60  LDS +11 +32 +1024 +1024 +32.00 +32 ' table || fails 'the table has no line for PC 60'
[[ $(grep -n ' LDS ' table | head -1) == *' 60  LDS'* ]] || fails 'the worst instruction is not the first'

# The same packed by gzip and xz, under any name, and through a pipe; text traces too.
timeless() { python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); r.pop("simulation"); r["workload"].pop("name"); print(r)' "$1"; }
gzip -c "$example" >packed.odd
xz -c "$example" >packed.xz
{ head -5 "$example" | gzip -c; tail -n +6 "$example" | gzip -c; } >members.gz
for file in packed.odd packed.xz members.gz; do
  "$superwarp" replay "$file" --json other.json >/dev/null 2>"$logs/stderr" || fails "$file: status $?"
  [[ $(timeless other.json) == "$(timeless result.json)" ]] || fails "$file: another result"
  "$superwarp" replay /dev/stdin --json other.json <"$file" >/dev/null 2>"$logs/stderr" || fails "$file: status $?"
  [[ $(timeless other.json) == "$(timeless result.json)" ]] || fails "$file through a pipe: another result"
done
gzip -c "$here/../../examples/fig4.trace" >text.gz
"$superwarp" replay text.gz --latency 7 --json other.json >/dev/null 2>"$logs/stderr"
check other.json time_units.rtl=13

# Blocks one after another cost their sum; resident together they share the pipeline.
"$superwarp" replay "$here/good/blocks.traceg" --json one.json >/dev/null 2>&1
"$superwarp" replay "$here/good/blocks.traceg" --blocks 7 --json all.json >table 2>&1
check one.json congestion.total=18 time_units.rtl=54 time_units.model=54 traceg.blocks=7  # 6 * (3 + 6)
check all.json congestion.total=18 time_units.rtl=24 time_units.model=24 traceg.resident=7 workload.blocks=7  # 18 + 6
grep -q ', 7 blocks, ' table || fails '7 blocks together: the head of the report'
"$superwarp" replay "$here/good/blocks.traceg" --resident 7 --json other.json >/dev/null 2>&1
[[ $(timeless other.json) == "$(timeless all.json)" ]] || fails '--resident is not what --blocks is'

# No more blocks are in the machine than there are.
"$superwarp" replay "$example" --blocks 2 --json other.json --engine model >table 2>"$logs/stderr"
grep -q ': 1 block, 1 at a time, ' table || fails 'one block, 2 at a time'
check other.json workload.blocks=1

# The GT200 has half-warps and 16 banks; threads are those of the kernel, 256, on every width.
"$superwarp" replay "$example" --machine gt200 --engine model --json other.json >table 2>"$logs/stderr" || fails 'gt200'
check other.json machine.width=16 workload.threads=256 workload.requests=4096 || fails 'gt200 without --width'
grep -q ', 256 threads, .* on gt200 (width 16, ' table || fails 'gt200: the head of the report'

# Blocks with global accesses: as many at a time as there are multiprocessors, each with a shared memory of its own.
tiles="$here/../../examples/tiles.traceg"
for schedule in rounds async; do
  "$superwarp" replay "$tiles" --machine hmm --multiprocessors 2 --schedule "$schedule" --json other.json >table 2>"$logs/stderr" ||
    fails "tiles, $schedule: status $?"
  check other.json agree=true workload.blocks=1 workload.threads=256 workload.requests=8192 traceg.global_loads=64 \
    traceg.global_stores=64 traceg.loads=64 traceg.stores=64 machine.global_rows=128 congestion.total=2240 || fails "tiles, $schedule"
done
grep -q '^  of global   64 loads, 64 stores, 0 atomics$' table || fails 'tiles: global accesses are not told'
"$superwarp" replay "$tiles" --machine hmm --multiprocessors 1 --engine model --json one.json >table 2>"$logs/stderr"
"$superwarp" replay "$tiles" --machine hmm --multiprocessors 3 --engine model --json all.json >table 2>"$logs/stderr"
check one.json traceg.blocks=2 congestion.total=2240 machine.global_rows=64 || fails 'tiles one after another'
check all.json congestion.total=2240 machine.global_rows=128 || fails 'more multiprocessors than blocks'
"$superwarp" replay "$tiles" --json other.json --engine model >table 2>"$logs/stderr"
check other.json workload.requests=4096 congestion.total=2112 || fails 'tiles on one memory: shared accesses only'
printf '%s\n' '-accelsim tracer version = 5' '#BEGIN_TB' 'thread block = 0,0,0' 'warp = 0' 'insts = 1' \
  '0 00000003 0 STG.E.96 0 12 1 0x0 12' '#END_TB' >wide.traceg
status=0
"$superwarp" replay wide.traceg --machine hmm --engine model >"$logs/stdout" 2>"$logs/stderr" || status=$?
((status == 2)) || fails "STG.E.96: status $status, expected 2"
grep -q "wide.traceg:6: opcode 'STG.E.96' accesses 96 bits, expected 8, 16, 32, 64 or 128" "$logs/stderr" || fails 'STG.E.96 is not named'

# What the header announces and the trace lacks is said, and nothing where nothing is missing.
"$superwarp" replay "$example" --engine model >table 2>"$logs/stderr"
if grep -q ' note ' table; then fails 'a note on a whole trace'; fi
sed 's/^-block dim = .*/-block dim = (32,3,1)/' "$here/good/blocks.traceg" >short.traceg
"$superwarp" replay short.traceg --engine model >table 2>"$logs/stderr"
grep -q '^  note  *the grid (3,3,1) has 9 blocks, the trace 7$' table || fails 'blocks that are missing'
grep -q '^  note  *7 blocks of (32,3,1) threads have 21 warps, the trace 12$' table || fails 'warps that are missing'

# RTL with a defect (the highest thread wins a merged write) is caught in the block that shows it, the second one here.
cp -r "$here/../../rtl" rtl
sed -i 's/for (int i = NumRequests - 1; i >= 0; i--) begin/for (int i = 0; i < NumRequests; i++) begin/' rtl/slot_select_loop.sv
if cmp -s rtl/slot_select_loop.sv "$here/../../rtl/slot_select_loop.sv"; then fails 'break the RTL anew'; fi
printf '%s\n' '-accelsim tracer version = 5' >two.traceg
for block in 0 1; do
  printf '#BEGIN_TB\nthread block = %s,0,0\nwarp = 0\ninsts = 1\n0 00000003 0 STS 0 4 1 0x0 %s\n#END_TB\n' \
    "$block" "$((4 - 4 * block))" >>two.traceg
done
status=0
"$superwarp" replay two.traceg --rtl rtl --json result.json >"$logs/stdout" 2>"$logs/stderr" || status=$?
((status == 1)) || fails "broken RTL: status $status, expected 1"
grep -q 'the engines disagree: block (1,0,0): ' "$logs/stderr" || fails 'broken RTL: the block is not named'

cd work
# Broken traces: the line to blame.
while read -r file line message; do
  [[ $file == '#' ]] && continue
  # shellcheck disable=SC2001  # a class of characters, which ${//} does not keep
  pattern=$(sed 's/[][().*^$+?{}|\\]/\\&/g' <<<"$file:$line: $message")
  refused "$pattern" replay "$here/broken/$file" --engine model --json result.json
done <"$here/broken/expected.txt"

# What does not fit together.
model=(--engine model)
refused '--width 8: the warps of .*transpose.traceg have 32 threads; expected 32, or 16' replay "$example" --width 8 "${model[@]}"
refused '--width 64: the warps' replay "$example" --width 64 "${model[@]}"
refused '--blocks 0: expected a number from 1 to 64' replay "$example" --resident 0 "${model[@]}"
refused '--blocks 65: expected' replay "$example" --resident 65 "${model[@]}"
refused '--blocks.*expected a whole number' replay "$example" --resident x "${model[@]}"
refused '--rows 3: the largest address is 2078, which needs 65 rows' replay "$example" --rows 3 "${model[@]}"
refused '--engine closed: there is no closed form' replay "$example" --engine closed
refused "unknown engine 'modle', did you mean 'model'" replay "$example" --engine modle
refused '--shifts: expected a shift for every row, found 2; the memory has rows 0 to 64' replay "$example" --mapping rap --shifts 0,1 "${model[@]}"
printf -- '-kernel name = k\n#BEGIN_TB\nthread block = 0,0,0\n#END_TB\n' >"$logs/idle.traceg"
refused 'idle.traceg: kernel k has no active access .*expected LDS, STS or ATOMS' replay "$logs/idle.traceg" "${model[@]}"

# A .traceg that begins like none: what one begins with.
: >"$logs/odd.traceg"
refused "odd.traceg: is empty, expected '-key = value' or #BEGIN_TB" replay "$logs/odd.traceg" "${model[@]}"
printf 'hello\n' | gzip -c >"$logs/odd.traceg.gz"
refused "odd.traceg.gz:1: 'hello', expected '-key = value' or #BEGIN_TB" replay "$logs/odd.traceg.gz" "${model[@]}"

# A kernel's name may be anything, and long: names of C++ templates are.
{ printf -- '-kernel name = \xff\033[2J%s\n' "$(printf 'x%.0s' {1..9000})"; tail -n +2 "$example"; } >"$logs/name.traceg"
"$superwarp" replay "$logs/name.traceg" "${model[@]}" --json - >"$logs/name.json" 2>"$logs/stderr" || fails 'odd kernel name'
check "$logs/name.json" congestion.total=1120 || fails 'odd kernel name'
if "$superwarp" replay "$logs/name.traceg" "${model[@]}" | grep -q $'\x1b'; then fails 'control characters on the terminal'; fi

# Packed data that are cut off or damaged, at every length, and with a wrong byte anywhere.
for packed in ../packed.odd ../packed.xz; do
  size=$(stat -c %s "$packed")
  for length in 3 7 20 $((size / 2)) $((size - 1)); do
    head -c "$length" "$packed" >"$logs/cut"
    refused 'cut(:[0-9]+)?: ' replay "$logs/cut" "${model[@]}"
  done
  { head -c $((size / 2)) "$packed"; printf '\xff\x00\xff'; tail -c +$((size / 2 + 4)) "$packed"; } >"$logs/damaged"
  refused 'damaged(:[0-9]+)?: the (gzip|xz) data (are damaged|end too early)' replay "$logs/damaged" "${model[@]}"
done
verdict traceg.replay
