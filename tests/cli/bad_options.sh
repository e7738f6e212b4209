#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bad_options.sh SUPERWARP SCRATCH_DIR: bad options, numbers and names are refused quickly with status 2 and a helpful
# message, and no file changes (see refusals.sh). tests/promises has the whole messages of others.
# shellcheck disable=SC2317  # functions that refused_by calls
set -euo pipefail
# shellcheck source=tests/cli/scratch.sh
source "$(dirname "$0")/scratch.sh"
traces=$scratch/traces
mkdir "$traces"
hierarchy=$examples/hierarchy.trace
model=(--engine model)
contiguous=(run --workload contiguous --size 64 "${model[@]}")

# Machines of a comparison.
comparing=(compare --workload transpose-naive --size 32)
refused "--on 'dmm --help': '--help' is not expected here" "${comparing[@]}" --on 'dmm --help'
refused "--on 'sdmm --super-warp': --super-warp: expected a value" "${comparing[@]}" --on 'sdmm --super-warp'
refused "--on 'dmm --width 4 --width 8': --width: .*give an option once" "${comparing[@]}" \
  --on 'dmm --width 4 --width 8'

# Unknown names: the message suggests the nearest one. It does so for an option of any command, and where the misspelt
# option is one that must be given.
refused "'--sise' is not expected here, did you mean '--size'" run --workload contiguous --sise 64
refused "'--sumary' is not expected here, did you mean '--summary'" crosscheck --sumary
for command in run replay record ask advise attack compare draw congestion crosscheck coalesce reproduce cost build \
  sweep report list; do
  option=$("$superwarp" "$command" --help-all | sed -n 's/^  \(--[a-z-]*[a-z]\) .*/\1/p' | tail -1)
  refused "'${option}q' is not expected here, did you mean '$option'" "$command" "${option}q"
done
refused "'--lateny=3' is not expected here, did you mean '--latency'" "${contiguous[@]}" --lateny=3
refused "workload 'hmm-su', did you mean 'hmm-sum'" run --workload hmm-su --size 64 --machine hmm
hierarchical=(run --workload hmm-sum --size 64 --machine hmm "${model[@]}")
refused '--threads 96: expected a multiple of multiprocessors [*] super warp [*] width = 128' "${hierarchical[@]}" \
  --threads 96
refused '--waves: a waveform is of one memory' run --workload hmm-sum --size 64 --machine hmm --waves hmm.fst
refused '--shared: the umm is one memory' "${contiguous[@]}" --machine umm --shared dmm
refused 'it has no taps to choose' "${hierarchical[@]}" --taps 3
refused 'hierarchy.trace:5: an access to global memory, expected R or W for the dmm, which is one memory; the hmm has' \
  replay "$hierarchy"
refused 'hierarchy.trace:8: warp 3 accesses shared memory where warp 2 of its super warp .line 7. does global' \
  replay "$hierarchy" --machine hmm --multiprocessors 2 --shared sdmm --super-warp 2
refused 'hierarchy.trace:5: an access to global memory, expected R or W for the dmm, which is one memory' \
  congestion --width 4 --pattern "trace:$hierarchy"
refused "mapping xor-fold: it works on the bits" "${contiguous[@]}" --banks 31 --mapping pad --regions 2::xor-fold
refused "--regions 2:0[+]1: a table gives its regions their rows" "${contiguous[@]}" --mapping h3 --regions 2:0+1 \
  --region-rows 2
refused "unknown kind 'workloads', did you mean 'workload'" list workloads

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
done
refused '--blocks 64: 64 blocks of 33554464 words: expected at most 2147483648 words together' \
  run --workload contiguous --size 33554433 --blocks 64 "${model[@]}"
refused '--blocks 64: 64 blocks of 262176 threads: expected at most 16777216 threads together' \
  "${contiguous[@]}" --threads 262176 --blocks 64
