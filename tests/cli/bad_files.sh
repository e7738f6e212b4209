#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bad_files.sh SUPERWARP SCRATCH_DIR: bad files are refused quickly with status 2 and a helpful message, and no file
# changes (see refusals.sh). Unit tests of the readers have the full lists of malformed files.
# shellcheck disable=SC2317  # functions that refused_by calls
set -euo pipefail
# shellcheck source=tests/cli/scratch.sh
source "$(dirname "$0")/scratch.sh"
traces=$scratch/traces
mkdir "$traces"
model=(--engine model)
contiguous=(run --workload contiguous --size 64 "${model[@]}")
first='# superwarp-trace 1\n'

# refused_file FILE PATTERN TEXT ARGUMENT...: writes TEXT, in the form that printf takes, to FILE first.
refused_file() {
  # shellcheck disable=SC2059  # TEXT has escapes
  printf "$3" >"$1"
  refused "$2" "${@:4}"
}
bad_trace() { refused_file "$traces/bad.trace" "$1" "$2" replay "$traces/bad.trace" "${model[@]}"; }

# Traces: the message has file, line, the error and what was expected.
bad_trace "bad.trace:2: operation 'RG', expected R or W; accesses to global memory are in a trace whose first line is" \
  "${first}0 0 RG 0 1 2 3\n"
printf '%b0 0 R 0 1\n0 1 W 2 3\n' "$first" >"$traces/mixed.trace"
refused 'mixed.trace:3: warp 1 writes where warp 0 .*reads, expected one kind' \
  replay "$traces/mixed.trace" --machine sdmm --super-warp 2 "${model[@]}"
refused_file "$traces/bad.trace" 'bad.trace:2: 4 words a thread, expected a machine of that width at least, not 2' \
  '# superwarp-trace 3\n0 0 R16 0 16\n' replay "$traces/bad.trace" "${model[@]}"

# Missing, endless, huge and binary files.
refused '/nope: cannot be opened: No such file' replay /nope "${model[@]}"
refused "$traces: is a folder without kernelslist.g and kernel-N.traceg, expected a file or a folder of traces" \
  replay "$traces" "${model[@]}"
refused '/proc/self/mem: cannot be read' replay /proc/self/mem "${model[@]}"
refused "superwarp:1: .*expected '# superwarp-trace 1'|superwarp:1: a line of more" replay "$superwarp" "${model[@]}"
refused '/dev/zero:1: a line of more than' replay /dev/zero "${model[@]}"
refused '/dev/urandom:1: ' replay /dev/urandom "${model[@]}"
long='/dev/zero: has more than 256 MiB, expected less'
refused "$long" sweep /dev/zero --out out
refused "$long" replay "$examples/transpose.traceg" --gpu ampere --ncu /dev/zero "${model[@]}"
refused "$long" replay "$fig4" --gpu /dev/zero "${model[@]}"
refused "$long" crosscheck /dev/zero
refused "$long" attack --times /dev/zero
refused '/dev/zero:1: ' run --workload permute-straightforward --size 4 --permutation /dev/zero "${model[@]}"
refused "/dev/zero:1: '.x00' is no shift" run --workload contiguous --size 64 --machine rsdmm --shifts /dev/zero \
  "${model[@]}"
refused '/dev/zero: no such file, expected a file of CUDA C' record /dev/zero
{ printf '%b0 0 R ' "$first"; head -c 200000000 /dev/zero | tr '\0' 7; } >"$traces/endless.trace"
refused 'endless.trace:2: a line of more than' replay "$traces/endless.trace" "${model[@]}"
printf '%b' "$first" >"$traces/endless.trace"
truncate -s 200M "$traces/endless.trace"
refused 'endless.trace:2: a line of more than' replay "$traces/endless.trace" "${model[@]}"
{ printf '%b' "$first"; yes '# a comment that is as long as a line of a trace with thirty-two addresses in it ......' |
  head -c 50000000 || true; printf '\n0 0 R 0 x\n'; } >"$traces/long.trace"
