#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# broken_coalescer.sh GT200_TEST RTL_DIR SCRATCH_DIR: a test of the tests. Each copy of the coalescer is broken in one
# place, and the tests of the coalescer must fail on it; the unbroken one passes them.
set -euo pipefail
# shellcheck source=tests/mutants/broken_copies.sh
source "$(dirname "${BASH_SOURCE[0]}")/../mutants/broken_copies.sh"
gt200_test=$(realpath "$1")
rtl=$(realpath "$2")
rm -rf "$3"
mkdir -p "$3"
cd "$3"
jobs=1

passes() {
  SUPERWARP_TEST_RTL=$PWD/$1 within 100 "$gt200_test" --gtest_filter='Coalescer.*' >"$1/log" 2>&1
}

caught() {
  if passes "$1"; then
    echo "$1: SURVIVED"
    return 1
  elif ! grep -q '^\[  FAILED  \] Coalescer' "$1/log"; then
    tail -5 "$1/log"
    echo "$1: does not run, so nothing was tested"
    return 1
  fi
  echo "$1: caught by $(grep -c '^\[  FAILED  \] Coalescer.*ms)' "$1/log") tests"
}

# mutant NAME OLD NEW: every OLD in a copy of the coalescer is replaced by NEW, both as they stand.
mutant() {
  mkdir "$1"
  if broken_copy "$1" "$rtl/coalescer.sv" "$1/coalescer.sv" "${@:2}"; then judge "$1"; fi
}

mkdir control
cp "$rtl/coalescer.sv" control/
passes control || {
  tail -20 control/log
  echo "the unbroken coalescer fails its tests"
  exit 1
}

mutant not_the_lowest_thread_leads "leader = pending_q & (~pending_q + 1'b1)" 'leader = pending_q & ~(pending_q >> 1)'
mutant segments_of_64_bytes_at_most 'differ[1] & ~half64_q' 'differ[1]'
mutant segments_of_16_bit_words_too_small "half32_q <= request_word_i >= 3'd1" "half32_q <= request_word_i >= 3'd2"
mutant never_a_quarter "(both32 ? 3'd6 : 3'd5)" "3'd6"
mutant shrinks_though_both_halves_are_used 'both64 = (|(served & upper64)) &' "both64 = 1'b0 &"
mutant base_of_the_segment "lead[1] & ~both64" "lead[1] & 1'b0"
mutant halves_by_all_pending '(served & ~upper32)' '(pending_q & ~upper32)'
mutant does_not_wait 'else if (transaction_ready_i) begin' "else if (1'b1) begin"
mutant a_bubble_between_accesses '| (transaction_ready_i & ~|left)' ''
mutant last_too_early 'transaction_last_o   = ~|left' "transaction_last_o   = ~|(left & (left - 1'b1))"
mutant the_last_address_bit_ignored '<= request_addr_i[i*AddrWidth+5 +: LineWidth]' \
  "<= request_addr_i[i*AddrWidth+5 +: LineWidth] & ({LineWidth{1'b1}} >> 1)"

all_judged "broken coalescers"
