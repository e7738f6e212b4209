#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# replay.sh SUPERWARP SCRATCH_DIR: `replay` of .traceg files on the command line: every good sample on every machine by
# RTL and model, packed and through pipes; every broken sample is refused (see tests/cli/refusals.sh).
set -euo pipefail
superwarp=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
# shellcheck source=tests/cli/refusals.sh
source "$here/../../../tests/cli/refusals.sh"
rm -rf "$2"
mkdir -p "$2/work" "$2/logs" "$2/results"
logs=$(realpath "$2/logs")
cd "$2"
"$here/../../../tests/traceg/samples.py" .
example=$here/../../../examples/transpose.traceg
blocks=good/blocks.traceg
# replayed RESULT ARGUMENT...: the result as JSON, the report in the file `table`.
replayed() { "$superwarp" replay "${@:2}" --json "$1" >table 2>"$logs/stderr" || complain "${*:2}: status $?"; }
# check RESULT KEY=VALUE...: the result has these values.
check() { python3 "$here/../../../tests/cli/check_json.py" run "$@" || complain "$*"; }
told() { grep -Eq -- "$1" table || complain "the report has no line like '$1'"; }
# timeless RESULT: what two replays of one trace have in common.
timeless() {
  python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); r.pop("simulation"); r["workload"].pop("name")
print(r)' "$1"
}
same() { [[ $(timeless "$1") == "$(timeless "$2")" ]] || complain "$3: another result"; }

# RTL and model agree on the good samples, and the report adds up.
machines=('--width 32' '--width 16' '--machine umm' '--machine rsdmm --super-warp 3 --schedule async'
  '--machine sdmm --super-warp 3 --blocks 2')
number=0
while read -r file executions requests dispatches slots rounds; do
  for machine in "${machines[@]}"; do
    read -ra options <<<"$machine"
    number=$((number + 1))
    replayed "results/$number-$file.json" "good/$file" "${options[@]}"
    wanted=("workload.requests=$requests")
    if [[ $machine == '--width 32' ]]; then
      wanted+=("workload.dispatches=$dispatches" "congestion.total=$slots" "workload.rounds=$rounds")
    fi
    echo "results/$number-$file.json $executions ${wanted[*]}" >>results.txt
  done
done <good/expected.txt
"$here/check_results.py" results.txt || complain 'good samples'

# A width that does not divide 32 has an incomplete last part; resident blocks begin at rows of banks.
while read -r width parts; do
  replayed result.json good/one_row.traceg --width "$width" --engine model
  check result.json workload.requests=32 workload.dispatches="$parts" congestion.total="$parts"
done <<<$'12 3\n20 2\n31 2\n32 1\n33 1'
replayed result.json good/two_rows_of_blocks.traceg --machine umm --banks 33 --blocks 2 --engine model
check result.json congestion.total=2 machine.rows=2
replayed result.json good/wide_last_row.traceg --width 5 --blocks 2 --engine model
check result.json machine.rows=4 congestion.total=2

# Every bank gives two words: so do the columns, except where a mapping moves single words.
replayed result.json good/one_row.traceg --banks 16 --bank-words 2 --engine model
told 'dmm 2 words a bank.* rsdmm'
check result.json congestion.total=1
for options in '--bank-words 2' '--ports 2 --banks 33' '--route 2' \
  '--machine sdmm --super-warp 2 --bank-words 2 --ports 2' \
  '--machine sdmm --rpu stream --banks 33' '--machine rsdmm --rpu serial --super-warp 2' '--width 31 --banks 7' \
  '--width 1' '--machine rsdmm --mapping rap --banks 64' '--machine umm --bank-words 2' '--machine hmm'; do
  read -ra options <<<"$options"
  replayed result.json good/one_row.traceg "${options[@]}" --engine model
  check result.json workload.requests=32
done

# A GPU's rules: wavefronts beside the machines' slots, with its banks; the GT200's paper has no wide accesses.
printf '%s\n' '-accelsim tracer version = 5' '#BEGIN_TB' 'thread block = 0,0,0' 'warp = 0' 'insts = 1' \
  '0000 ffffffff 1 R6 LDS.64 1 R3 8 1 0x0 8 0' '#END_TB' >wide.traceg
