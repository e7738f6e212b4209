#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bad_options.sh SUPERWARP SCRATCH_DIR: bad options, numbers and names are refused quickly with status 2 and a helpful
# message, and no file changes (see refusals.sh).
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
refused "--on 'rsdm': unknown machine 'rsdm', did you mean 'rsdmm'" "${comparing[@]}" --on rsdm
refused "--on 'rsdmm --dept 3': '--dept' is not expected here, did you mean '--depth'" "${comparing[@]}" \
  --on 'rsdmm --dept 3'
refused "--on 'rsdmm --super-warp -3': .*'-3', expected a whole number" "${comparing[@]}" --on 'rsdmm --super-warp -3'
refused "--on 'sdmm': .*expected --super-warp S too" "${comparing[@]}" --on sdmm
refused "--on 'dmm': --latency 0: expected a number from 1" "${comparing[@]}" --latency 0
refused "--on 'dmm --waves x': '--waves' is not expected here" "${comparing[@]}" --on 'dmm --waves x'
refused "--on 'rsdmm --seed 3': '--seed' is not expected here" "${comparing[@]}" --on 'rsdmm --seed 3'
refused "--on 'dmm --help': '--help' is not expected here" "${comparing[@]}" --on 'dmm --help'
refused "--on 'sdmm --super-warp': --super-warp: expected a value" "${comparing[@]}" --on 'sdmm --super-warp'
refused "--on '  ': --machine: expected a value" "${comparing[@]}" --on '  '
refused "--on 'dmm --width 4 --width 8': --width: .*give an option once" "${comparing[@]}" \
  --on 'dmm --width 4 --width 8'
refused '--keys 0: expected a number from 1 to 1000' "${comparing[@]}" --keys 0
refused '--engine: closed forms are not compared' "${comparing[@]}" --engine closed
refused 'compare: expected a trace file, or --workload' compare --on dmm
refused 'compare: give a trace or --workload with its options, not both' compare "$fig4" --size 32

# Unknown names: the message suggests the nearest one. It does so for an option of any command, and where the misspelt
# option is one that must be given.
refused "'--wokload' is not expected here, did you mean '--workload'" run --wokload contiguous --size 64
refused "'--sise' is not expected here, did you mean '--size'" run --workload contiguous --sise 64
refused "'--sumary' is not expected here, did you mean '--summary'" crosscheck --sumary
refused "'--lateny' is not expected here, did you mean '--latency'" "${contiguous[@]}" --seed x --lateny 3
for command in run replay record ask advise attack compare draw congestion crosscheck coalesce reproduce cost build \
  sweep report list; do
  option=$("$superwarp" "$command" --help-all | sed -n 's/^  \(--[a-z-]*[a-z]\) .*/\1/p' | tail -1)
  refused "'${option}q' is not expected here, did you mean '$option'" "$command" "${option}q"
done
refused "'rnu' is not expected here, did you mean 'run'" rnu
refused "'rpelay' is not expected here, did you mean 'replay'" rpelay "$fig4" --latency 3
refused "'--lateny=3' is not expected here, did you mean '--latency'" "${contiguous[@]}" --lateny=3
refused "'extra' is not expected here" "${contiguous[@]}" extra
refused "unknown workload 'contigous', did you mean 'contiguous'" run --workload contigous --size 64
refused "unknown workload 'verilog'[.] There are: " run --workload verilog --size 64
refused "workload hmm-sum: .* expected --machine hmm" run --workload hmm-sum --size 64 "${model[@]}"
refused "workload contiguous: it has one memory; .*several multiprocessors: hmm-sum, " "${contiguous[@]}" --machine hmm
refused "workload 'hmm-su', did you mean 'hmm-sum'" run --workload hmm-su --size 64 --machine hmm
hierarchical=(run --workload hmm-sum --size 64 --machine hmm "${model[@]}")
refused '--multiprocessors 65: expected a number from 1 to 64' "${hierarchical[@]}" --multiprocessors 65
refused '--shared-latency 0: expected a number from 1 to' "${hierarchical[@]}" --shared-latency 0
refused "unknown shared memory 'dmn', did you mean 'dmm'" "${hierarchical[@]}" --shared dmn
refused '--blocks 2: a multiprocessor of the hmm holds one block' "${hierarchical[@]}" --blocks 2
refused '--threads 96: expected a multiple of multiprocessors [*] super warp [*] width = 128' "${hierarchical[@]}" \
  --threads 96
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
refused 'hierarchy.trace:5: an access to global memory, expected R or W for the dmm, which is one memory' \
  congestion --width 4 --pattern "trace:$hierarchy"