little_memory() { (
  [[ -v SUPERWARP_NO_MEMORY_LIMIT ]] || ulimit -v 500000
  "$@"
); }
refused_by little_memory "long.trace:[0-9]+: address 'x', expected" replay "$traces/long.trace" "${model[@]}"
rm "$traces/endless.trace" "$traces/long.trace"

# Names with control characters reach neither the terminal nor the files of viewers.
odd=$traces/$'a\e[31m.trace'
cp "$fig4" "$odd"
mkdir "$traces/"$'a\e'
for words in 'replay' 'draw' 'compare --on dmm' 'advise'; do
  read -ra words <<<"$words"
  refused 'a.x1b.31m.trace: has a control character in its name, expected none; rename the file' "${words[@]}" "$odd"
done
refused 'x.x1b.fst: has a control character in its name' replay "$fig4" --waves $'x\e.fst'
refused 'x.x0a.json: has a control character in its name' replay "$fig4" --json $'x\n.json'
refused 'a.x1b: has a control character in its name' replay "$traces/"$'a\e'
refused 'a.x1b.cu: has a control character in its name' record $'a\e.cu'
refused 'a.x1b: has a control character in its name' sweep "$examples/sweep.toml" --out $'a\e'
refused "unknown machine 'x.x1b'|unknown machine" run --workload contiguous --size 64 --machine $'x\e'
grep -q $'\e' "$logs/stderr" && complain 'an escape reaches the terminal'

# A request for too much memory is refused with the amount, and the limit can be raised.
printf '%b0 0 R 2147483647\n' "$first" >"$traces/last-address.trace"
for words in '--machine rsdmm' '--machine rsdmm --super-warp 4' '--machine dmm --mapping rap --banks 2' \
  '--machine rsdmm --rpu stream'; do
  read -ra words <<<"$words"
  refused_by little_memory 'not enough memory: the key of [a-z-]* for [0-9]* rows takes (8|16) GiB, allowed are 2' \
    replay "$traces/last-address.trace" "${words[@]}" "${model[@]}"
done
with_memory() { SUPERWARP_MEMORY=$memory "$@"; }
memory=0.1
refused_by with_memory 'JSON of 4000000 shifts takes 0.179 GiB' run --workload contiguous --size 64 --rows 4000000 \
  --machine rsdmm "${model[@]}" --json -
memory=0.001
refused_by with_memory 'a record of 65536 requests takes 0.00781 GiB, allowed are 0.001; set SUPERWARP_MEMORY=1 ' \
  draw --workload random --size 65536
{ printf '%b' "$first"; for ((i = 0; i < 10000; ++i)); do echo "$i 0 R 0 1 2 3"; done; } >"$traces/large.trace"
refused_by with_memory 'large.trace:8194: not enough memory: a trace of more than 8192 accesses takes' \
  replay "$traces/large.trace" "${model[@]}"
endless() { with_memory "$@" < <(printf '%b' "$first"; for ((i = 0; ; ++i)); do echo "$i 0 R 0 1 2 3"; done); }
memory=0.01
refused_by endless '/dev/stdin:65538: not enough memory: a trace of more than 65536 accesses takes' replay /dev/stdin \
  "${model[@]}"
for memory in x 0 -1 nan 1x; do
  refused_by with_memory "SUPERWARP_MEMORY=$memory: expected a number of GiB" run --workload contiguous --size 64
done
SUPERWARP_MEMORY=0.02 "$superwarp" replay "$traces/large.trace" "${model[@]}" >/dev/null ||
  complain 'a trace is refused despite enough memory'