replayed result.json wide.traceg --gpu volta --engine model
told 'wavefronts +ideal +excess +mean +max'
replayed result.json "$example" --gpu ampere --engine model
check result.json gpu.name='"ampere"' gpu.wavefronts=1120 gpu.ideal=128 gpu.excess=992 gpu.max=32 \
  instructions.0.gpu.mean=32.0
replayed result.json wide.traceg --machine gt200 --engine model
told 'note +the GT200.s paper describes 32 bits'
replayed result.json wide.traceg --gpu gt200 --engine model
check result.json machine.name='"gt200"' machine.width=16

# Counters of Nsight Compute beside the predictions, line by line and of the kernel; see tests/ncu.
replayed result.json "$example" --gpu ampere --ncu "$here/ncu/exports/source.csv" --engine model
told '^ *90 STS +stores +32 +32 +33 +32 +-3.0 % '
check result.json ncu.1.counter='"L1 Wavefronts Shared"' ncu.1.measured=33.0 ncu.1.predicted=32.0
[[ $(grep -A5 'worst first' table | tail -1) == *( )'90 STS'* ]] || complain 'the worst counter is not first'
told '^ *total +all +[0-9]+ +[0-9]+ +1121 +1120 +-0.1 %'
replayed result.json "$example" --gpu ampere --ncu "$here/ncu/exports/raw.csv" --engine model
told ' loads +- +64 +1100 +1056 +-4.0 %'
told 'note: l1tex__data_bank_conflicts and wavefronts by operation count other traffic'

# The example: the column of a tile conflicts 32 times, the padded column never; the report lists the column first.
replayed result.json "$example"
check result.json congestion.total=1120 time_units.rtl=1216 time_units.model=1216 traceg.blocks=1 traceg.barriers=16
told '^ +60  LDS +11 +32 +1024 +1024 +32.00 +32 '
[[ $(grep -n ' LDS ' table | head -1) == *' 60  LDS'* ]] || complain 'the worst instruction is not the first'
if grep -q ' note ' table; then complain 'a note on a complete trace'; fi

# Packed by gzip, xz and zstd, under any name, and through a pipe; text traces too.
gzip -c "$example" >packed.odd
xz -c "$example" >packed.xz
zstd -qc "$example" >packed.zst
{ printf '\xef\xbb\xbf'; cat "$example"; } >marked.traceg  # the mark of UTF-8
{ head -5 "$example" | gzip -c; tail -n +6 "$example" | gzip -c; } >members.gz
for file in packed.odd packed.xz packed.zst members.gz marked.traceg; do
  replayed other.json "$file"
  same other.json result.json "$file"
  replayed other.json /dev/stdin <"$file"
  same other.json result.json "$file through a pipe"
done
gzip -c "$here/../../../examples/fig4.trace" >text.gz
replayed other.json text.gz --latency 7
check other.json time_units.rtl=13

# Blocks one after another add up their times; resident blocks share the pipeline.
replayed one.json $blocks
replayed all.json $blocks --blocks 7
check one.json congestion.total=18 time_units.rtl=54 time_units.model=54 traceg.blocks=7  # 6 * (3 + 6)
check all.json congestion.total=18 time_units.rtl=24 time_units.model=24 traceg.resident=7 workload.blocks=7  # 18 + 6
told ', 7 blocks, '
replayed other.json $blocks --resident 7
same other.json all.json '--resident and --blocks'
replayed other.json "$example" --blocks 2 --engine model
told ': 1 block, 1 at a time, '
check other.json workload.blocks=1

# A warp of 32 threads on fewer and more banks.
for width in 8 64; do
  replayed other.json "$example" --width $width
  check other.json agree=true machine.width=$width workload.threads=256 workload.requests=4096
done

# A kernel without shared accesses is no error, so that a loop over a program's kernels can tell it from a broken file.
printf '%s\n' '-accelsim tracer version = 5' '-kernel name = k' '#BEGIN_TB' 'thread block = 0,0,0' 'warp = 0' \
  'insts = 3' \
  '0 00000003 0 STG.E 0 4 1 0x0 12' '8 00000000 0 STS 0 4 1 0x0 4' '10 00000001 0 UTMALDG.2D 0 16 2 0x0 1 4' '#END_TB' \
  >idle.traceg
replayed other.json idle.traceg
check other.json agree=true congestion.total=null traceg.instructions=3 traceg.left_out.LDGSTS/bulk=1
told '^idle.traceg: kernel k: nothing to replay, none of its 3 instructions accesses shared memory$'
told '^  left out    1 LDGSTS/bulk '
replayed other.json idle.traceg --machine hmm --engine model  # not idle there
check other.json traceg.global_stores=1

