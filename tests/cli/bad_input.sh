#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bad_input.sh SUPERWARP SCRATCH_DIR: bad traces, options, numbers and names are refused with status 2, in time, with a
# message that helps, and nothing is touched (see refusals.sh).
set -euo pipefail
superwarp=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
examples=$here/../../examples
# shellcheck source=tests/cli/refusals.sh
source "$here/refusals.sh"
rm -rf "$2"
mkdir -p "$2/work" "$2/logs" "$2/traces"
logs=$(realpath "$2/logs")
traces=$(realpath "$2/traces")
cd "$2/work"
fig4=$examples/fig4.trace
hierarchy=$examples/hierarchy.trace
model=(--engine model)
contiguous=(run --workload contiguous --size 64 "${model[@]}")
first='# superwarp-trace 1\n'

# bad_trace PATTERN TEXT: TEXT as printf takes it.
bad_trace() {
  # shellcheck disable=SC2059  # escapes are the point
  printf "$2" >"$traces/bad.trace"
  refused "$1" replay "$traces/bad.trace" "${model[@]}"
}

# Traces: file:line, what is wrong, what was expected.
bad_trace 'bad.trace: is empty, expected .# superwarp-trace 1' ''
bad_trace "bad.trace:1: .*expected '# superwarp-trace 1'" '0 0 R 0 1 2 3\n'
bad_trace "bad.trace:1: .*expected '# superwarp-trace 1'" '# superwarp-trace 3\n0 0 R 0 1 2 3\n'
bad_trace "bad.trace:2: operation 'RG', expected R or W; accesses to global memory are in a trace whose first line is" "${first}0 0 RG 0 1 2 3\n"
bad_trace "bad.trace:2: operation 'GR', expected R, W, RG or WG" '# superwarp-trace 2\n0 0 GR 0 1 2 3\n'
bad_trace "bad.trace:3: 'devices' behind 'barrier', expected nothing or 'device'" '# superwarp-trace 2\n0 0 R 0 1 2 3\nbarrier devices\n'
bad_trace 'bad.trace:1: .*cut off' '# superwarp-trace 1'
bad_trace 'bad.trace: has no access, expected' "$first"
bad_trace 'bad.trace: has no access, expected' "${first}barrier\n# nothing\n"
bad_trace 'bad.trace:3: the last line has no end' "${first}0 0 R 0 1 2 3\n1 0 R 0 1 2"
bad_trace "bad.trace:2: warp '', expected" "${first}0\n"
bad_trace "bad.trace:2: operation 'X', expected R or W" "${first}0 0 X 0 1\n"
bad_trace 'bad.trace:2: 3 addresses, expected .* a power of two' "${first}0 0 R 0 1 2\n"
bad_trace 'bad.trace:3: 2 addresses, expected 4' "${first}0 0 R 0 1 2 3\n1 0 R 0 1\n"
bad_trace "bad.trace:2: address '2147483648', expected a number below" "${first}0 0 R 0 2147483648\n"
bad_trace "bad.trace:2: address '-1', expected" "${first}0 0 R 0 -1\n"
bad_trace "bad.trace:2: address '1.5', expected" "${first}0 0 R 0 1.5\n"
bad_trace "bad.trace:2: address '1.x00', expected" "${first}0 0 R 0 1\\000\n"
bad_trace "bad.trace:2: address '99999999999999999999999', expected" "${first}0 0 R 0 99999999999999999999999\n"
bad_trace 'bad.trace:3: round 0 after round 1, expected' "${first}1 0 R 0 1\n0 0 R 0 1\n"
bad_trace 'bad.trace:3: warp 0 after warp 1, expected' "${first}0 1 R 0 1\n0 0 R 0 1\n"
bad_trace 'bad.trace:4: .*barrier, expected a higher round' "${first}0 0 R 0 1\nbarrier\n0 1 R 0 1\n"
bad_trace "bad.trace:3: '7' behind 'barrier', expected nothing" "${first}0 0 R 0 1\nbarrier 7\n"
bad_trace "bad.trace:2: warp '1048576', expected a number below" "${first}0 1048576 R 0 1\n"
printf '%b0 0 R 0 1\n0 1 W 2 3\n' "$first" >"$traces/mixed.trace"
refused 'mixed.trace:3: warp 1 writes where warp 0 .*reads, expected one kind' \
  replay "$traces/mixed.trace" --machine sdmm --super-warp 2 "${model[@]}"
refused "the largest address is 23, which needs 6 rows" replay "$fig4" --rows 5 "${model[@]}"
refused '--width 8: .*fig4.trace has 4 addresses a line' replay "$fig4" --width 8 "${model[@]}"

refused 'a timing diagram of [0-9]* time units cannot be read, expected at most 200' \
  draw --workload contiguous --size 8192 --threads 64 --width 4 --wavedrom w.json

