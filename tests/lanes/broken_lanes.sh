#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# broken_lanes.sh LANES_TEST RTL_DIR SCRATCH_DIR: a test of the tests. Each copy of the RTL is broken in one place, and
# the tests of the lane machine must fail on it; the unbroken one passes them.
set -euo pipefail
# shellcheck source=tests/mutants/broken_copies.sh
source "$(dirname "${BASH_SOURCE[0]}")/../mutants/broken_copies.sh"
lanes_test=$(realpath "$1")
rtl=$(realpath "$2")
rm -rf "$3"
mkdir -p "$3"
cd "$3"
shape=d2

# The tests of the shape w4_$shape, and those that are small. They run as many cases as without
# RC_PARAMS (lane_machine_test.cpp), but what fails is not shrunk: that takes minutes, and nobody looks at it.
passes() {
  SUPERWARP_TEST_RTL=$PWD/$1 RC_PARAMS="seed=1 max_success=400 noshrink=1" within 100 "$lanes_test" \
    --gtest_filter="*LanePort.*/w4_${shape}_*:LanePortBytes.*:LanePortTime.a_response_*" >"$1/log" 2>&1
}

caught() {
  if passes "$1"; then
    echo "$1: SURVIVED"
    return 1
  elif ! grep -q '^\[  FAILED  \] .*LanePort' "$1/log"; then
    tail -5 "$1/log"
    echo "$1: does not run, so nothing was tested"
    return 1
  fi
  echo "$1: $(sed -n "s,^ *,,p" "$1/log" | grep -m1 -E '\((lane [0-9]+, )?cycle [0-9]+\)|assertion of the RTL|nothing left|actual: ')"
}

# mutant NAME FILE OLD NEW [OLD NEW]...: every OLD in a copy of FILE is replaced by NEW, both as they stand.
mutant() {
  cp -r "$rtl" "$1"
  if broken_copy "$1" "$rtl/$2" "$1/$2" "${@:3}"; then judge "$1"; fi
}

cp -r "$rtl" control
passes control || {
  tail -20 control/log
  echo "the unbroken RTL fails its tests"
  exit 1
}

# Credits and handshakes.
mutant credits_not_counted lane_machine.sv 'request_ready_o = room & credit' 'request_ready_o = room'
mutant credit_back_before_its_place lane_responses.sv \
  "CountWidth'(promise_i[j]) + CountWidth'(taken)" "CountWidth'(promise_i[j]) + CountWidth'(push_i[j])"
mutant credit_lost lane_responses.sv \
  "CountWidth'(promise_i[j]) + CountWidth'(taken)" "CountWidth'(promise_i[j]) + CountWidth'(taken & ~promise_i[j])"
mutant one_credit_unused lane_responses.sv "credits_q != '0" "credits_q > CountWidth'(1)"
mutant ready_follows_valid lane_machine.sv \
  'request_ready_o = room & credit' 'request_ready_o = room & credit & request_valid_i'
mutant response_does_not_wait lane_responses.sv 'valid_o[j] & ready_i[j]' 'valid_o[j]'
mutant response_lost_when_nearly_full lane_responses.sv \
  'if (push_i[j])' 'if (pushed)' "CountWidth'(push_i[j])" "CountWidth'(pushed)" \
  '    assign credit_o[j]' "    wire logic pushed = push_i[j] & (filled_q != CountWidth'(Depth - 1));
    assign credit_o[j]"

# Who is answered, in which order.
mutant place_behind_the_last lane_responses.sv "(place == PlaceWidth'(Depth - 1))" "1'b0"
mutant youngest_response_first lane_responses.sv \
  'first = place_q[first_q]' "first = place_q[(filled_q == CountWidth'(2)) ? after(first_q) : first_q]"
mutant tag_of_the_neighbour lane_machine.sv \
  '.tag_i(lane_tag_o)' '.tag_i({lane_tag_o[TagWidth-1:0], lane_tag_o[Width*TagWidth-1:TagWidth]})'
mutant word_of_the_neighbour lane_machine.sv \
  '.data_i(lane_data_o)' '.data_i({lane_data_o[DataWidth-1:0], lane_data_o[Width*DataWidth-1:DataWidth]})'
mutant tag_as_offered_now lane_machine.sv '.slot_tag_i(slot_tag)' '.slot_tag_i(request_tag_i)'
mutant writes_not_answered lane_machine.sv '.slot_served_i(slot_served)' '.slot_served_i(slot_served & ~bank_write)'

# Bytes.
mutant writes_of_one_word_merge lane_machine.sv '.MergeWrites(0)' '.MergeWrites(1)'
mutant whole_words_written bank.sv 'write_i && data_i[DataWidth + i]' 'write_i'
mutant bytes_of_the_neighbour lane_machine.sv \
  'request_enable_i[j*EnableWidth' 'request_enable_i[(Width - 1 - j)*EnableWidth'
mutant bytes_in_the_other_order bank.sv 'data_i[DataWidth + i]' 'data_i[DataWidth + EnableWidth - 1 - i]'
mutant word_shown_without_its_old_bytes mmu.sv 'if (!stage_data[' "if (1'b0 && !stage_data["

# Windows, mapping, pipeline.
mutant youngest_request_first lane_windows.sv \
  "first    = may & ~one_back(from, '0);" "first    = may & ~one_up(may, '0);" \
  "if (k == 0) begin" "if (k < 0) begin"
mutant the_turn_stands_still lane_windows.sv "turn_q <= turn_q + 1'b1" 'turn_q <= turn_q'
mutant reads_not_merged lane_windows.sv '(some[j] | ~held[j][RowWidth])' 'some[j]'
# In windows of two, every lane proposes all it has in two passes, and all are nearly full.
shape=d4 mutant a_pass_too_few lane_machine.sv '.Passes(Passes)' '.Passes(Passes - 1)'
shape=d4 mutant fullest_first_in_spite_of_turn lane_machine.sv '.FullestFirst(FullestFirst)' '.FullestFirst(1)'
mutant bank_plus_one rsu.sv 'bank_of = k;' "bank_of = k + BankWidth'(1);"
mutant a_stage_too_many mmu.sv "(PtrWidth + 1)'(2)) >=" "(PtrWidth + 1)'(1)) >="

all_judged "broken copies of the RTL"
