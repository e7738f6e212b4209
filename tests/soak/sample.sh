#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sample.sh SOAK RTL_DIR SCRATCH_DIR: a few rounds agree, and a second run continues the first. On broken RTL a round
# disagrees, leaves a waveform, and prints a command that repeats the disagreement.
set -euo pipefail
soak=$(realpath "$1")
rtl=$(realpath "$2")
rm -rf "$3"
mkdir -p "$3"
cd "$3"
shape=(--seed 5 --builds 3)
rounds=2
fail() {
  echo "soak: $*" >&2
  exit 1
}

"$soak" "${shape[@]}" --rounds $rounds --summary sum.json --failures kept --commit here >first.log ||
  fail "$(tail -3 first.log)"
"$soak" "${shape[@]}" --rounds $rounds --summary sum.json --failures kept --commit here >second.log ||
  fail "$(tail -3 second.log)"
head -1 second.log | grep -q "^round $rounds: " || fail "the second run begins with $(head -1 second.log)"
tail -1 second.log | grep -qE "^$((2 * rounds)) rounds, [0-9]{6,} requests, 0 disagreements; sum.json$" ||
  fail "$(tail -1 second.log)"
if "$soak" "${shape[@]}" --rounds 1 --summary sum.json --failures kept --commit there 2>other.log; then
  fail "it adds up the sums of two commits"
fi
grep -q 'sum.json: has commit "here"' other.log || fail "$(cat other.log)"

cp -r "$rtl" broken
sed -i "s/= stage_data\[/= ~stage_data[/" broken/mmu.sv
cmp -s broken/mmu.sv "$rtl/mmu.sv" && fail "mmu.sv lacks the text to break"
status=0
"$soak" "${shape[@]}" --rounds $rounds --summary broken.json --failures kept --rtl broken >broken.log || status=$?
((status == 1)) || fail "broken RTL: status $status; $(tail -3 broken.log)"
repeat=$(sed -n 's/^repeat: scripts\/soak //p' broken.log | head -1)
[[ -n $repeat ]] || fail "no command to repeat: $(tail -3 broken.log)"
status=0
# shellcheck disable=SC2086  # the words of a command
"$soak" $repeat --waves again.fst >again.log || status=$?
((status == 1)) || fail "$repeat: status $status: $(cat again.log)"
ls kept/*.txt >/dev/null || fail "no description is kept"
echo "$(tail -1 second.log); broken RTL: $(tail -1 broken.log); $(cat again.log)"