# Lists of machines.
comparing=(compare --workload transpose-naive --size 32)
refused "--on 'rsdm': unknown machine 'rsdm', did you mean 'rsdmm'" "${comparing[@]}" --on rsdm
refused "--on 'rsdmm --dept 3': '--dept' is not expected here, did you mean '--depth'" "${comparing[@]}" --on 'rsdmm --dept 3'
refused "--on 'rsdmm --super-warp -3': .*'-3', expected a whole number" "${comparing[@]}" --on 'rsdmm --super-warp -3'
refused "--on 'sdmm': .*expected --super-warp S too" "${comparing[@]}" --on sdmm
refused "--on 'dmm': --latency 0: expected a number from 1" "${comparing[@]}" --latency 0
refused "--on 'dmm --waves x': '--waves' is not expected here" "${comparing[@]}" --on 'dmm --waves x'
refused '--keys 0: expected a number from 1 to 1000' "${comparing[@]}" --keys 0
refused '--engine: closed forms are not compared' "${comparing[@]}" --engine closed
refused 'compare: expected a trace file, or --workload' compare --on dmm
refused 'compare: give a trace or --workload with its options, not both' compare "$fig4" --size 32

# Files that are none, or huge, or no text.
refused '/nope: cannot be opened: No such file' replay /nope "${model[@]}"
refused "$traces: is a directory, expected a file" replay "$traces" "${model[@]}"
refused '/proc/self/mem: cannot be read' replay /proc/self/mem "${model[@]}"
refused "superwarp:1: .*expected '# superwarp-trace 1'|superwarp:1: a line of more" replay "$superwarp" "${model[@]}"
refused '/dev/zero:1: a line of more than' replay /dev/zero "${model[@]}"
refused '/dev/urandom:1: ' replay /dev/urandom "${model[@]}"
refused '/dev/null: is empty' replay /dev/null "${model[@]}"
{ printf '%b0 0 R ' "$first"; head -c 200000000 /dev/zero | tr '\0' 7; } >"$traces/endless.trace"
refused 'endless.trace:2: a line of more than' replay "$traces/endless.trace" "${model[@]}"
printf '%b' "$first" >"$traces/endless.trace"
truncate -s 200M "$traces/endless.trace"
refused 'endless.trace:2: a line of more than' replay "$traces/endless.trace" "${model[@]}"
{ printf '%b' "$first"; yes '# a comment that is as long as a line of a trace with thirty-two addresses in it ......' |
  head -c 50000000 || true; printf '\n0 0 R 0 x\n'; } >"$traces/long.trace"
# shellcheck disable=SC2317  # called by refused_by
little_memory() { (
  [[ -v SUPERWARP_NO_MEMORY_LIMIT ]] || ulimit -v 500000
  "$@"
); }
refused_by little_memory "long.trace:[0-9]+: address 'x', expected" replay "$traces/long.trace" "${model[@]}"
rm "$traces/endless.trace" "$traces/long.trace"

# What takes more memory than is allowed is refused, with what it takes, and the limit can be raised.
refused 'a memory of 2147483647 words takes 8 GiB, allowed are 2; SUPERWARP_MEMORY=8 ' \
  run --workload contiguous --size 2147483647 "${model[@]}"
refused 'a memory of 2147483647 words takes 8 GiB' run --workload contiguous --size 2147483647
# shellcheck disable=SC2317  # called by refused_by
with_memory() { SUPERWARP_MEMORY=$memory "$@"; }
memory=0.1
refused_by with_memory 'JSON of 4000000 shifts takes 0.179 GiB' run --workload contiguous --size 64 --rows 4000000 \
  --machine rsdmm "${model[@]}" --json -
memory=0.001
refused_by with_memory 'a record of 65536 requests takes 0.00781 GiB, allowed are 0.001; SUPERWARP_MEMORY=1 ' \
  draw --workload random --size 65536
{ printf '%b' "$first"; for ((i = 0; i < 10000; ++i)); do echo "$i 0 R 0 1 2 3"; done; } >"$traces/large.trace"
refused_by with_memory 'large.trace:8194: not enough memory: a trace of more than 8192 accesses takes' \
  replay "$traces/large.trace" "${model[@]}"
# shellcheck disable=SC2317  # called by refused_by
endless() { with_memory "$@" < <(printf '%b' "$first"; for ((i = 0; ; ++i)); do echo "$i 0 R 0 1 2 3"; done); }
memory=0.01
refused_by endless '/dev/stdin:65538: not enough memory: a trace of more than 65536 accesses takes' replay /dev/stdin "${model[@]}"
for memory in x 0 -1 nan 1x; do
  refused_by with_memory "SUPERWARP_MEMORY=$memory: expected a number of GiB" run --workload contiguous --size 64
done
SUPERWARP_MEMORY=0.02 "$superwarp" replay "$traces/large.trace" "${model[@]}" >/dev/null ||
  complain 'a trace is refused though there is memory'

