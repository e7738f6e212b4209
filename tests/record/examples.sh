#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# examples.sh SUPERWARP EXAMPLES_DIR SCRATCH_DIR: the programs in examples/cuda run on the CPU, pass their own checks, and their
# recordings have the slots that their sources say.
set -euo pipefail
superwarp=$(realpath "$1")
examples=$(realpath "$2")
rm -rf "$3"
mkdir -p "$3"
cd "$3"

fail() {
  echo "record.examples: $1"
  exit 1
}

# slots TRACE TEXT MEAN: the instruction on the line with TEXT needs MEAN slots a dispatch on the dmm.
slots() {
  "$superwarp" replay "$1" --engine model --json - >replay.json
  python3 - "$2" "$3" <<'END' || fail "$1: '$2' does not need $3 slots an access"
import json, sys
text, mean = sys.argv[1], float(sys.argv[2])
rows = [row for row in json.load(open("replay.json"))["instructions"] if text in (row["source"] or "")]
means = sorted({round(row["machines"]["dmm"]["mean"], 2) for row in rows})
print(text, means)
sys.exit(means != [mean])
END
}

for program in transpose reduction histogram matrix_product; do
  "$superwarp" record "$examples/$program.cu" --out $program >$program.out 2>$program.err || fail "$program: $(cat $program.err)"
  grep -q ': right$' $program.out || fail "$program: its own check fails"
  [[ ! -s $program.err ]] || fail "$program: $(cat $program.err)"
  "$superwarp" record "$examples/$program.cu" --out again --no-table >again.out
  diff -r $program again >/dev/null || fail "$program: two recordings differ"
done

slots transpose/kernel-1.traceg 'tile[threadIdx.x][row]' 32
slots transpose/kernel-2.traceg 'tile[threadIdx.x][row]' 1
slots reduction/kernel-2.traceg 'sums[t] += sums[t + half]' 1
slots matrix_product/kernel-1.traceg 'as[threadIdx.y][k] * bs[k]' 1
grep -q '[0-9.]* slots an access on the dmm, .* times fewer' transpose.out || fail "no line says what it gains"
[[ $(cat transpose/kernelslist.g) == $'kernel-1.traceg\nkernel-2.traceg' ]] || fail "kernelslist.g does not name the traces"

# RTL and model agree on a recording, and the selection holds.
"$superwarp" record "$examples/transpose.cu" --out one --launches 2 --only-blocks 3..4 --shared-only >one.out
[[ $(ls one) == $'kernel-2.traceg\nkernelslist.g' ]] || fail "--launches records $(ls one)"
[[ $(grep -c '^#BEGIN_TB' one/kernel-2.traceg) == 2 ]] || fail "--only-blocks records other blocks"
! grep -q LDG one/kernel-2.traceg || fail "--shared-only records global memory"
"$superwarp" replay one/kernel-2.traceg | grep -q 'agree       yes' || fail "RTL and model do not agree"
"$superwarp" record "$examples/transpose.cu" --out none --check >check.out
[[ ! -e none ]] || fail "--check records"
echo "record.examples: four programs recorded"