# Shifts.
rsdmm=("${contiguous[@]}" --machine rsdmm)
refused '--shifts 0,-1: is no list of numbers' "${rsdmm[@]}" --shifts 0,-1
refused "--shifts:1: '9999999' is no shift, expected" "${rsdmm[@]}" --shifts 0,9999999999999999999999
refused '--shifts ,: a number is missing' "${rsdmm[@]}" --shifts ,
refused '--shifts: expected a value' "${rsdmm[@]}" --shifts ''
refused '/nope: is no list of numbers r0,r1,... and no readable file' "${rsdmm[@]}" --shifts /nope
refused '/dev/null: no shifts' "${rsdmm[@]}" --shifts /dev/null
refused '/dev/zero:1: .*is no shift' "${rsdmm[@]}" --shifts /dev/zero
refused "$traces: .*is a directory" "${rsdmm[@]}" --shifts "$traces"
shifts=("${rsdmm[@]}" --shifts "$traces/shifts")
refused_file "$traces/shifts" "shifts:3: 'x' is no shift, expected" '0\n\nx\n' "${shifts[@]}"
refused_file "$traces/shifts" "shifts:1: '1.x00' is no shift, expected" '0 1\0002\n' "${shifts[@]}"

# Permutations: the message has file, line, the error and what was expected.
bad_permutation() { refused_file "$traces/permutation" "$1" "$2" "${permute[@]}" --permutation "$traces/permutation"; }
permute=(run --workload permute-straightforward --size 4 "${model[@]}")
bad_permutation 'permutation:5: 2 again: line 2 has it, expected every target once' '# four\n2\n1\n\n2\n0\n'
permute=(run --workload permute-conflict-free --size 64 "${model[@]}")
for file in /dev/zero "$superwarp"; do
  refused "$file:1: " "${permute[@]}" --permutation "$file"
done
# Random bytes may begin with a comment, an empty line or even a number.
refused '/dev/urandom:[0-9]+: ' "${permute[@]}" --permutation /dev/urandom
yes 0 | head -c 100000000 >"$traces/permutation" || true
refused 'permutation:2: 0 again: line 1' "${permute[@]}" --permutation "$traces/permutation"
rm "$traces/permutation"
refused '/dev/null: the text ends after 0 numbers' "${permute[@]}" --permutation /dev/null
refused "$traces: is a directory" "${permute[@]}" --permutation "$traces"
refused "permutation '/nope': no such file, and no name" "${permute[@]}" --permutation /nope
refused '--permutation: expected a value' "${permute[@]}" --permutation ''
refused 'permutation worst-banks: size 64 is not a multiple of w.2 = 1024' "${permute[@]}" --permutation worst-banks
refused 'size 100 is not a multiple of the width 32.*next multiple is 128' \
  run --workload permute-conflict-free --size 100 "${model[@]}"
refused 'the largest is 16777216' run --workload permute-straightforward --size 2000000000 "${model[@]}"
refused 'permutation: it has no permutation to choose' run --workload permutation --size 64 --permutation random

# Design spaces: the message has file, line, what was expected and the nearest name.
bad_space() { refused_file "$traces/space.toml" "$1" "$2" sweep "$traces/space.toml" --out out "${@:3}"; }
space='workload = "random"\nsize = 64\n'
bad_space "space.toml:3: .cost.: unknown library 'osu08', did you mean 'osu018'" \
  "${space}cost = { library = 'osu08' }\n"
bad_space "space.toml:3: .cost.: --limit 0: expected a number from 1 to" "${space}cost = { limit = 0 }\n"
bad_space 'no point of it is possible; the first: .*unknown machine .dm., did you mean .dmm.' "${space}machine = 'dm'\n"
bad_space 'the first: expected a workload with its size, or a trace' ''
bad_space 'space.toml:3: .*--size: expected a value' 'workload = "random"\n\nsize = true\n'
bad_space "space.toml:3: .*--shallow 'x': expected true or false" "${space}shallow = 'x'\n"
bad_space '--batch 3/2: expected I/N' "$space" --batch 3/2
bad_space '--plan .*space.toml: is the input' "$space" --plan "$traces/space.toml"