# Names: the nearest is suggested.
refused "'rnu' is not expected here, did you mean 'run'" rnu
refused "'rpelay' is not expected here, did you mean 'replay'" rpelay "$fig4" --latency 3
refused "'--lateny' is not expected here, did you mean '--latency'" "${contiguous[@]}" --lateny 3
refused "'--lateny=3' is not expected here, did you mean '--latency'" "${contiguous[@]}" --lateny=3
refused "'extra' is not expected here" "${contiguous[@]}" extra
refused "unknown workload 'contigous', did you mean 'contiguous'" run --workload contigous --size 64
refused "unknown workload 'transpse', did you mean 'transpose-naive'" run --workload transpse --size 64
refused "unknown workload 'prefix-sum', did you mean 'prefix-sums-" run --workload prefix-sum --size 64
refused "unknown workload 'verilog'[.] There are: " run --workload verilog --size 64
refused "workload hmm-sum: .* expected --machine hmm" run --workload hmm-sum --size 64 "${model[@]}"
refused "workload contiguous: it has one memory; .* there are hmm-sum, " "${contiguous[@]}" --machine hmm
refused "workload 'hmm-su', did you mean 'hmm-sum'" run --workload hmm-su --size 64 --machine hmm
hierarchical=(run --workload hmm-sum --size 64 --machine hmm "${model[@]}")
refused '--multiprocessors 65: expected a number from 1 to 64' "${hierarchical[@]}" --multiprocessors 65
refused '--shared-latency 0: expected a number from 1 to' "${hierarchical[@]}" --shared-latency 0
refused "unknown shared memory 'dmn', did you mean 'dmm'" "${hierarchical[@]}" --shared dmn
refused '--blocks 2: a multiprocessor of the hmm holds one block' "${hierarchical[@]}" --blocks 2
refused '--threads 96: expected a multiple of multiprocessors [*] super warp [*] width = 128' "${hierarchical[@]}" --threads 96
refused '--waves: a waveform is of one memory' run --workload hmm-sum --size 64 --machine hmm --waves hmm.fst
refused '--multiprocessors: the dmm is one memory, expected --machine hmm' "${contiguous[@]}" --multiprocessors 2
refused '--shared: the umm is one memory' "${contiguous[@]}" --machine umm --shared dmm
refused 'it has no taps to choose' "${hierarchical[@]}" --taps 3
refused '--machine hmm: expected a machine of one memory' cost --machine hmm
refused 'draw: --perfetto shows one memory, the hmm has 3; use --style heat' \
  draw "$hierarchy" --machine hmm --multiprocessors 2 --perfetto p.json
refused 'draw: --style pipeline shows one memory' draw "$hierarchy" --machine hmm --multiprocessors 2 --style pipeline
refused 'hierarchy.trace:5: an access to global memory, expected R or W for the dmm, which is one memory; the hmm has' \
  replay "$hierarchy"
refused 'hierarchy.trace:8: warp 3 accesses shared memory where warp 2 of its super warp .line 7. does global' \
  replay "$hierarchy" --machine hmm --multiprocessors 2 --shared sdmm --super-warp 2
refused '--blocks 2: a multiprocessor of the hmm holds one block' replay "$hierarchy" --machine hmm --blocks 2
refused 'hierarchy.trace:5: an access to global memory, expected R or W for a machine of one memory' \
  congestion --width 4 --pattern "trace:$hierarchy"
refused "unknown machine 'dmn', did you mean 'dmm'" "${contiguous[@]}" --machine dmn
refused "unknown machine 'rsdm', did you mean 'rsdmm'" "${contiguous[@]}" --machine rsdm
refused "unknown rpu 'steam', did you mean 'stream'.* There are: batch, stream, pipelined, crossbar" "${contiguous[@]}" --machine sdmm --rpu steam
refused "unknown priority 'fulest', did you mean 'fullest'.* There are: fullest, turn" \
  "${contiguous[@]}" --machine sdmm --rpu stream --priority fulest
refused "'--zzz' is not expected here[.] See 'superwarp run --help'" "${contiguous[@]}" --zzz
refused "unknown mapping 'random-shft', did you mean 'random-shift'" "${contiguous[@]}" --mapping random-shft
refused "unknown engine 'modle', did you mean 'model'" run --workload contiguous --size 64 --engine rtl,modle
refused "unknown engine ''" run --workload contiguous --size 64 --engine ,
refused "unknown schedule 'asnyc', did you mean 'async'" "${contiguous[@]}" --schedule asnyc
refused "unknown kind 'workloads', did you mean 'workload'" list workloads
refused 'expected a command' --
refused '--workload is required' run
refused 'file is required' replay
refused '--width' "${contiguous[@]}" --width 4 --width 8
refused 'give a trace or --workload, not both' draw "$fig4" --workload random --size 4
refused 'expected a trace file or --workload' draw
refused 'expected --size N' draw --workload random
refused "unknown style 'het', did you mean 'heat'" draw "$fig4" --style het
refused '--at chooses a time unit of the pipeline' draw "$fig4" --style heat --at 3

# Numbers.
for value in '' abc -1 1.5 1e3 0x10 +4 ' 4' '4 ' 4x 18446744073709551616 99999999999999999999999 $'4\t'; do
  for option in --width --latency --threads --size --seed --rows --blocks; do
    [[ $option == --size ]] && words=(run --workload contiguous "${model[@]}") || words=("${contiguous[@]}")
    refused "$option: .*expected a whole number" "${words[@]}" "$option" "$value"
  done
done
for command in 'run --workload contiguous --size 64' "replay $fig4" "replay $examples/transpose.traceg" "draw $fig4"; do
  read -ra words <<<"$command"
  refused '--blocks 0: expected a number from 1 to 64' "${words[@]}" --blocks 0
  refused '--blocks 65: expected a number from 1 to 64' "${words[@]}" --blocks 65