refused "unknown machine 'dmn', did you mean 'dmm'" "${contiguous[@]}" --machine dmn
refused '--machine stream: stream is an RPU; use --machine rsdmm --rpu stream .sdmm, rsdmm have' "${contiguous[@]}" \
  --machine stream
refused "--on 'crossbar': --machine crossbar: crossbar is an RPU" "${comparing[@]}" --on crossbar
refused '--markdown, --csv, --svg: expected a .traceg' replay "$hierarchy" --machine hmm --svg none.svg
refused '--gpu ampere: its waves have 32 lanes, the warps of this trace 4' replay "$hierarchy" --gpu ampere
refused '--gpu: expected a trace; a workload' "${comparing[@]}" --gpu ampere
refused "unknown order 'tme', did you mean 'time'" replay "$examples/tiles.traceg" --sort tme
refused '--sort: expected a .traceg' replay "$examples/fig4.trace" --sort time
refused '--sort time: expected a machine of one memory' replay "$examples/tiles.traceg" --sort time --machine hmm \
  --multiprocessors 2
refused "access 1, column 16: '=' marks a plain store, not atomic" ask 'atomic h[lane] =' --tile 'int h[32]'
refused '--gpu: expected a trace; a workload' draw --workload contiguous --size 64 --gpu ampere
refused "unknown rpu 'steam', did you mean 'stream'.* There are: batch, serial, stream, pipelined, crossbar" \
  "${contiguous[@]}" --machine sdmm --rpu steam
refused "unknown priority 'fulest', did you mean 'fullest'.* There are: fullest, turn" \
  "${contiguous[@]}" --machine sdmm --rpu stream --priority fulest
refused "'--zzz' is not expected here[.] See 'superwarp run --help'" "${contiguous[@]}" --zzz
refused "unknown mapping 'random-shft', did you mean 'random-shift'" "${contiguous[@]}" --mapping random-shft
refused 'advise: expected a trace or recording, or --workload' advise
refused 'advise: give a trace or --workload with its options, not both' advise "$fig4" --size 32
refused 'the mapping identity is the same on and off' advise "$fig4" --mapping identity
refused '--mapping h3: a slot of the umm serves a whole row' advise "$fig4" --machine umm
refused '--blocks 2: a block.s memory is laid out once, expected 1' advise "$fig4" --blocks 2
refused '--keys 0: expected a number from 1 to 1000' advise "$fig4" --keys 0
refused "--regions 3: expected a number of regions, a power of two" "${contiguous[@]}" --mapping h3 --regions 3
refused "--regions 8:8: '8' is no region, expected 0 to 7" "${contiguous[@]}" --mapping h3 --regions 8:8
refused "--regions 8: the mapping identity is the same on and off, expected --mapping too" "${contiguous[@]}" \
  --regions 8
refused "--regions 2::h3: the mapping h3 cannot serve regions that are off" "${contiguous[@]}" --mapping pad \
  --regions 2::h3
refused "--regions 2::: expected a mapping for regions that are off" "${contiguous[@]}" --mapping h3 --regions 2::
refused "mapping xor-fold: it works on the bits" "${contiguous[@]}" --banks 31 --mapping pad --regions 2::xor-fold
refused "--regions 2: the mapping prime moves words to other rows" "${contiguous[@]}" --mapping prime --regions 2
refused "--regions 2:0[+]4,x: 'x' is no region, expected FIRST[+]ROWS" "${contiguous[@]}" --mapping h3 --regions 2:0+4,x
refused "--regions 2:1000[+]1: 1000[+]1 is no part of a memory of 2 rows, expected rows from 0 to 1" \
  "${contiguous[@]}" --mapping h3 --regions 2:1000+1