# Matrix accesses and copies are in the total, copies without addresses beside it.
printf '%s\n' '-accelsim tracer version = 5' '#BEGIN_TB' 'thread block = 0,0,0' 'warp = 0' 'insts = 5' \
  '0 ffffffff 0 LDSM.16.M88.4 0 2 1 0x0 128 0' '8 ffffffff 0 LDGSTS.E.128 0 16 1 0x0 16 0' \
  '8 ffffffff 0 LDGSTS.E.128 0 16 1 0x7f0000000000 16 0' '10 ffffffff 0 LDGSTS.E.128 0 16 1 0x7f0000000000 16 0' \
  '18 ffffffff 0 ATOMS.ADD 0 4 1 0x0 0 0' '#END_TB' >matrix.traceg
replayed other.json matrix.traceg
check other.json agree=true traceg.matrix_loads=1 traceg.copies=1 traceg.left_out.LDGSTS/bulk=1 congestion.total=100 \
  instructions.0.machines.dmm.max=1 instructions.0.machines.dmm.max_slots=64 instructions.0.machines.dmm.mean_slots=64
told '^  replayed    0 loads, 0 stores, 1 atomic, 0 barriers, 1 matrix load, 1 copy$'
told '^ +18  ATOMS.ADD +1 +64 +64 +64.00 +64 '
told '^ +0  LDSM.16.M88.4 +1 +128 +32 +32.00 +32 '
told '^ total +3 +320 +100 +33.33 +64 '
told '^ +LDGSTS/bulk +1  not in the total \('

# A folder, and a list of kernels, kernel by kernel with one table at the end.
mkdir kernels
gzip -c "$example" >kernels/kernel-1.traceg.gz
cp idle.traceg kernels/kernel-2.traceg
cp "$here/../../../examples/tiles.traceg" kernels/kernel-10.traceg
cp "$example" kernels/kernel-11.traceg
replayed other.json kernels
check other.json agree=true time_units.rtl=4736 time_units.model=4736 congestion.total=4352 workload.blocks=1 \
  kernels.0.slots=1120 kernels.1.nothing_to_replay=true kernels.1.slots=null \
  kernels.2.kernel='"transpose_through_tiles"' \
  kernels.3.time_units=1216 instructions.0.executions=64 instructions.0.kernel='"transpose_naive_then_padded"'
told '^4 launches of 3 kernels$'
told '^ +1  transpose_naive_then_padded +2 launches, 2 blocks, 2240 slots, 2432 time units$'
told '^        1 launch with nothing to replay$'
told '^ +1 +60  LDS +11 +64 +2048 +2048 +32.00 +32 '
told '^ +total +385 +12288 +4352 '
printf '%s\n' MemcpyHtoD,0x00007f5780000000,8 kernel-1.traceg >kernels/kernelslist.g
replayed other.json kernels/kernelslist.g
check other.json congestion.total=1120
replayed other.json kernels
check other.json congestion.total=1120
printf '%s\n' kernel-2.traceg >kernels/kernelslist.g
replayed other.json kernels
check other.json congestion.total=null
told '^kernels: kernel k: nothing to replay'

# Other commands take the same paths, and count the same.
rm kernels/kernelslist.g
"$superwarp" compare kernels --on dmm --on 'rsdmm --width 16 --schedule async' --on 'rsdmm --rpu crossbar' --keys 1 \
  --json other.json \
  >table 2>"$logs/stderr" || complain 'compare'
for machine in 0:'--machine dmm' 1:'--machine rsdmm --width 16 --schedule async' 2:'--machine rsdmm --rpu crossbar'; do
  read -ra options <<<"${machine#*:}"
  replayed result.json kernels "${options[@]}" --engine model
  python3 - other.json result.json "${machine%%:*}" <<'CHECK' || complain "compare and replay differ: $machine"