done
refused '--blocks 64: 64 blocks of 33554464 words: expected at most 2147483648 words together' \
  run --workload contiguous --size 33554433 --blocks 64 "${model[@]}"
refused '--blocks 64: 64 blocks of 262176 threads: expected at most 16777216 threads together' \
  "${contiguous[@]}" --threads 262176 --blocks 64
refused '--rows 11: the largest address is 47, which needs 12 rows' replay "$fig4" --blocks 2 --rows 11 "${model[@]}"
refused "'--resident' is not expected here" "${contiguous[@]}" --resident 2
refused '--blocks.*give an option once' replay "$fig4" --blocks 2 --resident 2 "${model[@]}"
refused '--engine closed: there is no closed form' run --workload sum --size 64 --threads 64 --blocks 2 --schedule async \
  --engine closed
refused '--width 3: expected a power of two' "${contiguous[@]}" --width 3
refused '--width 0: expected' "${contiguous[@]}" --width 0
refused '--width 1: expected' "${contiguous[@]}" --width 1
refused '--width 131072: expected' "${contiguous[@]}" --width 131072
refused '--width 24: expected a power of two' "${contiguous[@]}" --width 024
refused '--latency 0: expected a number from 1 to 1024' "${contiguous[@]}" --latency 0
refused '--latency 1025: expected a number from 1 to 1024' "${contiguous[@]}" --latency 1025
refused '--threads 0: expected a multiple of .* = 32' "${contiguous[@]}" --threads 0
refused '--threads 33: expected a multiple of .* = 32.*nearest is 32' "${contiguous[@]}" --threads 33
refused '--threads 100: expected a multiple of .* = 96.*nearest is 96' \
  "${contiguous[@]}" --machine sdmm --super-warp 3 --threads 100
refused '--threads 4294967296: expected' "${contiguous[@]}" --threads 4294967296
refused 'size 0: ' run --workload contiguous --size 0 "${model[@]}"
refused 'size 2147483648 is too large' run --workload contiguous --size 2147483648 "${model[@]}"
refused 'size 18446744073709551615 is too large' run --workload row-major --size 18446744073709551615 "${model[@]}"
refused 'size 46341 is too large' run --workload row-major --size 46341 "${model[@]}"
refused '--super-warp: the dmm has no super warps; sdmm, rsdmm, summ have' "${contiguous[@]}" --super-warp 3
for machine in sdmm:dmm summ:umm; do
  refused "--machine ${machine%:*}: expected --super-warp S too, .* 1 to 16; with 1 it is the ${machine#*:}" \
    "${contiguous[@]}" --machine "${machine%:*}"
done
refused '--super-warp 0: expected' "${contiguous[@]}" --machine sdmm --super-warp 0
refused '--super-warp 17: expected' "${contiguous[@]}" --machine sdmm --super-warp 17
# Options of the RPUs in which warps overlap: of the machines that have them, with them, and nothing of a batch's.
stream=("${contiguous[@]}" --machine sdmm --rpu stream)
for machine in dmm umm gt200; do
  refused "--rpu stream: the $machine has no choice of RPUs; sdmm, rsdmm have" "${contiguous[@]}" --machine $machine --rpu stream
done
refused '--rpu batch: the summ has no choice of RPUs; sdmm, rsdmm have' \
  "${contiguous[@]}" --machine summ --super-warp 2 --rpu batch
crossbar=("${contiguous[@]}" --machine sdmm --rpu crossbar)
pipelined=("${contiguous[@]}" --machine sdmm --rpu pipelined)
refused "unknown rpu 'pipeline', did you mean 'pipelined'" "${contiguous[@]}" --machine sdmm --rpu pipeline
refused "unknown priority 'fixed'.* There are: fullest, turn" "${pipelined[@]}" --priority fixed
refused '--super-warp: the RPU pipelined takes single warps' "${pipelined[@]}" --super-warp 1
refused '--passes 5: expected a number from 1 to 4' "${pipelined[@]}" --passes 5
refused '--depth 17: expected a number from 1 to 16' "${pipelined[@]}" --depth 17
refused '--super-warp: the RPU stream takes single warps' "${stream[@]}" --super-warp 1
refused '--super-warp: the RPU crossbar takes single warps' "${crossbar[@]}" --super-warp 1
for option in '--depth 3' '--priority turn'; do
  # shellcheck disable=SC2086  # an option and its value
  refused "${option% *}: the RPU batch has none, expected --rpu stream or pipelined or crossbar too" "${contiguous[@]}" --machine rsdmm $option
done
refused '--passes: the RPU batch has none, expected --rpu stream or pipelined too' "${contiguous[@]}" --machine rsdmm --passes 3
refused '--passes: the RPU crossbar has none, expected --rpu stream or pipelined$' "${crossbar[@]}" --passes 3
refused "unknown priority 'turn'.* There are: round-robin, fixed" "${crossbar[@]}" --priority turn
refused "unknown priority 'fixed'.* There are: fullest, turn" "${stream[@]}" --priority fixed
refused '--depth 0: expected a number from 1 to 16' "${crossbar[@]}" --depth 0
refused '--depth 17: expected a number from 1 to 16' "${crossbar[@]}" --depth 17
refused '--rpu crossbar: the umm has no choice of RPUs; sdmm, rsdmm have' "${contiguous[@]}" --machine umm --rpu crossbar
refused '--engine closed: there is no closed form' run --workload contiguous --size 64 --machine sdmm --rpu crossbar --engine closed
refused 'draw: --style pipeline needs slots of one dispatch each, with --rpu crossbar they have several; use --style heat' \
  draw --workload contiguous --size 64 --machine sdmm --rpu crossbar --style pipeline