# Sources that cannot be read to an end: a pipe blocks, a device is endless.
cp -r "$examples/../rtl" "$traces/rtl"
mkfifo "$traces/rtl/odd.sv"
refused 'odd.sv: is no regular file, expected SystemVerilog' replay "$fig4" --rtl "$traces/rtl"
ln -sf /dev/zero "$traces/rtl/odd.sv"
refused 'odd.sv: is no regular file, expected SystemVerilog' coalesce --rtl "$traces/rtl"
rm "$traces/rtl/odd.sv"
truncate -s 20M "$traces/rtl/odd.sv"
refused 'odd.sv: has more than 16777216 bytes' replay "$fig4" --rtl "$traces/rtl"

# An output that is an input under any name, or another output.
cp "$fig4" input.trace
ln input.trace hard.trace
ln -s input.trace soft.trace
for name in input.trace "$PWD/input.trace" hard.trace soft.trace; do
  refused "--json $name: is the input" replay input.trace --json "$name" "${model[@]}"
  refused "--svg $name: is the input" draw input.trace --svg "$name"
  refused "--waves $name: is the input" replay input.trace --waves "$name"
  refused "--json $name: is the input" congestion --pattern trace:soft.trace --json "$name"
done
refused '--json input.trace: is the input \(--shifts\)' "${rsdmm[@]}" --shifts input.trace --json input.trace
refused '--json input.trace: is the input \(--permutation\)' "${permute[@]}" --permutation soft.trace --json input.trace
refused '--json hard.trace: is the input \(file\)' crosscheck hopper ./input.trace --json hard.trace
refused '--json hard.trace: is the input \(--gpu\)' crosscheck h800-h20 --gpu ./input.trace --json hard.trace
from_input() { "$@" <input.trace; }
refused_by from_input '--json hard.trace: is the input \(standard input\)' replay - --json hard.trace "${model[@]}"
rm hard.trace soft.trace input.trace
refused '--waves .the view beside it. x.gtkw: --json writes there' replay "$fig4" --json x.gtkw --waves x.fst
refused '--waves .*x.fst: --svg writes there' draw "$fig4" --svg x.fst --waves "$PWD/x.fst"

# The same of every kind of input, of files inside folders, and of where --out writes, given or not.
mkdir recording results
cp "$examples/transpose.traceg" recording/kernel-1.traceg
ln recording/kernel-1.traceg hard.traceg
echo kernel-1.traceg >recording/kernelslist.g
cp "$examples/cuda/transpose.cu" "$examples/../data/ncu/h100/transpose.cuda.csv" "$examples/sweep.toml" .
touch results/{points,results}.jsonl results/results.csv results/sweep.json
for output in --json --csv --svg --markdown; do
  refused "$output transpose.cu: is the input \\(files\\)" record transpose.cu --out new \
    --no-table "$output" transpose.cu
  for name in recording/kernel-1.traceg hard.traceg recording/kernelslist.g; do
    refused "$output $name: is the input \\(file\\)" replay recording "${model[@]}" "$output" "$name"
  done
done
refused 'csv: is the input \(--ncu\)' replay recording "${model[@]}" --gpu hopper --ncu transpose.cuda.csv \
  --csv transpose.cuda.csv
refused '--json hard.traceg: is the input \(file\)' replay recording/kernelslist.g "${model[@]}" --json hard.traceg
refused '--csv hard.traceg: is the input \(trace\)' compare recording --csv hard.traceg
refused '--json sweep.toml: is the input \(--on\)' compare recording --on 'rsdmm --shifts sweep.toml' --json sweep.toml
refused '--json hard.traceg: is the input \(trace\)' advise recording --json hard.traceg
refused '--svg hard.traceg: is the input \(trace\)' draw recording --svg hard.traceg
refused '--json hard.traceg: is the input \(recordings\)' check recording --json hard.traceg
refused '--json hard.traceg: is the input \(--baseline\)' check "$examples/transpose.traceg" --baseline hard.traceg \
  --json hard.traceg
