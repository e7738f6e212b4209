#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# good_usage.sh SUPERWARP SCRATCH_DIR: the promises of docs/spec/command-line.md, tested from outside.
set -Eeuo pipefail
# shellcheck source=tests/cli/promises.sh
source "$(dirname "$0")/promises.sh" "$@"

# Help of the program and of each command, with an example that works as it stands.
[[ $("$superwarp" --help) == *'Example:'*'superwarp run '* ]]
[[ $("$superwarp" --version) =~ ^superwarp\ [0-9]+\.[0-9]+\.[0-9]+\ \([0-9a-f]+|unknown ]]
commands=$("$superwarp" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
for command in run replay ask attack compare draw congestion crosscheck coalesce build list; do
  [[ $commands == *"$command"* ]]
done
for command in $commands; do
  help=$("$superwarp" "$command" --help)
  [[ $help == *Example*"superwarp $command"* ]] || fails "'$command --help' has no example"
done
# --help-all shows every option, --help leaves out the rare ones.
shown() { "$superwarp" "$@" | sed -n 's/^ *\(--[a-z-]*\) .*/\1/p' | sort; }
for command in run draw; do
  [[ $(comm -13 <(shown $command --help) <(shown $command --help-all)) == *--rows*--shallow* ]]
  [[ -z $(comm -23 <(shown $command --help) <(shown $command --help-all)) ]]
done
# The default configuration of every example is small enough to run here.
for command in run replay check ask attack compare draw crosscheck coalesce build list; do
  example=$("$superwarp" "$command" --help | sed -n "s/^ *superwarp \($command .*\)/\1/p" | head -1)
  words=()
  eval "words=($example)"  # it may have quotes
  (cd "$here/../.." && "$superwarp" "${words[@]//fig4.svg/"$OLDPWD/fig4.svg"}") >stdout 2>stderr || fails "$example"
done

# A file of shifts. tests/promises has the papers' worked examples, tests/bench has them on the RTL.
printf '0 0\n0, 2 1,0\n' >shifts
result replay "$examples/fig4.trace" --machine rsdmm --super-warp 3 --shifts shifts
check run result.json 'machine.shifts=[0,0,0,2,1,0]' 'machine.mapping="random-shift"' time_units.rtl=10 agree=true

# The model has wider machines than a line of a trace has addresses.
for trace in fig4.trace transpose.traceg; do
  result replay "$examples/$trace" --width 256
  check run result.json machine.width=256 time_units.rtl=null
done
prints '^  dmm --width 256 +3 ' compare "$examples/fig4.trace" --on dmm --on 'dmm --width 256'

# Shifts may come from an endless file; the program reads one per row of memory.
result replay "$examples/fig4.trace" --machine rsdmm --super-warp 3 --shifts <(yes 1)
check run result.json 'machine.shifts=[1,1,1,1,1,1]'

# Several blocks: the data of all blocks, pictures and waveforms.
printf '%s\n' '# superwarp-trace 1' '0 0 R 0 1' '0 1 R 0 2' barrier '1 0 R 2 3' >blocks.trace
"$superwarp" run --workload sum --size 16 --width 4 --threads 8 --blocks 3 --json result.json >stdout 2>stderr
check run result.json workload.blocks=3 workload.threads=24 data.words_checked=3 data.words_wrong=0
python3 -c 'import json; t = json.load(open("result.json"))["time_units"]
assert t["rtl"] == t["model"] == t["closed"] > 0'
for machine in dmm 'rsdmm --rpu stream'; do  # by time where warps overlap: the padded load is the second, not the last
  # shellcheck disable=SC2086  # options
  "$superwarp" replay "$examples/transpose.traceg" --engine model --machine $machine --sort time \
    --json sorted.json >stdout
  python3 - <<'END'
import json
rows = json.load(open("sorted.json"))["instructions"]
times = [row["machines"]["rsdmm stream"]["mean_time"] * row["executions"] for row in rows]
assert times == sorted(times, reverse=True) and len(times) == 4, times
END
  sed -n '/ PC /,/total/p' stdout | awk '$1 ~ /^[0-9a-f]+$/ {print $1}' | head -2 | paste -s | grep -qx "60	b0"
done
prints 'time unit 9 of 11' draw blocks.trace --latency 3 --blocks 2 --schedule async --at 9
grep -q '^blocks.trace, 2 blocks$' stdout
prints "as volta has it" draw "$examples/transpose.traceg" --gpu volta --style heat
"$superwarp" draw --workload sum --size 16 --width 4 --threads 8 --blocks 2 --svg blocks.svg >/dev/null
grep -q 'sum of size 16, 2 blocks' blocks.svg
"$superwarp" replay blocks.trace --latency 3 --blocks 2 --schedule async --waves blocks.fst >/dev/null
(($(stat -c %s blocks.fst) > 1000))
"$superwarp" replay blocks.trace --engine model >stdout
if grep -q ' blocks, ' stdout; then fails 'the report of one block mentions several'; fi

# Files for other viewers have the same figures as the report of the run.
run=(--workload random --size 512 --width 8 --threads 64 --machine rsdmm --rpu stream --blocks 2)
"$superwarp" draw "${run[@]}" --kanata k.log --perfetto p.json --svg p.svg >stdout 2>stderr
[[ $(cat stdout) == $'p.svg\nk.log\np.json' ]]
result run "${run[@]}"
python3 - <<'END'
import json
run, events = json.load(open("result.json")), json.load(open("p.json"))["traceEvents"]
log = [line.rstrip("\n").split("\t") for line in open("k.log")]
served = sum(e["args"]["requests"] for e in events if e["ph"] == "C" and e["name"] == "served")
lanes = sum(len(e["args"]["lanes"]) for e in events if e["ph"] == "X" and e["pid"] == 1)
assert served == lanes == run["workload"]["requests"], (served, lanes)
assert log[0] == ["Kanata", "0004"]
assert sum(line[0] == "R" for line in log) == sum(line[0] == "I" for line in log) == run["workload"]["dispatches"]
assert sum(int(line[1]) for line in log if line[0] == "C") == run["time_units"]["rtl"] + 1
END
"$superwarp" draw "$examples/fig4.trace" --wavedrom - 2>stderr | python3 -c 'import json, sys
assert len(json.load(sys.stdin)["signal"][0]["wave"]) == 13'

# A comparison: the figures of `run` for each machine and key, means with intervals for five keys, every report.
on=(--on dmm --on 'rsdmm --super-warp 2' --on 'sdmm --rpu stream --latency 3')
transpose=(--workload transpose-naive --size 32 --width 8 --threads 64)
"$superwarp" compare "${transpose[@]}" "${on[@]}" --engine rtl,model --json compare.json --csv compare.csv \
  --svg compare.svg --markdown compare.md >stdout 2>stderr
check compare compare.json keys=5 seed=1 'engines="rtl,model"' agree=true 'machines.2.machine.latency=3'
result run "${transpose[@]}" --machine rsdmm --super-warp 2 --seed 3
check run result.json "time_units.rtl=$(python3 -c 'import json
print(json.load(open("compare.json"))["machines"][1]["time_units"][2])')"
[[ $(wc -l <compare.csv) == 16 && $(grep -c '^| ' compare.md) == 5 && $(grep -c ' --super-warp 2 ' stdout) == 1 ]]
grep -q 'times as fast as dmm' compare.svg
"$superwarp" compare "$examples/fig4.trace" --on dmm --on 'sdmm --super-warp 3' --keys 1 --json - >compare.json 2>stderr
check compare compare.json 'machines.0.time_units=[13]' 'machines.1.time_units=[12]'

# Every listed workload, permutation, machine and mapping runs, and the engines agree.
for workload in $("$superwarp" list workload | awk '{print $2}'); do
  size=8
  [[ $workload == permute-umm ]] && size=16  # its sizes are powers of w
  several=()
  [[ $workload != hmm-* ]] || several=(--machine hmm --multiprocessors 1)
  "$superwarp" run --workload "$workload" --size $size --width 4 --threads 16 "${several[@]}" --json "$workload.json" \
    >stdout 2>stderr
  grep -q 'agree *yes' stdout
  check run "$workload.json" "workload.name=\"$workload\"" workload.size=$size workload.threads=16 data.words_wrong=0
done
for permutation in $("$superwarp" list permutation | awk '{print $2}'); do
  result run --workload permute-conflict-free --permutation "$permutation" --size 16 --width 4 --threads 8
  check run result.json "workload.permutation=\"$permutation\"" congestion.total=16 congestion.max=1 \
    data.words_checked=16
done
printf '# a cycle\n1\n2\n3\n0\n' >cycle
result run --workload permute-straightforward --permutation cycle --size 4 --width 4 --threads 4
check run result.json 'workload.permutation="cycle"' data.words_checked=4
for machine in $("$superwarp" list machine | awk '{print $2}'); do
  [[ $machine != hmm ]] || continue  # it has other workloads
  packs=()
  [[ $machine != sdmm && $machine != summ ]] || packs=(--super-warp 2)
  result run --workload random "${small[@]}" --machine "$machine" "${packs[@]}"
  check run result.json "machine.name=\"$machine\"" "machine.super_warp=${packs[1]:-1}" compared=true
done
for mapping in $("$superwarp" list mapping | awk '{print $2}'); do
  result run --workload random "${small[@]}" --mapping "$mapping" --engine model
  check run result.json "machine.mapping=\"$mapping\"" time_units.rtl=null
done

# Several multiprocessors: the parameters of all memories, and the memory of each time unit.
"$superwarp" run --workload hmm-transpose-naive --size 8 --width 4 --threads 32 --machine hmm --multiprocessors 2 \
  --latency 9 --shared rsdmm --shared-latency 3 --schedule async --json result.json >stdout 2>stderr
check run result.json 'machine.name="hmm"' machine.latency=9 machine.multiprocessors=2 'machine.shared="rsdmm"' \
  machine.shared_latency=3 'machine.mapping="random-shift"' machine.global_rows=32 workload.blocks=1 \
  workload.threads=32 data.words_checked=96 data.words_wrong=0
grep -q 'on hmm of 2 multiprocessors with a rsdmm each (width 4, latency 9, shared latency 3, random-shift)' stdout
grep -q 'busy *global memory .* shared memories alone ' stdout
python3 - result.json <<'PYTHON'
import json, sys
run = json.load(open(sys.argv[1]))
assert sum(run["time_units_of"].values()) == run["time_units"]["rtl"], run["time_units_of"]
PYTHON
for one in async=7 rounds=9; do
  result replay "$examples/hierarchy.trace" --machine hmm --multiprocessors 2 --latency 3 --schedule "${one%=*}"
  check run result.json "time_units.rtl=${one#*=}" "time_units.model=${one#*=}" workload.threads=16 agree=true
done
# The issue stage: the worked example of docs/spec/issue.md.
result replay "$examples/issue.trace" --latency 2 --schedule async --issue 1
check run result.json time_units.rtl=19 time_units.model=19 machine.issue.sub_cores=1 'machine.issue.order="loose"' \
  warp_time.instructions=10 warp_time.issue=14 warp_time.shared=5 warp_time.latency=9 warp_time.barrier=9 \
  warp_time.ended=1
"$superwarp" replay "$examples/issue.trace" --latency 2 --schedule async --issue 1 --engine model >stdout
grep -q 'I issue 36.8 %, S shared memory 13.2 %' stdout
result replay "$examples/issue.trace" --latency 2 --schedule async --issue 1 --places 1 --wait word
check run result.json machine.issue.places=1 'machine.issue.wait="word"'
result replay "$examples/issue.trace" --latency 2 --schedule async --issue 2 --wait use --order oldest \
  --machine rsdmm --super-warp 2
"$superwarp" compare "$examples/transpose.traceg" --schedule async --issue 4 --keys 2 --svg time.svg >stdout
grep -Eq '^  dmm  +I+S+' stdout
grep -q 'what warps spent them on' time.svg
"$superwarp" draw "$examples/hierarchy.trace" --machine hmm --multiprocessors 2 --latency 3 --svg memories.svg \
  >stdout 2>stderr
grep -q '>shared 1<' memories.svg
grep -q '>global<' memories.svg
"$superwarp" compare --workload hmm-sum --size 64 --width 4 --threads 32 --on 'hmm --multiprocessors 1' \
  --on 'hmm --multiprocessors 2 --shared sdmm --super-warp 2' --keys 1 --json - >compare.json 2>stderr
check compare compare.json agree=true

# RPUs in which warps overlap: their names in the report, and the worked examples.
rpu() {  # TRACE RPU TIME_UNITS OPTION...
  result replay - --machine sdmm --rpu "$2" "${@:4}" --latency 1 --engine model <"$examples/$1.trace"
  check run result.json "time_units.model=$3" "machine.rpu=\"$2\"" machine.super_warp=1
}
rpu streaming pipelined 7 --depth 3
check run result.json machine.passes=3
rpu streaming stream 4 --depth 3
check run result.json machine.depth=3 machine.passes=3 'machine.priority="fullest"' congestion.total=4 \
  dispatch_latency.max=3
rpu streaming stream 5 --depth 3 --priority turn --passes 4
check run result.json machine.passes=4 'machine.priority="turn"' dispatch_latency.median=3 dispatch_latency.max=3
rpu crossbar crossbar 4 --depth 2
check run result.json machine.depth=2 'machine.priority="round-robin"' dispatch_latency.max=2
rpu crossbar crossbar 4 --depth 2 --priority fixed
check run result.json 'machine.priority="fixed"' dispatch_latency.max=4
for rpu_note in 'stream streaming: depth 8, 3 passes, fullest' 'pipelined pipelined: depth 8, 3 passes, fullest' \
  'crossbar crossbar: depth 8, round-robin'; do
  prints "on rsdmm \(width 4, latency 7, ${rpu_note#* }, random-shift\)" \
    run --workload random "${small[@]}" --machine rsdmm --rpu "${rpu_note%% *}" --engine model
done
grep -Eq '^  latency     of a dispatch: median [0-9]+, p99 [0-9]+, largest [0-9]+ time units$' stdout
result run --workload random "${small[@]}" --machine rsdmm --super-warp 2 --rpu serial --intake 2 --engine model
check run result.json 'machine.rpu="serial"' machine.intake=2 machine.super_warp=2
result run --workload random "${small[@]}" --machine rsdmm --rpu batch --engine model
check run result.json 'machine.rpu="batch"'
prints '^Q: requests that wait in the FIFOs, at most [0-9.]* of 32$' \
  draw --workload random "${small[@]}" --machine sdmm --rpu crossbar
grep -q 'SDMM, w=4, l=7, FIFOs of 8: ' stdout

# A single engine: its figures, and what was compared, if anything.
alone() {  # COMPARED ARGUMENT...
  "$superwarp" "${@:2}" --json result.json >stdout 2>stderr
  check run result.json "compared=$1" agree=true
}
alone false run --workload contiguous "${small[@]}" --engine closed
check run result.json time_units.rtl=null time_units.model=null time_units.closed=40 congestion.total=null
grep -qx '  agree       nothing compared: only closed ran' stdout
alone false replay "$examples/fig4.trace" --engine model
grep -qx '  agree       nothing compared: only model ran' stdout
alone true run --workload contiguous --size 64 --banks 129
grep -qx "  rtl         none: 129 banks are more than the RTL's 128" stdout
alone false replay "$examples/fig4.trace" --engine rtl
check run result.json time_units.rtl=13 time_units.model=null
grep -qx '  agree       nothing compared: only rtl ran' stdout
grep -qx '  lawful      every bank event checked; no other engine to compare with' stdout
for engine in rtl model; do
  alone true run --workload transpose-naive --size 8 --width 4 --threads 16 --engine $engine
  grep -qx "  agree       yes, memory holds what the program promises; only $engine ran" stdout
done
alone true replay "$examples/fig4.trace" --engine rtl,model
grep -qx '  agree       yes' stdout

# The list as JSON has the same entries as the text.
"$superwarp" list --json list.json >stdout
python3 - list.json <<'PYTHON' >names
import json, sys
for entry in json.load(open(sys.argv[1]))["entries"]:
    print(entry["kind"], entry["name"])
PYTHON
diff <(awk '{print $1, $2}' stdout) names
[[ $("$superwarp" list gpu --json - | grep -c '"name"') == 16 ]]
[[ $("$superwarp" list rule | grep -c 'volta .* n ^ 1 .*(pinned: ') == 2 ]]

# Measurements: predicted and measured; RTL and model have the same slots; by name and by file.
"$superwarp" crosscheck all --engine rtl,model --json crosscheck.json >stdout 2>stderr
check crosscheck crosscheck.json rules.name='"machine"'
for measurement in $("$superwarp" list measurement | awk '{print $2}'); do
  "$superwarp" crosscheck "$measurement" --gpu hopper --json - >crosscheck.json 2>stderr
  check crosscheck crosscheck.json rules.name='"hopper"' "files.0.name=\"$measurement\""
done
"$superwarp" crosscheck all gtx-titan "$here/../../data/measurements/gtx-titan.json" --summary >stdout 2>stderr
[[ $(grep -c "^gtx-titan: " stdout) == 1 ]] || fails "a measurement named three times is not reported once"
(cd / && "$superwarp" crosscheck "$here/../../data/measurements/turing.json" >/dev/null)

# Congestion: the table has only columns that apply to the pattern.
columns_of() { "$superwarp" congestion --super-warp 3 --rounds 20 "$@" 2>stderr | grep '^ *n ' | tr -s ' '; }
sampled='mean ci95 p99 max'
[[ $(columns_of --width 4 --size 1024) == " n s w exact | $sampled | f/(es)" ]]
[[ $(columns_of --width 16 --size 1024) == " n s w printed exact diff | $sampled | f/(es) bound" ]]
[[ $(columns_of --width 4 --size 1024 --engine monte-carlo) == " n s w | $sampled | f/(es)" ]]
[[ $(columns_of --width 4 --size 1024 --pattern column) == ' n s w | mean p99 max' ]]
[[ $(columns_of --width 4 --size 1024 --pattern stride:4 --mapping rap) == " n s w | $sampled" ]]
[[ $(columns_of --pattern trace:- <"$examples/fig4.trace") == ' n s w | mean p99 max' ]]
[[ $(columns_of --pattern trace:- --mapping random-shift <"$examples/fig4.trace") == " n s w | $sampled | f/(es)" ]]
for mapping in identity rap; do  # the engines agree on any number of banks
  "$superwarp" congestion --pattern "trace:$examples/transpose.traceg" --width 12 --super-warp 3 --mapping $mapping \
    --rounds 20 >stdout 2>stderr || fails "congestion on 12 banks: $mapping: $(cat stderr)"
done
for banks in 31 37; do  # the machine beside it in which warps overlap has 32
  "$superwarp" replay "$examples/transpose.traceg" --engine model --banks $banks >stdout 2>stderr ||
    fails "$banks banks: $(cat stderr)"
done

# The GT200: 16 threads and banks by default; transactions by both engines.
result run --workload random --size 1024 --machine gt200
check run result.json machine.width=16 'machine.name="gt200"' agree=true
result replay "$examples/dmm-umm-fig4.trace" --machine gt200 --latency 3
check run result.json machine.width=4 time_units.rtl=5 time_units.model=5
"$superwarp" attack --keys 2 --launches 512 --json attack.json >stdout 2>stderr
grep -q 'until half of the keys are found: [0-9]* .*, expected 340' stdout
result attack --keys 1 --launches 16 --warps 2 --blocks 2 --neighbours 1 --engine rtl,model
grep -q '"neighbours": 1,' result.json
echo "good_usage: all promises hold"