refused '--machine sdmm: expected --super-warp S too' "${contiguous[@]}" --machine sdmm --rpu batch
refused '--depth 0: expected a number from 1 to 16' "${stream[@]}" --depth 0
refused '--depth 17: expected a number from 1 to 16' "${stream[@]}" --depth 17
refused '--passes 0: expected a number from 1 to 4' "${stream[@]}" --passes 0
refused '--passes 5: expected a number from 1 to 4' "${stream[@]}" --passes 5
refused '--engine closed: there is no closed form' run --workload contiguous --size 64 --machine sdmm --rpu stream --engine closed
refused '--rows 1: the largest address is 63, which needs 2 rows' "${contiguous[@]}" --rows 1
refused '--rows 99999999999: expected at most' "${contiguous[@]}" --rows 99999999999
refused '--write-percent 101: expected 0 to 100' run --workload random --size 64 --write-percent 101 "${model[@]}"
refused '--write-percent' run --workload random --size 64 --write-percent 4294967297 "${model[@]}"
refused 'no writes' "${contiguous[@]}" --write-percent 5

# Shifts.
rsdmm=("${contiguous[@]}" --machine rsdmm)
refused '--shifts: the mapping identity has no shifts; random-shift' "${contiguous[@]}" --shifts 0,1
refused '--shifts 0,1,x: no list of numbers r0,r1,... and no file' "${rsdmm[@]}" --shifts 0,1,x
refused '--shifts 0,-1: no list of numbers' "${rsdmm[@]}" --shifts 0,-1
refused '--shifts: expected a shift for every row, found 1; the memory has rows 0 to 1' "${rsdmm[@]}" --shifts 0
refused '--shifts: .*row 1.* is 32, not below the width 32' "${rsdmm[@]}" --shifts 0,32
refused "--shifts:1: '9999999' is no shift, expected" "${rsdmm[@]}" --shifts 0,9999999999999999999999
refused '--shifts ,: a number is missing' "${rsdmm[@]}" --shifts ,
refused '--shifts: expected a value' "${rsdmm[@]}" --shifts ''
refused '/nope: no list of numbers r0,r1,... and no file' "${rsdmm[@]}" --shifts /nope
refused '/dev/null: no shifts' "${rsdmm[@]}" --shifts /dev/null
refused '/dev/zero:1: .*is no shift' "${rsdmm[@]}" --shifts /dev/zero
refused "$traces: .*is a directory" "${rsdmm[@]}" --shifts "$traces"
printf '0\n\nx\n' >"$traces/shifts"
refused "shifts:3: 'x' is no shift, expected" "${rsdmm[@]}" --shifts "$traces/shifts"
printf '0 1\0002\n' >"$traces/shifts"
refused "shifts:1: '1.x00' is no shift, expected" "${rsdmm[@]}" --shifts "$traces/shifts"

# Permutations: file:line, what is wrong, what was expected.
# Options that would be ignored are refused.
refused '--size, --threads, --write-percent and --permutation are a workload' draw "$fig4" --threads 7
refused '--size, --threads, --write-percent and --permutation are a workload' draw "$fig4" --permutation random
refused '--shallow: the RTL does not run' "${contiguous[@]}" --shallow
refused '--rtl: the RTL does not run' "${contiguous[@]}" --rtl /nope
refused '--rounds: only the engines monte-carlo and rtl' congestion --engine exact --rounds 5
refused '--rtl-rounds: the engine rtl does not run' congestion --engine exact --rtl-rounds 5
refused '--rounds 18446744073709551615: expected 1 to 2.40' congestion --rounds 18446744073709551615
refused "--engine rtl: width 256 is more than the RTL's 128" congestion --width 256 --engine rtl
refused '--engine exact: --pattern column has no exact value' congestion --size 1024 --engine exact --pattern column
refused '--list: it checks nothing' reproduce --list --json -
refused '--engine.*give an option once' "${contiguous[@]}" --engine rtl
refused '--shifts ,,1: a number is missing' "${contiguous[@]}" --mapping random-shift --shifts ,,1
refused "error: --size: '18446744073709551616', expected a whole number" run --workload contiguous --size 18446744073709551616
refused 'the nearest is 16777216' "${contiguous[@]}" --threads 18446744073709551615
refused 'kernel-bitonic-sort: size 3 is not a power of two' run --workload kernel-bitonic-sort --size 3 "${model[@]}"