import json, sys
compared, replayed = (json.load(open(file)) for file in sys.argv[1:3])
one = compared["machines"][int(sys.argv[3])]
sys.exit((one["slots"], one["time_units"]) != ([replayed["congestion"]["total"]], [replayed["time_units"]["model"]]))
CHECK
done
"$superwarp" draw "$example" --svg picture.svg >table 2>"$logs/stderr" || complain 'draw'
printf '%s\n' 'trace = "kernels"' 'machine = ["dmm", "rsdmm"]' >space.toml
"$superwarp" sweep space.toml --out swept >table 2>"$logs/stderr" || complain 'sweep'
grep -q ',4352,' swept/results.csv || complain 'sweep: another number of slots'
"$superwarp" report swept --out report.html >table 2>"$logs/stderr" || complain 'report'
replayed result.json "$example"

# The GT200 has half-warps and 16 banks; the number of threads, 256, does not depend on the width.
replayed other.json "$example" --machine gt200 --engine model
check other.json machine.width=16 workload.threads=256 workload.requests=4096
told ', 256 threads, .* on gt200 \(width 16, '

# Blocks with global accesses: one for each multiprocessor at a time, with its own shared memory.
tiles="$here/../../../examples/tiles.traceg"
for schedule in rounds async; do
  replayed other.json "$tiles" --machine hmm --multiprocessors 2 --schedule "$schedule"
  check other.json agree=true workload.blocks=1 workload.threads=256 workload.requests=8192 traceg.global_loads=64 \
    traceg.global_stores=64 traceg.loads=64 traceg.stores=64 machine.global_rows=128 congestion.total=2240
done
told '^  of global   64 loads, 64 stores, 0 atomics$'
replayed other.json "$tiles" --machine hmm --multiprocessors 1 --engine model
check other.json traceg.blocks=2 congestion.total=2240 machine.global_rows=64
replayed other.json "$tiles" --machine hmm --multiprocessors 3 --engine model  # more multiprocessors than blocks
check other.json congestion.total=2240 machine.global_rows=128
replayed other.json "$tiles" --engine model  # one memory: shared accesses only
check other.json workload.requests=4096 congestion.total=2112

# The report notes blocks and warps that the header announces and the trace lacks.
sed 's/^-block dim = .*/-block dim = (32,3,1)/' $blocks >short.traceg
replayed other.json short.traceg --engine model
told '^  note  *the grid \(3,3,1\) has 9 blocks, the trace 7$'
told '^  note  *7 blocks of \(32,3,1\) threads have 21 warps, the trace 12$'

# RTL with a defect (the highest thread wins a merged write) is caught in the block that shows it, here the second.
cp -r "$here/../../../rtl" rtl
sed -i 's/for (int i = NumRequests - 1; i >= 0; i--) begin/for (int i = 0; i < NumRequests; i++) begin/' \
  rtl/fast/slot_select_loop.sv
if cmp -s rtl/fast/slot_select_loop.sv "$here/../../../rtl/fast/slot_select_loop.sv"; then
  complain 'the RTL is not broken: adapt the edit'
fi
printf '%s\n' '-accelsim tracer version = 5' >two.traceg
for block in 0 1; do
  printf '#BEGIN_TB\nthread block = %s,0,0\nwarp = 0\ninsts = 1\n0 00000003 0 STS 0 4 1 0x0 %s\n#END_TB\n' \
    "$block" "$((4 - 4 * block))" >>two.traceg
done
status=0
"$superwarp" replay two.traceg --rtl rtl --json result.json >"$logs/stdout" 2>"$logs/stderr" || status=$?
((status == 1)) || complain "broken RTL: status $status, expected 1"
grep -q 'the engines disagree: block (1,0,0): ' "$logs/stderr" || complain 'broken RTL: the block is not named'

cd work
while read -r file line message; do
  # shellcheck disable=SC2001  # a class of characters, which ${//} does not keep
  pattern=$(sed 's/[][().*^$+?{}|\\]/\\&/g' <<<"$file:$line: $message")
  refused "$pattern" replay "../broken/$file" --engine model --json result.json
done <../broken/expected.txt

# Options that do not fit the trace.
model=(--engine model)
refused "--width 16: expected 32, the banks of --gpu volta" replay "$example" --gpu volta --width 16
refused '--ncu: expected a recording or a .traceg' replay "$here/../../../examples/fig4.trace" --gpu ampere \
  --ncu "$here/ncu/exports/raw.csv"
refused 'fig4.trace: has no kernel' replay "$example" --gpu ampere --ncu "$here/../../../examples/fig4.trace" \
  "${model[@]}"