refused "--regions 8:0[+]99: .* memory of 6 rows, expected rows from 0 to 5" replay "$fig4" --mapping h3 \
  --regions 8:0+99 "${model[@]}"
refused "--regions 2:0[+]1: a table gives its regions their rows" "${contiguous[@]}" --mapping h3 --regions 2:0+1 \
  --region-rows 2
refused "--regions: expected a number of equal regions, found a table" advise --workload contiguous --size 64 \
  --regions 2:0+1
refused "--region-rows 4: expected --regions too" "${contiguous[@]}" --mapping h3 --region-rows 4
refused "--region-rows 3: expected a power of two" "${contiguous[@]}" --mapping h3 --regions 2 --region-rows 3
refused "unknown engine 'modle', did you mean 'model'" run --workload contiguous --size 64 --engine rtl,modle
for engines in ',' ',model' 'model,'; do
  refused "unknown engine ''" run --workload contiguous --size 64 --engine "$engines"
done
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
refused '--issue: in the rounds schedule .* expected --schedule async' "${contiguous[@]}" --issue 2
refused '--issue 17: expected a number from 1 to 16' "${contiguous[@]}" --schedule async --issue 17
refused '--order: nothing is issued, expected --issue N too' "${contiguous[@]}" --order oldest
refused "unknown order 'lrr'" "${contiguous[@]}" --schedule async --issue 1 --order lrr
refused '--places: nothing is issued, expected --issue N too' "${contiguous[@]}" --places 2
refused '--places 1025: expected a number from 0 to 1024' "${contiguous[@]}" --schedule async --issue 1 --places 1025
refused '--wait word: the hierarchical machine has none, expected a machine of one memory' "${contiguous[@]}" \
  --machine hmm --schedule async --issue 1 --wait word
refused '--engine closed: there is no closed form' run --workload sum --size 64 --threads 64 --blocks 2 \
  --schedule async --engine closed
for width in 0 131072; do refused "--width $width: expected" "${contiguous[@]}" --width $width; done
for banks in 0 131072 x; do refused "--banks[: ]*.*$banks" "${contiguous[@]}" --banks $banks; done
refused '--banks 17: a memory of the hmm has as many banks' run --machine hmm --workload hmm-sum --size 64 --banks 17
refused '--mapping xor-fold: .* power of two of banks .*not 12; identity, pad, .*random-shift, rap have any' \
  "${contiguous[@]}" --mapping xor-fold --banks 12
refused '129 banks are more than the RTL.s 128; use --engine model' run --workload contiguous --size 64 --banks 129 \
  --engine rtl
for latency in 0 1025; do
  refused "--latency $latency: expected a number from 1 to 1024" "${contiguous[@]}" --latency $latency
done
for threads in 0 33 4294967296; do
  refused "--threads $threads: expected a multiple of .* = 32.*nearest is" "${contiguous[@]}" --threads $threads
done
refused '--threads 100: expected a multiple of .* = 96.*nearest is 96' \
  "${contiguous[@]}" --machine sdmm --super-warp 3 --threads 100