permute=(run --workload permute-straightforward --size 4 "${model[@]}")
bad_permutation() {  # PATTERN TEXT OPTION...: TEXT as printf takes it
  # shellcheck disable=SC2059  # escapes are the point
  printf "$2" >"$traces/permutation"
  refused "$1" "${permute[@]}" --permutation "$traces/permutation" "${@:3}"
}
bad_permutation 'permutation:5: 2 again: line 2 has it, expected every target once' '# four\n2\n1\n\n2\n0\n'
bad_permutation "permutation:2: '4', expected the target of word 1, 0 to 3" '0\n4\n1\n2\n'
bad_permutation "permutation:2: '-1', expected the target" '0\n-1\n1\n2\n'
bad_permutation "permutation:1: '99999999999999999999', expected the target" '99999999999999999999\n'
bad_permutation "permutation:2: 'one', expected the target" '0\none\n2\n3\n'
bad_permutation "permutation:2: '.x00.xff', expected the target" '0\n\000\377\n2\n3\n'
bad_permutation "permutation:1: '1' after 0, expected one number a line" '0 1 2 3\n'
bad_permutation "permutation:5: '4' after 4 numbers, expected as many as --size" '0\n1\n2\n3\n4\n'
bad_permutation 'permutation:3: the text ends after 3 numbers, expected 4' '0\n1\n2\n'
bad_permutation 'permutation:4: the last line has no end' '0\n1\n2\n3'
bad_permutation 'permutation: the text ends after 0 numbers' ''
permute=(run --workload permute-row-wise --size 4 --width 2 --threads 4 "${model[@]}")
bad_permutation "permutation:1: '2', expected the target of word 0, 0 to 1" '2\n1\n0\n3\n'
permute=(run --workload permute-conflict-free --size 64 "${model[@]}")
bad_permutation 'permutation:2: the text ends after 2 numbers, expected 64' '0\n1\n'
for file in /dev/zero "$superwarp"; do
  refused "$file:1: " "${permute[@]}" --permutation "$file"
done
# Chance may begin with a comment, an empty line or even a number.
refused '/dev/urandom:[0-9]+: ' "${permute[@]}" --permutation /dev/urandom
yes 0 | head -c 100000000 >"$traces/permutation" || true
refused 'permutation:2: 0 again: line 1' "${permute[@]}" --permutation "$traces/permutation"
rm "$traces/permutation"
refused '/dev/null: the text ends after 0 numbers' "${permute[@]}" --permutation /dev/null
refused "$traces: is a directory" "${permute[@]}" --permutation "$traces"
refused "permutation '/nope': no such file, and no name" "${permute[@]}" --permutation /nope
refused "permutation 'bit-reverse': .*did you mean 'bit-reversal'. There are: random, " \
  "${permute[@]}" --permutation bit-reverse
refused '--permutation: expected a value' "${permute[@]}" --permutation ''
refused 'permutation worst-banks: size 64 is not a multiple of w.2 = 1024' "${permute[@]}" --permutation worst-banks
refused 'permutation transpose: size 96 is not a square.*nearest are 81 and 100' \
  run --workload permute-conflict-free --size 96 --permutation transpose "${model[@]}"
refused 'size 100 is not a multiple of the width 32.*next multiple is 128' \
  run --workload permute-conflict-free --size 100 "${model[@]}"
refused 'size 2048 is not w.*for width 32 there are 32, 1024, 1048576' run --workload permute-umm --size 2048 "${model[@]}"
refused 'the largest is 16777216' run --workload permute-straightforward --size 2000000000 "${model[@]}"
refused 'contiguous: it has no permutation to choose' "${contiguous[@]}" --permutation random
refused 'permutation: it has no permutation to choose' run --workload permutation --size 64 --permutation random

# Engines and pictures that a machine does not have.
refused '--engine rtl: there is no RTL of the mapping prime' \
  run --workload contiguous --size 64 --mapping prime --engine rtl
refused '--engine rtl: width 256' run --workload contiguous --size 64 --width 256 --engine rtl
refused '--engine closed: there is no closed form of this: there is no formula of random' run --workload random --size 64 --engine closed
refused "--engine closed: there is no closed form of this: asynchronously, a multiprocessor's turn" \
  run --workload hmm-sum --size 64 --machine hmm --engine closed --schedule async
refused '--engine closed: there is no closed form of this: under the mapping random-shift' \
  run --workload hmm-permutation --size 64 --machine hmm --shared rsdmm --engine closed
refused '--super-warp: the gt200 has no super warps' "${contiguous[@]}" --machine gt200 --super-warp 2
refused '--mapping pad: a slot of the umm' "${contiguous[@]}" --machine umm --mapping pad
refused '--waves: waveforms come from the RTL' "${contiguous[@]}" --waves a.fst
refused '--waves: waveforms come from the RTL' run --workload contiguous --size 64 --mapping prime --waves a.fst
refused 'pictures come from the RTL' draw "$fig4" --mapping prime

# Costs: refused before a tool is looked for.
refused '--rows 3: expected a power of two' cost --rows 3
refused '--data-bits 3: expected an even number' cost --data-bits 3
refused '--width 256: expected a power of two, 2 to 128' cost --width 256
refused "library 'osu08'.*did you mean 'osu018'" cost --library osu08
refused '--mapping prime: there is no hardware of it' cost --machine sdmm --super-warp 1 --mapping prime
refused '--limit 0: expected' cost --limit 0
refused '--sram-tables: expected --mapping random-shift, random-xor or rap' cost --sram-tables
refused '--sram-tables: .*this is random-shift, .*pipelined' cost --machine rsdmm --rpu pipelined --sram-tables
refused '--sram-tables --flat: expected one of them' cost --machine rsdmm --sram-tables --flat