refused '--rows 11: the largest address is 47, which needs 12 rows' replay "$fig4" --blocks 2 --rows 11 "${model[@]}"
refused "'--resident' is not expected here" "${contiguous[@]}" --resident 2
refused '--blocks.*give an option once' replay "$fig4" --blocks 2 --resident 2 "${model[@]}"
refused "unknown order 'lrr'" "${contiguous[@]}" --schedule async --issue 1 --order lrr
refused '--places: nothing is issued, expected --issue N too' "${contiguous[@]}" --places 2
refused '--wait word: the hierarchical machine has none, expected a machine of one memory' "${contiguous[@]}" \
  --machine hmm --schedule async --issue 1 --wait word
refused '--engine closed: there is no closed form' run --workload sum --size 64 --threads 64 --blocks 2 \
  --schedule async --engine closed
for width in 0 131072; do refused "--width $width: expected" "${contiguous[@]}" --width $width; done
for banks in 0 131072 x; do refused "--banks[: ]*.*$banks" "${contiguous[@]}" --banks $banks; done
for threads in 0 33 4294967296; do
  refused "--threads $threads: expected a multiple of .* = 32.*nearest is" "${contiguous[@]}" --threads $threads
done
for command in run compare advise draw; do refused 'size 0: ' $command --workload contiguous --size 0; done
for work in contiguous:2147483648 row-major:18446744073709551615 row-major:46341; do
  refused "size ${work#*:} is too large" run --workload ${work%:*} --size ${work#*:} "${model[@]}"
done
for s in 0 17; do refused "--super-warp $s: expected" "${contiguous[@]}" --machine sdmm --super-warp $s; done

# Options of RPUs: only on machines that have the RPU, and only those of that RPU.
for machine in dmm:stream umm:crossbar gt200:stream; do
  refused "--rpu ${machine#*:}: the ${machine%:*} has no choice of RPUs; sdmm, rsdmm have" \
    "${contiguous[@]}" --machine ${machine%:*} --rpu ${machine#*:}
done
refused '--rpu batch: the summ has no choice of RPUs; sdmm, rsdmm have' \
  "${contiguous[@]}" --machine summ --super-warp 2 --rpu batch
for rpu in stream pipelined crossbar; do
  overlapping=("${contiguous[@]}" --machine sdmm --rpu "$rpu")
  refused "--super-warp: the RPU $rpu takes single warps" "${overlapping[@]}" --super-warp 1
  for depth in 0 17; do
    refused "--depth $depth: expected a number from 1 to 16" "${overlapping[@]}" --depth $depth
  done
  if [[ $rpu == crossbar ]]; then
    refused "unknown priority 'turn'.* There are: round-robin, fixed" "${overlapping[@]}" --priority turn
  else
    for k in 0 5; do refused "--passes $k: expected a number from 1 to 4" "${overlapping[@]}" --passes $k; done
    refused "unknown priority 'fixed'.* There are: fullest, turn" "${overlapping[@]}" --priority fixed
  fi
  refused '--engine closed: there is no closed form' run --workload contiguous --size 64 --machine sdmm --rpu $rpu \
    --engine closed
done
small=("${contiguous[@]}" --machine sdmm --rpu pipelined)
refused '--queue 8: a lane has at most 16 places, expected --depth 8 or less' "${small[@]}" --depth 9 --queue 8
refused "unknown later 'newest'.* There are: oldest, alone, youngest" "${small[@]}" --later newest
refused '--bank-words 2: the RPU pipelined chooses one word of a bank in a time unit, expected --rpu batch' \
  "${contiguous[@]}" --machine sdmm --rpu pipelined --bank-words 2
refused '--bank-words 2: expected 2 banks or more' "${contiguous[@]}" --width 1 --bank-words 2
refused '--route 74: expected a number from 0 to 73' "${contiguous[@]}" --route 74
refused '--route 21: the network of 32 lanes and 32 banks has 20 levels, expected 0 to 20' "${contiguous[@]}" --route 21
refused '--route 2: the network has 32 ways for 32 lanes, expected banks a power of two up to that' "${contiguous[@]}" \
  --route 2 --banks 31
refused '--route: the RPU stream has none, expected --rpu batch' "${contiguous[@]}" --machine sdmm --rpu stream \
  --route 1
serial=("${contiguous[@]}" --machine sdmm --rpu serial)
for k in 0 3; do refused "--intake $k: expected a number from 1 to 2" "${serial[@]}" --super-warp 2 --intake $k; done
refused '--intake: the RPU batch has none, expected --rpu serial too' "${contiguous[@]}" --machine rsdmm --intake 2
refused '--depth: the RPU serial has none, expected --rpu stream' "${serial[@]}" --super-warp 2 --depth 2
for option in depth:3:' or crossbar' priority:turn:' or crossbar' passes:3:; do
  IFS=: read -r name value more <<<"$option"
  refused "--$name: the RPU batch has none, expected --rpu stream or pipelined$more too" "${contiguous[@]}" \
    --machine rsdmm "--$name" "$value"
done
refused '--rows 99999999999: expected at most' "${contiguous[@]}" --rows 99999999999
refused '--write-percent' run --workload random --size 64 --write-percent 4294967297 "${model[@]}"
refused '--shallow = foo: expected true or false' "${contiguous[@]}" --shallow=foo

# Options without an effect are refused.
refused '--rounds 18446744073709551615: expected 1 to 2.40' congestion --rounds 18446744073709551615
refused '--engine.*give an option once' "${contiguous[@]}" --engine rtl
refused 'the nearest is 16777216' "${contiguous[@]}" --threads 18446744073709551615

# Engines and pictures that do not exist for a machine.
refused '--engine rtl: width 256' run --workload contiguous --size 64 --width 256 --engine rtl
refused "--engine closed: there is no closed form of this: asynchronously, a multiprocessor's turn" \
  run --workload hmm-sum --size 64 --machine hmm --engine closed --schedule async
refused '--engine closed: there is no closed form of this: under the mapping random-shift' \
  run --workload hmm-permutation --size 64 --machine hmm --shared rsdmm --engine closed
refused '--super-warp: the gt200 has no super warps' "${contiguous[@]}" --machine gt200 --super-warp 2
refused '--waves: waveforms come from the RTL' run --workload contiguous --size 64 --mapping prime --waves a.fst

# Attacks that make no sense.
for rows in 0 16385; do refused "--learn $rows: expected a number from 1 to 16384" attack --learn $rows; done
for option in '--keys 3' '--noise 3' '--engine rtl,model'; do
  read -ra words <<<"$option"
  refused "${words[0]}: --learn runs no attack; leave it out" attack --learn 4 "${words[@]}"
done
refused 'expected a machine, and --times has none' attack --learn 8 --times data/side-channel/h100.jsonl

# RTL that is too small or not there.
refused 'more than the RTL engine takes' run --workload contiguous --size 64 --rows 8388608
refused '/nope: no such folder of SystemVerilog' replay "$fig4" --rtl /nope
mkdir -p "$traces/empty"
refused 'empty: no SystemVerilog in this folder' replay "$fig4" --rtl "$traces/empty"

# Cells of `congestion`.
refused '--mapping h3: .* power of two of banks .*not 12' congestion --mapping h3 --width 12 \
  --pattern "trace:$examples/fig4.trace"
refused "--pattern 'stride:99999999999': expected a number below 10.10" congestion --pattern stride:99999999999
printf '# superwarp-trace 1\n0 0 R - - - -\n' >"$traces/idle.trace"
refused 'idle.trace: requests nothing, expected a thread that is active' \
  congestion --width 4 --super-warp 1 --rounds 100 --pattern "trace:$traces/idle.trace"
# A size with which nothing is requested has no time.
for workload in sum prefix-sums-simple prefix-sums-optimal transpose-straightforward; do
  refused "workload $workload: with size 1 it accesses nothing, expected a larger size" \
    run --workload "$workload" --size 1 --engine model
done
verdict bad_options