for command in run compare advise draw; do refused 'size 0: ' $command --workload contiguous --size 0; done
for work in contiguous:2147483648 row-major:18446744073709551615 row-major:46341; do
  refused "size ${work#*:} is too large" run --workload ${work%:*} --size ${work#*:} "${model[@]}"
done
refused '--super-warp: the dmm has no super warps; sdmm, rsdmm, summ have' "${contiguous[@]}" --super-warp 3
for machine in sdmm:dmm summ:umm; do
  refused "--machine ${machine%:*}: expected --super-warp S too, .* 1 to 16; with 1 it is the ${machine#*:}" \
    "${contiguous[@]}" --machine "${machine%:*}"
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
    refused '--passes: the RPU crossbar has none, expected --rpu stream or pipelined$' "${overlapping[@]}" --passes 3
    refused "unknown priority 'turn'.* There are: round-robin, fixed" "${overlapping[@]}" --priority turn
  else
    for k in 0 5; do refused "--passes $k: expected a number from 1 to 4" "${overlapping[@]}" --passes $k; done
    refused "unknown priority 'fixed'.* There are: fullest, turn" "${overlapping[@]}" --priority fixed
  fi
  refused '--engine closed: there is no closed form' run --workload contiguous --size 64 --machine sdmm --rpu $rpu \
    --engine closed
done
small=("${contiguous[@]}" --machine sdmm --rpu pipelined)
refused '--queue 9: expected a number from 0 to 8' "${small[@]}" --queue 9
refused '--queue 8: a lane has at most 16 places, expected --depth 8 or less' "${small[@]}" --depth 9 --queue 8
refused '--store 17: expected a number from 0 to 16' "${small[@]}" --store 17
refused "unknown later 'newest'.* There are: oldest, alone, youngest" "${small[@]}" --later newest
refused '--store: the RPU stream has none, expected --rpu pipelined$' "${contiguous[@]}" --machine sdmm --rpu stream \
  --store 4
refused '--ports 3: expected a number from 1 to 2' "${contiguous[@]}" --ports 3
refused '--ports 2: the RPU stream chooses one word of a bank in a time unit, expected --rpu batch' "${contiguous[@]}" \
  --machine sdmm --rpu stream --ports 2
refused '--ports 2: the network takes one word to each bank, expected --route 0' "${contiguous[@]}" --route 2 --ports 2
refused '--ports 2: a slot of the gt200 broadcasts one word, expected a machine that serves words or rows' \
  "${contiguous[@]}" --machine gt200 --ports 2
refused '--bank-words 3: expected a number from 1 to 2' "${contiguous[@]}" --bank-words 3
refused '--bank-words 2: the RPU pipelined chooses one word of a bank in a time unit, expected --rpu batch' \
  "${contiguous[@]}" --machine sdmm --rpu pipelined --bank-words 2
refused "--bank-words 2: the mapping h3 moves single words, which would separate the words of a bank, \
expected --mapping identity" "${contiguous[@]}" --mapping h3 --bank-words 2
refused '--bank-words 2: expected 2 banks or more' "${contiguous[@]}" --width 1 --bank-words 2
refused '--ports 2: an attack predicts banks with one port only, expected 1' attack --ports 2
refused '--energy: the energy of an SRAM access is known for one port only, expected --ports 1, not 2' cost --width 4 \
  --ports 2 --energy
refused "draw: --style pipeline shows one access of a bank in a time unit, with --ports 2 there are more; \
use --style heat" draw --workload contiguous --size 64 --width 8 --ports 2 --style pipeline
refused '--route 74: expected a number from 0 to 73' "${contiguous[@]}" --route 74
refused '--route 21: the network of 32 lanes and 32 banks has 20 levels, expected 0 to 20' "${contiguous[@]}" --route 21
refused '--route 7: a slot reaches the banks in stage 8 at the earliest, expected --latency 8 or more' \
  "${contiguous[@]}" --route 7
refused '--route 2: the network has 32 ways for 32 lanes, expected banks a power of two up to that' "${contiguous[@]}" \
  --route 2 --banks 31
refused '--route: the RPU stream has none, expected --rpu batch' "${contiguous[@]}" --machine sdmm --rpu stream \
  --route 1
serial=("${contiguous[@]}" --machine sdmm --rpu serial)
refused '--rpu serial: it packs super warps of 2 to 16 warps, expected --super-warp S' "${serial[@]}"
refused '--rpu serial: it packs super warps of 2 to 16 warps, expected --super-warp S' "${serial[@]}" --super-warp 1
for k in 0 3; do refused "--intake $k: expected a number from 1 to 2" "${serial[@]}" --super-warp 2 --intake $k; done
refused '--intake: the RPU batch has none, expected --rpu serial too' "${contiguous[@]}" --machine rsdmm --intake 2
refused '--depth: the RPU serial has none, expected --rpu stream' "${serial[@]}" --super-warp 2 --depth 2
for option in depth:3:' or crossbar' priority:turn:' or crossbar' passes:3:; do
  IFS=: read -r name value more <<<"$option"
  refused "--$name: the RPU batch has none, expected --rpu stream or pipelined$more too" "${contiguous[@]}" \
    --machine rsdmm "--$name" "$value"
done
refused "draw: --style pipeline needs slots of one dispatch each, with --rpu crossbar they have several; \
use --style heat" draw --workload contiguous --size 64 --machine sdmm --rpu crossbar --style pipeline
refused '--machine sdmm: expected --super-warp S too' "${contiguous[@]}" --machine sdmm --rpu batch
refused '--rows 1: the largest address is 63, which needs 2 rows' "${contiguous[@]}" --rows 1
refused '--rows 99999999999: expected at most' "${contiguous[@]}" --rows 99999999999
refused '--write-percent 101: expected a number from 0 to 100' run --workload random --size 64 --write-percent 101 \
  "${model[@]}"
refused '--write-percent' run --workload random --size 64 --write-percent 4294967297 "${model[@]}"
refused 'no writes' "${contiguous[@]}" --write-percent 5
refused '--seconds = 99999999999: expected a smaller number' record x.cu --seconds 99999999999
refused "--noise: 'x', expected a number" attack --noise x
refused "--limit: 'x', expected a number" check "$examples/transpose.traceg" --limit x
refused "--tolerance: '1x', expected a number" check "$examples/transpose.traceg" --tolerance 1x
refused "--wire-ff: 'x', expected a number" cost --wires --wire-ff x
refused '--shallow = foo: expected true or false' "${contiguous[@]}" --shallow=foo
refused '--size: expected a value' run --workload contiguous --size

# Options without an effect are refused.
refused '--bytes: the elements of a tile have their own bytes; leave it out' ask 'tile[lane][0]' \
  --tile 'float tile[32][32]' --bytes 3
refused '--block-index 3: expected a block of the grid of 2x1x1' ask 'lane*4' --grid 2 --block-index 3
for option in '--threads 7' '--permutation random'; do
  read -ra words <<<"$option"
  refused '--permutation need --workload; a trace has its own accesses' draw "$fig4" "${words[@]}"
done
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
refused "error: --size: '18446744073709551616', expected a whole number" run --workload contiguous \
  --size 18446744073709551616
refused 'the nearest is 16777216' "${contiguous[@]}" --threads 18446744073709551615
refused 'kernel-bitonic-sort: size 3 is not a power of two' run --workload kernel-bitonic-sort --size 3 "${model[@]}"

# Engines and pictures that do not exist for a machine.
refused '--engine rtl: there is no RTL of the mapping prime' \
  run --workload contiguous --size 64 --mapping prime --engine rtl
refused '--engine rtl: width 256' run --workload contiguous --size 64 --width 256 --engine rtl
refused '--engine closed: there is no closed form of this: there is no formula of random' run --workload random \
  --size 64 --engine closed
refused "--engine closed: there is no closed form of this: asynchronously, a multiprocessor's turn" \
  run --workload hmm-sum --size 64 --machine hmm --engine closed --schedule async
refused '--engine closed: there is no closed form of this: under the mapping random-shift' \
  run --workload hmm-permutation --size 64 --machine hmm --shared rsdmm --engine closed
refused '--super-warp: the gt200 has no super warps' "${contiguous[@]}" --machine gt200 --super-warp 2
refused '--mapping pad: a slot of the umm' "${contiguous[@]}" --machine umm --mapping pad
refused '--waves: waveforms come from the RTL' "${contiguous[@]}" --waves a.fst
refused '--waves: waveforms come from the RTL' run --workload contiguous --size 64 --mapping prime --waves a.fst
refused 'pictures come from the RTL' draw "$fig4" --mapping prime

# Costs: refused before the tools are needed.
refused '--wires: the library osu035 does not state what wires are like, expected --library osu018' cost \
  --wires --library osu035
refused '--netlist -: expected the name of a file' cost --netlist -
refused '--rows 3: expected a power of two' cost --rows 3
refused '--data-bits 3: expected an even number' cost --data-bits 3
refused '--width 256: expected a number from 1 to 128' cost --width 256
refused '--banks 256: expected a number from 1 to 128' cost --banks 256
refused "library 'osu08'.*did you mean 'osu018'" cost --library osu08
refused '--mapping prime: there is no hardware of it' cost --machine sdmm --super-warp 1 --mapping prime
refused '--limit 0: expected' cost --limit 0
refused '--sram-tables: expected --mapping random-shift, random-xor or rap' cost --sram-tables
refused '--sram-tables: .*this is random-shift, .*pipelined' cost --machine rsdmm --rpu pipelined --sram-tables
refused '--sram-tables --flat: expected one of them' cost --machine rsdmm --sram-tables --flat

refused 'there is no RTL of the mapping prime' build --machine dmm --mapping prime
refused '--rows 0: expected a number from 1 to' build --rows 0

# Attacks that make no sense.
refused '--keys 0: expected a number from 1 to 1000' attack --keys 0
refused '--launches 8: expected a number from 16 to 4194304' attack --launches 8
refused "unknown --part 'first'" attack --part first
refused "did you mean 'identity'" attack --attacker identiti
for rows in 0 16385; do refused "--learn $rows: expected a number from 1 to 16384" attack --learn $rows; done
for option in '--keys 3' '--noise 3' '--engine rtl,model'; do
  read -ra words <<<"$option"
  refused "${words[0]}: --learn runs no attack; leave it out" attack --learn 4 "${words[@]}"
done
refused '--rekey launch: the mapping identity has no key, expected --mapping random-shift' attack --rekey launch \
  --attacker words
refused 'the attack is on dmm' attack --machine umm --learn 8
refused 'expected a machine, and --times has none' attack --learn 8 --times data/side-channel/h100.jsonl
refused '--blocks 0: expected a number from 1 to 16' attack --blocks 0
refused '--neighbours 17: expected a number from 0 to 16' attack --neighbours 17
refused '--noise nan: expected a number from 0' attack --noise nan
refused 'none.jsonl: cannot be opened' attack --times none.jsonl
refused 'a key that is drawn for every launch is not known' attack --machine rsdmm --rekey launch
refused 'the attack is on dmm, sdmm and rsdmm' attack --machine umm
refused '3 warps are no multiple' attack --machine sdmm --super-warp 2 --warps 3
printf '{"part":"last"}\n' >aes.jsonl
refused 'aes.jsonl:1: ' attack --times aes.jsonl
refused 'no times' attack --times /dev/null

# Impossible accesses of the coalescer.
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

# Cells of `congestion`.
refused "unknown engine 'exakt', did you mean 'exact'" congestion --engine exakt
refused 'width' congestion --width 0 --rounds 10
refused 'width' congestion --width 16,x --rounds 10
refused 'super-warp' congestion --super-warp 17 --width 16 --rounds 10
refused "unknown mapping 'rsp', did you mean 'rap'" congestion --mapping rsp
refused '--mapping xor-swizzle: .* power of two of banks .*not 12' congestion --mapping xor-swizzle --width 12 \
  --size 1200
refused '--mapping h3: .* power of two of banks .*not 12' congestion --mapping h3 --width 12 \
  --pattern "trace:$examples/fig4.trace"
refused "--size '9999999999999': expected numbers below 10.12" congestion --size 9999999999999
refused "--width '1..0': expected the smaller number first" congestion --width 1..0
refused "--width '1..999999': expected at most 100000 numbers" congestion --width 1..999999
refused "--pattern 'stride:0': expected a step from 1 on" congestion --pattern stride:0
refused "--pattern 'stride:99999999999': expected a number below 10.10" congestion --pattern stride:99999999999
printf '# superwarp-trace 1\n0 0 R - - - -\n' >"$traces/idle.trace"
refused 'idle.trace: requests nothing, expected a thread that is active' \
  congestion --width 4 --super-warp 1 --rounds 100 --pattern "trace:$traces/idle.trace"
refused '--rounds' congestion --rounds 0
refused '--jobs' congestion --jobs 0
# A size with which nothing is requested has no time.
for workload in sum prefix-sums-simple prefix-sums-optimal transpose-straightforward; do
  refused "workload $workload: with size 1 it accesses nothing, expected a larger size" \
    run --workload "$workload" --size 1 --engine model
done
verdict bad_options