refused 'there is no RTL of the mapping prime' build --machine dmm --mapping prime
refused '--rows 0: expected 1 to' build --rows 0

# Design spaces: file:line, what was expected, the nearest name.
bad_space() {  # PATTERN TEXT ARGUMENT...: TEXT as printf takes it
  # shellcheck disable=SC2059  # escapes are the point
  printf "$2" >"$traces/space.toml"
  refused "$1" sweep "$traces/space.toml" --out out "${@:3}"
}
space='workload = "random"\nsize = 64\n'
bad_space "space.toml:3: 'machne' is not expected here, did you mean 'machine'" "${space}machne = 'dmm'\n"
bad_space "space.toml:3: width: expected a text, a whole number" "${space}width = 1.5\n"
bad_space "space.toml:3: 'libary' is no option of .cost., did you mean 'library'" "${space}cost.libary = 'osu018'\n"
bad_space "space.toml:3: .cost.: unknown library 'osu08', did you mean 'osu018'" "${space}cost = { library = 'osu08' }\n"
bad_space "space.toml:3: .cost.: --limit 0: expected 1 to" "${space}cost = { limit = 0 }\n"
bad_space "space.toml:3: cost: expected true, false, or a table of rows" "${space}cost = 'yes'\n"
bad_space 'no point of it is possible; the first: .*unknown machine .dm., did you mean .dmm.' "${space}machine = 'dm'\n"
bad_space '--batch 3/2: expected I/N' "$space" --batch 3/2
bad_space '--plan .*space.toml: is the input' "$space" --plan "$traces/space.toml"
refused 'sweep: expected --out FOLDER' sweep "$examples/sweep.toml"

# Accesses that a coalescer cannot have.
refused '--word-bytes 3: expected 1, 2, 4, 8 or 16' coalesce --word-bytes 3
refused '--stride 3: expected 1, 2, 4, 8, 16 or 32' coalesce --stride 3
refused '--stride 64: expected' coalesce --stride 64
refused "--addresses: 'x' is no byte address" coalesce --addresses 0,x
refused "--addresses: '' is no byte address" coalesce --addresses 0,,4
refused "--addresses: '4294967295' is no byte address" coalesce --addresses 4294967295
refused '--addresses: 17 addresses, a half-warp has 16' coalesce --addresses 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16 \
  --word-bytes 1
refused 'byte address 2: expected a multiple of the word.s 4 bytes' coalesce --addresses 2
refused 'excludes' coalesce --stride 2 --addresses 0
refused 'pictures come from the RTL' draw "$fig4" "${model[@]}"
refused 'more than the RTL engine takes' run --workload contiguous --size 64 --rows 8388608
refused '/nope: no such folder of SystemVerilog' replay "$fig4" --rtl /nope
mkdir -p "$traces/empty"
refused 'empty: no SystemVerilog in this folder' replay "$fig4" --rtl "$traces/empty"