refused "its waves have 64 lanes" replay "$example" --gpu cdna3
refused "unknown GPU 'volt', did you mean 'volta'" replay "$example" --gpu volt
refused 'its waves have 32 lanes, the warps of this trace 4' replay "$here/../../../examples/fig4.trace" --gpu volta
refused '--blocks 0: expected a number from 1 to 64' replay "$example" --resident 0 "${model[@]}"
refused '--blocks.*expected a whole number' replay "$example" --resident x "${model[@]}"
refused '--rows 3: the largest address is 2078, which needs 65 rows' replay "$example" --rows 3 "${model[@]}"
refused '--shifts: expected a shift for every row, found 2; the memory has rows 0 to 64' replay "$example" \
  --mapping rap --shifts 0,1 "${model[@]}"
printf '%s\n' '-accelsim tracer version = 5' '#BEGIN_TB' 'thread block = 0,0,0' 'warp = 0' 'insts = 1' \
  '0 00000003 0 STG.E.96 0 12 1 0x0 12' '#END_TB' >"$logs/wide.traceg"
refused "wide.traceg:6: opcode 'STG.E.96' accesses 96 bits, expected 8, 16, 32, 64 or 128" \
  replay "$logs/wide.traceg" --machine hmm "${model[@]}"

# Files that do not begin like a .traceg.
: >"$logs/odd.traceg"
refused "odd.traceg: is empty, expected '-key = value' or #BEGIN_TB" replay "$logs/odd.traceg" "${model[@]}"
printf 'hello\n' | gzip -c >"$logs/odd.traceg.gz"
refused "odd.traceg.gz:1: 'hello', expected '-key = value' or #BEGIN_TB" replay "$logs/odd.traceg.gz" "${model[@]}"

# The same accesses as a pattern, of any width.
"$superwarp" congestion --pattern "trace:$example" --super-warp 1 --engine monte-carlo --rounds 1 \
  --json congestion.json >/dev/null
python3 -c 'import json; assert json.load(open("congestion.json"))["cells"][0]["monte_carlo"]["mean"] == 8.75' ||
  complain "a trace as a pattern"
"$superwarp" congestion --pattern "trace:$example" --width 16 --super-warp 1 --engine monte-carlo --rounds 1 \
  --json congestion.json >/dev/null
python3 -c 'import json; assert json.load(open("congestion.json"))["cells"][0]["width"] == 16' ||
  complain "a pattern of another width"
rm congestion.json

# Lines x machines, for documents; standard output has nothing else.
"$superwarp" replay "$example" "${model[@]}" --csv - --markdown lines.md --svg lines.svg >lines.csv
columns='kernel,line,source,dmm,rsdmm,rsdmm stream'
if [[ $(head -2 lines.csv | tr '\n' ' ') != "$columns transpose_naive_then_padded,\"line 11, PC 60\",LDS,32,3,"* ]] ||
  [[ $(wc -l <lines.csv) != 5 ]] || ! grep -q '| LDS | 32.0 | 3.00 |' lines.md ||
  ! grep -q 'viewBox="0 0 1600 900"' lines.svg; then
  complain "the tables of lines: $(cat lines.csv)"
fi
rm lines.*

# A kernel's name may be long and hold any bytes: names of C++ templates are long.
{ printf -- '-kernel name = \xff\033[2J%s\n' "$(printf 'x%.0s' {1..9000})"; tail \
  -n +2 "$example"; } >"$logs/name.traceg"
cd ..
replayed other.json "$logs/name.traceg" "${model[@]}"
check other.json congestion.total=1120
if grep -q $'\x1b' table; then complain 'control characters on the terminal'; fi
cd work

# Packed data that are cut off at any length, or damaged.
for packed in ../packed.odd ../packed.xz ../packed.zst; do
  size=$(stat -c %s "$packed")
  for length in 3 7 20 $((size / 2)) $((size - 1)); do
    head -c "$length" "$packed" >"$logs/cut"
    refused 'cut(:[0-9]+)?: ' replay "$logs/cut" "${model[@]}"
  done
  { head -c $((size / 2)) "$packed"; printf '\xff\x00\xff'; tail -c +$((size / 2 + 4)) "$packed"; } >"$logs/damaged"
  refused 'damaged(:[0-9]+)?: the (gzip|xz|zstd) data (are damaged|end too early)' replay "$logs/damaged" "${model[@]}"
done
verdict traceg.replay