refused 'odd.sv: is the input \(--rtl\)' coalesce --rtl "$traces/rtl" --json "$traces/rtl/odd.sv"
for name in points.jsonl results.csv results.jsonl sweep.json; do
  refused "results/$name: is the input \\(folder\\)" report results --csv "results/$name"
  refused "results/$name: is the input \\(folder\\)" report results --out "results/$name"
  refused '--out results: --plan writes there too' sweep sweep.toml --out results --plan "results/$name"
done
printf 'trace = ["x", "hard.traceg"]\n' | tee space.toml >results/space.toml
refused '--plan hard.traceg: is the input \(space\)' sweep space.toml --plan hard.traceg
refused '--csv recording/kernel-1.traceg: is the input \(folder\)' report results --csv recording/kernel-1.traceg
refused 'results/report.html: --csv writes there too' report results --csv results/report.html
refused '--out .by default transpose.recording.*: --svg writes' record transpose.cu \
  --svg transpose.recording/kernel-1.traceg
for name in transpose.cu /dev/null; do
  refused "$name: is no folder, expected a folder to write into; choose another name" record transpose.cu --out "$name"
done
refused '/proc/x: cannot be made: ' record transpose.cu --out /proc/x

# Measurements and descriptions of GPUs that `crosscheck` reads.
measurement=$examples/../data/measurements/rtx-4070-ti.json
bad_measurement() {  # PATTERN SED-SCRIPT
  sed "$2" "$measurement" >"$traces/bad.json"
  refused "$1" crosscheck "$traces/bad.json" --json a.json
}
# Control bytes do not reach the terminal. Of a text without its closing quote the end is shown.
bad_measurement "bad.json:1: is no JSON from here on: .*last read: '.xff'" '1s/^/\xff\x1b/'
bad_measurement 'bad.json:2: schema is .*x1b.*. There are: superwarp.measurement/1' '2s|superwarp.m|\\u001b[2Jm|'
refused_file "$traces/bad.json" \
  "bad.json:2: .*missing closing quote; last read: '\\.\\.x{1,30}' \\(the file may be cut off\\)" \
  "{\n\"notes\": \"$(printf 'x%.0s' {1..300})" crosscheck "$traces/bad.json"
for bracket in '[' '{"a": '; do
  { printf '{"schema": "superwarp.gpu/2", "name": '; yes "$bracket" | head -50000 || true; } >"$traces/bad.json"
  refused 'bad.json:[0-9]+: nests deeper than 64 levels' crosscheck h800-h20 --gpu "$traces/bad.json"
done
refused '/nope.json: cannot be opened' crosscheck /nope.json
refused "$traces/: is a directory" crosscheck "$traces/"

# Standard input in place of any input file.
from_stdin() { "$@" <"$traces/stdin"; }
bad_stdin() {  # PATTERN TEXT ARGUMENT...
  # shellcheck disable=SC2059  # TEXT has escapes
  printf "$2" >"$traces/stdin"
  refused_by from_stdin "error: $1" "${@:3}"
}
for command in 'replay -' 'draw -' 'congestion --pattern trace:-'; do
  read -ra words <<<"$command"
  bad_stdin "<stdin>:2: operation 'X', expected R or W" "${first}0 0 X 0 1\n" "${words[@]}"
done
bad_stdin "<stdin>:2: 'x' is no shift, expected" '0\nx\n' "${rsdmm[@]}" --shifts -
bad_stdin "<stdin>:2: 0 again: line 1 has it" '0\n0\n' run --workload permute-straightforward --size 4 "${model[@]}" \
  --permutation -
bad_stdin "<stdin>:2: schema is 'superwarp.gpu/2'" '{\n"schema": "superwarp.gpu/2"}\n' crosscheck -
bad_stdin "<stdin>:2: schema is 'superwarp.measurement/1'" '{\n"schema": "superwarp.measurement/1"}\n' \
  crosscheck h800-h20 --gpu -
refused '<stdin>: no shifts, expected' "${rsdmm[@]}" --shifts -
verdict bad_files