# Sources that reading would not end: a pipe waits, a device goes on.
mkdir -p "$traces/rtl"
cp "$examples"/../rtl/*.sv "$traces/rtl"
mkfifo "$traces/rtl/odd.sv"
refused 'odd.sv: is no regular file, expected SystemVerilog' replay "$fig4" --rtl "$traces/rtl"
ln -sf /dev/zero "$traces/rtl/odd.sv"
refused 'odd.sv: is no regular file, expected SystemVerilog' coalesce --rtl "$traces/rtl"
rm "$traces/rtl/odd.sv"
truncate -s 20M "$traces/rtl/odd.sv"
refused 'odd.sv: has more than 16777216 bytes' replay "$fig4" --rtl "$traces/rtl"

# An output that is the input, by whatever name, or another output.
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
# shellcheck disable=SC2317  # called by refused_by
from_input() { "$@" <input.trace; }
refused_by from_input '--json hard.trace: is the input \(standard input\)' replay - --json hard.trace "${model[@]}"
rm hard.trace soft.trace input.trace
refused '--waves ./x: --json writes there' replay "$fig4" --json x --waves ./x
refused '--waves .the view beside it. x.gtkw: --json writes there' replay "$fig4" --json x.gtkw --waves x.fst
refused '--waves .*x.fst: --svg writes there' draw "$fig4" --svg x.fst --waves "$PWD/x.fst"

# Accesses that nothing expects of `congestion`.
refused "unknown engine 'exakt', did you mean 'exact'" congestion --engine exakt
refused 'width' congestion --width 0 --rounds 10
refused 'width' congestion --width 16,x --rounds 10
refused 'super-warp' congestion --super-warp 17 --width 16 --rounds 10
refused "unknown mapping 'rsp', did you mean 'rap'" congestion --mapping rsp
refused '--rounds' congestion --rounds 0
refused '--jobs' congestion --jobs 0
# Measurements and descriptions of GPUs that `crosscheck` reads.
measurement=$examples/../data/measurements/rtx-4070-ti.json
gpu=$examples/../data/gpus/hopper.json
bad_measurement() {  # PATTERN SED-SCRIPT
  sed "$2" "$measurement" >"$traces/bad.json"
  refused "$1" crosscheck "$traces/bad.json" --json a.json
}
bad_gpu() {
  sed "$2" "$gpu" >"$traces/bad.json"
  refused "$1" crosscheck h800-h20 --gpu "$traces/bad.json" --json a.json
}
bad_measurement 'bad.json:2: schema is .*, did you mean' 's|measurement/1|measurement/2|'
bad_measurement "bad.json:10: patterns\\[1\\].access.degree is 64, expected a whole number from 1 to 32" 's/"degree": 2}/"degree": 64}/'
bad_measurement "bad.json:9: patterns\\[0\\].warp is not expected here, did you mean 'warps'" '9s/"warps": 1/"warps": 1, "warp": 1/'
bad_measurement 'bad.json:14: is no JSON from here on' '14s/}$/]/'
bad_measurement 'bad.json:.*is no JSON.*cut off' '12q'
# Odd bytes do not reach the terminal, and of a text that is cut off the end is shown.
bad_measurement "bad.json:1: is no JSON from here on: .*last read: '.xff'" '1s/^/\xff\x1b/'
bad_measurement 'bad.json:2: schema is .*x1b.*. There are: superwarp.measurement/1' '2s|superwarp.m|\\u001b[2Jm|'
printf '{\n"notes": "%s' "$(printf 'x%.0s' {1..300})" >"$traces/bad.json"
refused "bad.json:2: .*missing closing quote; last read: '\\.\\.x{1,30}' \\(the file may be cut off\\)" crosscheck "$traces/bad.json"
bad_gpu "bad.json:7: shared.bank is not expected here, did you mean 'banks'" '/"banks":/a "bank": 3,'
bad_gpu 'bad.json:8: shared.parts.128 is 2, expected 4' 's/"128": 4/"128": 2/'
bad_gpu 'bad.json:6: is no JSON from here on' 's/"banks": 32/"banks":/'
for bracket in '[' '{"a": '; do
  { printf '{"schema": "superwarp.gpu/1", "name": '; yes "$bracket" | head -50000 || true; } >"$traces/bad.json"
  refused 'bad.json:[0-9]+: nests deeper than 64 levels' crosscheck h800-h20 --gpu "$traces/bad.json"
done
refused "unknown measurement 'rtx-4070ti', did you mean 'rtx-4070-ti'" crosscheck rtx-4070ti
refused "unknown measurement 'rtx-4070', did you mean 'rtx-4070-ti'" crosscheck rtx-4070
refused "unknown measurement 'ALL', did you mean 'all'" crosscheck ALL
refused "unknown GPU 'hoper', did you mean 'hopper'" crosscheck h800-h20 --gpu hoper
refused "unknown engine 'closed'. There are: rtl, model" crosscheck h800-h20 --engine closed
refused '/nope.json: cannot be opened' crosscheck /nope.json
refused "$traces/: is a directory" crosscheck "$traces/"
refused '--rtl: the engine rtl does not run without --engine rtl,model' crosscheck h800-h20 --rtl x
refused 'contiguous:1024: memory has 1024 words, expected a first one from 0 to 1023' congestion --size 1024 --width 16 --super-warp 1 --pattern contiguous:1024
refused 'file is required' crosscheck
bad_measurement "bad.json:6: gpu is 'foo'. There are: ada, gt200, hopper" 's/"gpu": "ada"/"gpu": "foo"/'

# Standard input, wherever a file is read.
# shellcheck disable=SC2317  # called by refused_by
from_stdin() { "$@" <"$traces/stdin"; }
bad_stdin() {  # PATTERN TEXT ARGUMENT...: TEXT as printf takes it
  # shellcheck disable=SC2059  # escapes are the point
  printf "$2" >"$traces/stdin"
  refused_by from_stdin "error: $1" "${@:3}"
}
bad_stdin "<stdin>:2: operation 'X', expected R or W" "${first}0 0 X 0 1\n" replay -
bad_stdin "<stdin>:2: operation 'X', expected R or W" "${first}0 0 X 0 1\n" draw -
bad_stdin "<stdin>:2: operation 'X', expected R or W" "${first}0 0 X 0 1\n" congestion --pattern trace:-
bad_stdin "<stdin>:2: 'x' is no shift, expected" '0\nx\n' "${rsdmm[@]}" --shifts -
bad_stdin "<stdin>:2: 0 again: line 1 has it" '0\n0\n' run --workload permute-straightforward --size 4 "${model[@]}" \
  --permutation -
bad_stdin "<stdin>:2: schema is 'superwarp.gpu/1'" '{\n"schema": "superwarp.gpu/1"}\n' crosscheck -
bad_stdin "<stdin>:2: schema is 'superwarp.measurement/1'" '{\n"schema": "superwarp.measurement/1"}\n' \
  crosscheck h800-h20 --gpu -
refused '<stdin>: is empty, expected' replay -
refused '<stdin>: no shifts, expected' "${rsdmm[@]}" --shifts -
verdict bad_input
