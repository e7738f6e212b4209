#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# broken_rtl.sh BENCH_TEST SUPERWARP RTL_DIR SCRATCH_DIR: a test of the tests. Each copy of the RTL is broken in one place. The
# property test must fail on it and shrink the trace to a few accesses, and the replay command that it prints must show
# the disagreement (status 1) and keep a waveform. The unbroken RTL passes the same tests: they are bench_test's.
set -euo pipefail
# shellcheck source=tests/mutants/broken_copies.sh
source "$(dirname "${BASH_SOURCE[0]}")/../mutants/broken_copies.sh"
bench_test=$(realpath "$1")
superwarp=$(realpath "$2")
rtl=$(realpath "$3")
rm -rf "$4"
mkdir -p "$4"
cd "$4"
most_accesses=6

# property_test FOLDER SHAPE: the random accesses of one shape (random_access_test.cpp) on FOLDER/rtl; or one test by
# its whole name.
property_test() {
  local filter="*/RandomAccess.*/$2"
  [[ $2 != *.* ]] || filter=$2
  SUPERWARP_TEST_RTL=$PWD/$1/rtl SUPERWARP_TEST_FAILURES=$PWD/$1 within 100 \
    ${late:+env -u SUPERWARP_RTL_UNOPTIMISED} "$bench_test" --gtest_filter="$filter" >"$1/log" 2>&1
}

# caught NAME SHAPE: prints one line; the details stay in the folder NAME.
caught() {
  local name=$1 shape=$2 accesses replay waves status=0
  if property_test "$name" "$shape"; then
    echo "$name: SURVIVED $shape"
    return 1
  fi
  if [[ $shape == *.* ]]; then  # no random trace shows it, only what that test does besides
    echo "$name: $(grep -m1 -E 'the mapping says|time unit' "$name/log" | cut -c1-160 || true)"
    grep -q '^\[  FAILED  \]' "$name/log"
    return
  fi
  accesses=$(sed -n 's/^\([0-9]*\) warp accesses, kept in .*/\1/p' "$name/log")
  replay=$(sed -n 's/^replay: superwarp \(.*\)/\1/p' "$name/log")
  waves=$(sed -n 's/^waveform: //p' "$name/log")
  if [[ -z $accesses || -z $replay || -z $waves ]]; then
    tail -20 "$name/log"
    echo "$name: fails, but keeps no trace"
    return 1
  fi
  if ((accesses > most_accesses)); then
    echo "$name: the trace shrinks to $accesses accesses only, expected at most $most_accesses"
    return 1
  fi
  # shellcheck disable=SC2086  # the words of a command, as a person would paste it
  (cd "$name" && timeout 60 "$superwarp" $replay) >"$name/replay.out" 2>"$name/replay.err" || status=$?
  if ((status != 1)) || ! grep -q 'the engines disagree: ' "$name/replay.err"; then
    head -5 "$name/replay.err"
    echo "$name: the replay ends with status $status, expected 1 and a disagreement: superwarp $replay"
    return 1
  fi
  if ! grep -q 'waveform: ' "$name/replay.err" || [[ ! -s $name/again.fst || ! -s $waves ]]; then
    echo "$name: no waveform is kept"
    return 1
  fi
  echo "$name: $accesses accesses: $(
    sed -n 's/^superwarp: the engines disagree: //p' "$name/replay.err")"
}

# mutant NAME SHAPE FILE [OLD NEW]...: in a copy of the RTL every OLD in FILE is replaced by NEW, both as they stand.
mutant() {
  mkdir "$1"
  cp -r "$rtl" "$1/rtl"
  if broken_copy "$1" "$rtl/$3" "$1/rtl/$3" "${@:4}"; then judge "$1" "$2"; fi
}

hierarchy='*HierarchyRandom.*/w4_d4_dmm'  # multiprocessors in front of the global memory
# Unbroken it passes, from a folder and unoptimised; every other shape is a test of its own, of the same RTL.
mkdir control
cp -r "$rtl" control/rtl
if ! property_test control w4_s1; then
  tail -20 control/log
  echo "the unbroken RTL fails"
  exit 1
fi

# Selection of a slot's requests.
mutant highest_leads w4_s1 slot_select_loop.sv \
  'for (int unsigned i = 0; i < NumRequests; i++) begin' 'for (int i = NumRequests - 1; i >= 0; i--) begin'
mutant equal_rows_not_merged w4_s1 slot_select_loop.sv \
  'have         = leader[bank];' 'have         = leader[bank]; served[i] = !have[AddrWidth-1];' \
  'served[i]    = have == want;' ''
mutant any_lower_request_blocks w4_s1 slot_select_loop.sv \
  'leader[bank] = have;' "leader[bank] = (have == want) ? have : '1;"
mutant highest_thread_writes w4_s1 slot_select_loop.sv \
  'for (int i = NumRequests - 1; i >= 0; i--) begin' 'for (int i = 0; i < NumRequests; i++) begin'
mutant first_warps_data w4_s3 slot_select_loop.sv \
  '= data_i[i*DataWidth +: DataWidth]' '= data_i[(i % Width)*DataWidth +: DataWidth]'
mutant tree_serves_without_a_leader w4_s3_shallow warp_pair.sv \
  '(leads_i & same_addr[' '(pending_i & same_addr['
mutant tree_names_another_bank w4_s3_shallow slot_select_tree.sv \
  "BankWidth'(b) &" "BankWidth'(b ^ 1) &"
mutant tree_merges_across_banks w8_s1_shallow request_pairs.sv \
  '= same_bank_o[i*Width + k] &&' '='

# What is in front of it on the GT200.
mutant broadcast_word_alone w4_s1_gt200 broadcast_word.sv \
  '(pending_i & same) | first' 'first'
mutant every_equal_word_merged w4_s1_gt200 rpu_batch.sv \
  'SlotRule == slot_rule_pkg::Broadcast' '1'"'b0" 'begin : gen_bad_slot_rule' 'begin : gen_all' \
  'SlotRule_must_be_one_of_slot_rule_pkg u_error ();' 'assign candidates = pending_q;'
mutant broadcast_to_who_asked_nothing w4_s1_gt200 broadcast_word.sv \
  '(pending_i & same)' 'same'
mutant one_word_a_slot w4_s1_gt200 broadcast_word.sv \
  '(pending_i & same) | first' 'pending_i & same'
mutant highest_word_broadcast w4_s1_gt200 broadcast_word.sv \
  "leader = pending_i & (~pending_i + 1'b1)" \
  'leader = pending_i & ~(pending_i >> 1 | pending_i >> 2 | pending_i >> 3)'

# Handshake and bookkeeping of the RPU.
mutant a_lane_lost w4_s1 rpu_batch.sv \
  'dispatch_valid_i ? dispatch_active_i' 'dispatch_valid_i ? dispatch_active_i >> 1 << 1'
mutant last_warps_lane_lost w4_s3 rpu_batch.sv \
  'dispatch_valid_i ? dispatch_active_i' 'dispatch_valid_i ? dispatch_active_i << 1 >> 1'
mutant ready_too_early w4_s1 rpu_batch.sv \
  'dispatch_ready_o  = ~|left' "dispatch_ready_o  = ~|(left & (left - 1'b1))"
mutant a_bubble_between_dispatches w4_s1 rpu_batch.sv \
  'dispatch_ready_o  = ~|left' 'dispatch_ready_o  = ~|pending_q'
mutant complete_too_early w4_s1 rpu_batch.sv \
  'slot_complete_o   = ~|left' "slot_complete_o   = ~|(left & (left - 1'b1))"
mutant tag_not_kept w4_s1 rpu_batch.sv \
  'slot_tag_o        = tag_q' 'slot_tag_o        = dispatch_tag_i'
mutant write_flag_not_kept w4_s1 rpu_batch.sv \
  'slot_bank_write_o = {Width{write_q}}' 'slot_bank_write_o = {Width{dispatch_write_i}}'

# Pipeline, banks, way back.
mutant a_stage_too_many w4_s1 mmu.sv \
  "(PtrWidth + 1)'(2)) >=" "(PtrWidth + 1)'(1)) >="
mutant latency_2_is_1 w4_s1 mmu.sv \
  "latency_i == LatencyWidth'(1)" "latency_i <= LatencyWidth'(2)"
mutant delayed_data_not_kept w4_s1 mmu.sv \
  'stage_data      = delay_data[ptr_q]' 'stage_data      = slot_bank_data_i'
mutant write_enable_stuck w4_s1 bank.sv \
  'if (access_write_i) begin' "if (1'b1) begin"
mutant write_without_request w4_s1 bank.sv \
  'if (write_i) mem' 'mem'
mutant way_back_of_the_neighbour w4_s1 mmu.sv \
  'word[lane_bank_o[i*ReturnLane' 'word[lane_bank_o[((i + 1) % NumLanes)*ReturnLane'

# Which bank, which row: all of these are one-to-one, so every word comes back right and in time, and only who
# looks at the banks can tell.
mutant bank_plus_one w4_s1 rsu.sv \
  'bank_of = k;' "bank_of = k + BankWidth'(1);"
mutant row_flipped w4_s1 rsu.sv \
  '{addr[AddrWidth-1:BankWidth], bank_of' "{addr[AddrWidth-1:BankWidth] ^ (AddrWidth - BankWidth)'(1), bank_of"
mutant offset_plus_one w4_s1_random_shift rsu.sv \
  'k + entry' "k + entry + BankWidth'(1)"
mutant one_rows_offset w4_s1_random_shift rsu.sv \
  "moved(k, key_q[KeyBits'(j)])" "moved(k, key_q[KeyBits'(j)]) + BankWidth'(32'(j) == 3)"
mutant shift_flips w4_s1_random_shift rsu.sv \
  'k + entry' 'k ^ entry'
mutant keys_swapped w4_s1_random_shift rsu.sv \
  "key_q[KeyBits'(key_index_i)] <=" "key_q[KeyBits'(key_index_i ^ 1)] <="
mutant keys_halved w4_s1_random_shift rsu.sv \
  "<= BankWidth'(key_value_i)" "<= BankWidth'(key_value_i >> 1)"
mutant swizzle_by_another_bit w4_s1_xor_swizzle rsu.sv \
  "bank_of = k ^ BankWidth'(j);" "bank_of = k ^ BankWidth'(32'(j) >> 1);"
mutant first_column_unused w4_s1_h3 rsu.sv \
  "key_q[KeyBits'(i)]" "(key_q[KeyBits'(i)] & {BankWidth{i != 0}})"
mutant second_table_unused w4_s1_tabulation rsu.sv \
  "LowRows + 32'(j) / LowRows" "LowRows"
mutant row_of_the_next_bank w4_s1 mmu.sv \
  '.row_i         (bank_req_o[b*AddrWidth' '.row_i         (bank_req_o[((b + 1) % Width)*AddrWidth'
mutant key_of_the_run_before RandomShift.follows_the_key_of_the_run rsu.sv \
  'if (key_valid_i) key_q' "if (key_valid_i && !loaded_q[KeyBits'(key_index_i)]) key_q" \
  'always_ff @(posedge clk_i) begin : load_key' \
  "logic loaded_q [(KeyEntries > 0) ? KeyEntries : 1];
  always_ff @(posedge clk_i) if (key_valid_i) loaded_q[KeyBits'(key_index_i)] <= 1'b1;
  always_ff @(posedge clk_i) begin : load_key"

# Who is next at the global memory.
mutant lowest_multiprocessor_first "$hierarchy" global_arbiter.sv \
  'end else if (dispatch_valid_o && dispatch_ready_i) begin' "end else if (1'b0) begin"
mutant turn_passes_while_not_ready "$hierarchy" global_arbiter.sv \
  'dispatch_valid_o && dispatch_ready_i' 'dispatch_valid_o'
mutant same_multiprocessor_again "$hierarchy" global_arbiter.sv \
  "((NumPorts'(1) << m) - 1'b1)" "((NumPorts'(2) << m) - 1'b1)"
mutant two_are_taken "$hierarchy" global_arbiter.sv \
  "first[m] = ~taken;" "first[m] = 1'b1;"
mutant words_of_multiprocessor_0 "$hierarchy" global_arbiter.sv \
  'port_data_i[m*NumRequests*DataWidth' 'port_data_i[0*NumRequests*DataWidth'
mutant name_of_multiprocessor_0 "$hierarchy" global_arbiter.sv \
  'port_tag_i[m*TagWidth' 'port_tag_i[0*TagWidth'
mutant a_bit_of_a_word_lost Hierarchy.every_bit_of_a_word_of_the_global_memory_is_in_use global_arbiter.sv \
  'dispatch_data_o   | port_data_i[m*NumRequests*DataWidth +: NumRequests*DataWidth]' \
  "dispatch_data_o   | (port_data_i[m*NumRequests*DataWidth +: NumRequests*DataWidth] & {NumRequests{DataWidth'('hffef_ffff)}})"

# Wrong in a corner only: at the largest latency, in the last rows, in the upper half of a key, in wide machines.
corner() { mutant "$1" "*Corners.*/$2" "${@:3}"; }
corner pointer_at_the_largest_latency w16_s1_sdmm_identity mmu.sv \
  "(PtrWidth + 1)'(2)) >= (PtrWidth + 1)'(latency_q)" "(PtrWidth + 1)'(2)) >= (PtrWidth + 1)'(latency_q[PtrWidth-1:0])"
corner merged_whatever_the_top_row_bit w16_s1_sdmm_identity slot_select_loop.sv \
  'served[i]    = have == want;' "served[i]    = ((have ^ want) & ~(AddrWidth'(1) << 17)) == '0;"
corner upper_rows_folded w16_s1_sdmm_identity mmu.sv \
  '.row_i         (bank_req_o[b*AddrWidth+BankWidth +: RowBits])' \
  ".row_i         (bank_req_o[b*AddrWidth+BankWidth +: RowBits] & ({RowBits{1'b1}} >> 1))"
corner upper_half_of_the_key w16_s1_sdmm_random_shift rsu.sv \
  'if (key_valid_i) key_q' 'if (key_valid_i && 32'"'"'(key_index_i) < KeyEntries / 2) key_q'
corner columns_from_11 w16_s1_sdmm_h3 rsu.sv \
  "key_q[KeyBits'(i)]" "(key_q[KeyBits'(i)] & {BankWidth{i < 11}})"
corner second_table_from_32 w16_s1_sdmm_tabulation rsu.sv \
  "LowRows + 32'(j) / LowRows" "LowRows + ((32'(j) / LowRows) & 31)"
corner polynomial_of_width_16 w16_s1_sdmm_ipoly rsu.sv \
  "? BankWidth'(5) : BankWidth'(3)" "? BankWidth'(5) : (Width == 16) ? BankWidth'(9) : BankWidth'(3)"
# It runs long enough to be optimised.
late=1 corner way_back_from_the_upper_banks w128_s1_sdmm_ipoly mmu.sv \
  'word[lane_bank_o[i*ReturnLane +: BankWidth]]' "word[lane_bank_o[i*ReturnLane +: BankWidth] & BankWidth'(63)]"
corner half_a_tag w16_s1_sdmm_identity rpu_batch.sv \
  'slot_tag_o        = tag_q' "slot_tag_o        = TagWidth'(tag_q[15:0])"
corner tree_from_lane_25 w32_s1_sdmm_identity_shallow request_pairs.sv \
  '= same_bank_o[i*Width + k] &&' '= same_bank_o[i*Width + k] && i < 25 &&'
mutant captured_while_not_ready '*Port.*/w4_s1_sdmm_identity' rpu_batch.sv \
  'if (dispatch_ready_o && dispatch_valid_i) begin' 'if (dispatch_valid_i) begin'
mutant crossbar_captures_while_not_ready '*Port.*/w4_s1_sdmm_identity_crossbar' rpu_crossbar.sv \
  'dispatch_valid_i & dispatch_ready_o' 'dispatch_valid_i'
mutant pipelined_captures_while_not_ready '*Port.*/w4_s1_sdmm_identity_pipelined' rpu_pipelined.sv \
  'dispatch_valid_i & dispatch_ready_o' 'dispatch_valid_i'
mutant located_while_not_ready '*Port.*/w4_s1_sdmm_identity' memory_machine.sv \
  'accept = dispatch_valid_i & dispatch_ready_o' 'accept = dispatch_valid_i'
mutant dispatch_survives_a_reset '*Port.*/w4_s1_sdmm_identity' rpu_batch.sv \
  "pending_q <= '0;
    end else" 'pending_q <= left;
    end else'
mutant pipeline_survives_a_reset '*Port.*/w4_s1_sdmm_identity' mmu.sv \
  "primed_q  <= 1'b0;" 'primed_q  <= primed_q;'

# A window has to fill before it matters how full it is.
most_accesses=12

# The streaming RPU: whom the windows hold, who proposes, who leads, who is served.
mutant request_in_no_place w4_d2_k2 lane_windows.sv \
  "one_back(stay, {Width{1'b1}}) & {Depth{push_i}}" "one_back('0, {Width{1'b1}}) & {Depth{push_i}}"
mutant youngest_first w4_d2_k2 lane_windows.sv \
  "first    = may & ~one_back(from, '0);" "first    = may & ~one_up(may, '0);" \
  "if (k == 0) begin" "if (k < 0) begin"
mutant order_not_kept w8_d5_k3 lane_windows.sv \
  'up    = from_first(served);' "up    = from_first(served); up = {Depth{up[(Depth - 1)*Width +: Width]}};"
mutant served_place_lost w8_d5_k3 lane_windows.sv \
  '& {PlaceWidth{served[p*Width +: Width]}}' '& {PlaceWidth{served[Width-1:0]}}'
mutant one_pass_only w4_d2_k2 lane_windows.sv \
  'for (int k = 0; k < Passes; k++) begin' 'for (int k = 0; k < 1; k++) begin'
mutant taken_banks_proposed_to w4_d2_k2 lane_windows.sv \
  'waits_q & ~blocked[0] &' 'waits_q &'
mutant a_lane_served_twice w4_d2_k2 lane_windows.sv \
  'left   = left & ~match;' 'left   = left;'
mutant turn_stands_still w4_d4_k3_turn lane_windows.sv \
  "turn_q <= turn_q + 1'b1;" 'turn_q <= turn_q;'
mutant turn_goes_on_in_idle_cycles w4_d4_k3_turn lane_windows.sv \
  'end else if (waiting_o) begin' 'end else begin'
mutant turn_does_not_lead w8_d5_k3 lane_windows.sv \
  'from_turn = ~(has_turn - 1'"'b1"');' 'from_turn = ~(has_turn - 1'"'b1"') << 1;'
mutant full_windows_not_urgent w8_d5_k3 lane_windows.sv \
  "(FullestFirst != 0) ? few : '0" "'0"
mutant full_windows_urgent_too_late w8_d5_k3 lane_windows.sv \
  "((Depth > 1) ? Depth - 2 : 0)" "(Depth - 1)"
mutant highest_lane_leads w4_d2_k2 lane_windows.sv \
  'leads[b] = some & -some;' "leads[b] = some; for (int j = 0; j < Width - 1; j++) if ((some >> (j + 1)) != '0) leads[b][j] = 1'b0;"
mutant equal_words_not_merged w4_d2_k2 lane_windows.sv \
  'match[j] & (some[j] | ~held[j][RowWidth])' 'match[j] & some[j]' 'MergeWrites == 0' "1'b1"
mutant reads_merge_with_writes w4_d2_k2 lane_windows.sv \
  'match[j] = lead[entries[at_lane(j) + PlaceWidth +: LaneWidth]] == held[j];' \
  'match[j] = RowWidth'"'"'(lead[entries[at_lane(j) + PlaceWidth +: LaneWidth]]) == RowWidth'"'"'(held[j]);'
mutant lowest_lanes_word_written w4_d2_k2 lane_windows.sv \
  'data_q[last_leader[b]]' "data_q[last_leader[b] ^ LaneWidth'(1)]"
mutant data_of_another_place w8_d5_k3 lane_windows.sv \
  'data_q[j][free[at_lane(j) +: PlaceWidth]]' "data_q[j][free[at_lane(j) +: PlaceWidth] ^ PlaceWidth'(1)]"
mutant ready_with_a_full_window w4_d2_k2 rpu_stream.sv \
  'line_free & (&room)' 'line_free & (|room)'
mutant line_never_free w4_d2_k2 dispatch_table.sv \
  'rest[of] & ~(served_i &' "rest[of] & ~(served_i & ~Width'(2) &"
mutant complete_with_one_left w4_d2_k2 dispatch_table.sv \
  "(rest[e] == '0) ?" "((rest[e] & (rest[e] - 1'b1)) == '0) ?"
mutant tag_of_the_next_line w4_d2_k2 dispatch_table.sv \
  '= tag_q[of]' "= tag_q[of & ~LineWidth'(1)]"
mutant tag_of_the_last_line_not_kept '*Traffic.*every_line*/w4_d4_k3_turn' dispatch_table.sv \
  'if (accept_i) tag_q' "if (accept_i && line_o != LineWidth'(Lines - 1)) tag_q"
mutant write_said_to_be_a_read w4_d2_k2 lane_windows.sv \
  'writes[b] = lead' 'writes[b] = (b != 0) & lead'
mutant stream_location_late w4_d2_k2 memory_machine.sv \
  ".Hold(1 - Overlaps)" ".Hold(1)"

# The pipelined match: what a lane proposes in which match, who is chosen, and what becomes of it.
mutant pipelined_youngest_first w4_d4_k3_turn_pipelined match_lane.sv \
  'among & older_q[p]' "among & ~older_q[p] & ~(Depth'(1) << p)"
mutant age_of_the_first_request_only w8_d5_k3_pipelined match_lane.sv \
  'older_q[p] & ~put' 'older_q[p]'
mutant proposed_in_two_matches w4_d4_k3_turn_pipelined match_lane.sv \
  'free         = free & ~may;' ''
mutant pipelined_proposes_to_taken_banks w4_d4_k3_turn_pipelined match_lane.sv \
  "& ~taken_i[(k - 1)*Width + 32'(bank_q[p])]" ''
mutant chosen_and_proposed_again w4_d2_k2_pipelined match_lane.sv \
  'free         = free & ~place_d[k+1];' ''
mutant chosen_in_the_last_pass_only w4_d2_k2_pipelined match_lane.sv \
  'has_d[k+1]   = has_q[k] | won_i[k];' 'has_d[k+1]   = won_i[k];'
mutant leaders_of_the_last_pass_only w4_d2_k2_pipelined match_lane.sv \
  'leads_q[k] | leads_i[k]' 'leads_i[k]'
mutant room_a_time_unit_later w4_d2_k2_pipelined match_lane.sv \
  'vacant  = ~waits_q | place_q[Passes];' 'vacant  = ~waits_q;'
mutant few_free_places_at_none w8_d5_k3_pipelined match_lane.sv \
  '~(waits_d[p] | waits_d[o])' '~(waits_d[p] & waits_d[o])'
mutant word_of_the_lowest_place w4_d2_k2_pipelined match_lane.sv \
  'data | (data_q[p]' 'data | (data_q[0]'
mutant pipelined_lowest_lane_leads w4_d4_k3_turn_pipelined match_pass.sv \
  '& precedes_i[i*Width + k]' '' '& ~precedes_i[k*Width + i]' "& 1'b0"
mutant pipelined_words_not_merged w4_d2_k2_pipelined match_pass.sv \
  '(|(alike[i] & leads))' 'leads[i]'
mutant taken_in_the_pass_before_only w8_d5_k3_pipelined rpu_pipelined.sv \
  'taken_q[k*Width +: Width] | wanted' 'wanted'
mutant banks_stay_taken w8_d5_k3_pipelined rpu_pipelined.sv \
  'taken << Width' '(taken << Width) | taken_q'
mutant pipelined_turn_stands_still w4_d4_k3_turn_pipelined rpu_pipelined.sv \
  'if (|waits) from_turn_d' "if (1'b0) from_turn_d"
mutant pipelined_turn_goes_on_in_idle_cycles w4_d4_k3_turn_pipelined rpu_pipelined.sv \
  'if (|waits) from_turn_d' "if (1'b1) from_turn_d"
mutant full_windows_do_not_press w8_d5_k3_pipelined rpu_pipelined.sv \
  'urgent = urgent | few_next' 'urgent = urgent'
mutant pipelined_ready_with_a_full_window w4_d2_k2_pipelined rpu_pipelined.sv \
  'line_free & (&room)' 'line_free & (|room)'
mutant pipelined_write_said_to_be_a_read w4_d2_k2_pipelined rpu_pipelined.sv \
  'slot_bank_write_o[b] = bank_bits' 'slot_bank_write_o[b] = (b != 0) & bank_bits'
mutant shallow_line_never_free w4_d2_k2_pipelined dispatch_table.sv \
  'waits_q[e] & ~of[e]' "waits_q[e] & ~(of[e] & ~Width'(2))"
mutant shallow_complete_with_one_left w4_d2_k2_pipelined dispatch_table.sv \
  'done[e] = ~|left[e]' "done[e] = (left[e] & (left[e] - 1'b1)) == '0"

# The crossbar: who is a head, who wins, what becomes of the others; and its table of dispatches.
mutant fixed_instead_of_round_robin w4_x2_round_robin rpu_crossbar.sv \
  'if (RoundRobin != 0)' "if (1'b0)"
mutant round_robin_instead_of_fixed w4_x3_fixed rpu_crossbar.sv \
  'if (RoundRobin != 0)' "if (1'b1)"
mutant winner_is_next_again w4_x2_round_robin rpu_crossbar.sv \
  "next_q[b] <= winner[b] + 1'b1;" 'next_q[b] <= winner[b];'
mutant next_goes_on_in_idle_banks w4_x2_round_robin rpu_crossbar.sv \
  'end else if (taken[b]) begin' 'end else begin'
mutant one_next_for_all_banks w4_x2_round_robin rpu_crossbar.sv \
  '<< next_q[b]' '<< next_q[0]'
mutant highest_lane_wins w4_x3_fixed rpu_crossbar.sv \
  'lowest = bits & ~(at_or_below << 1);' "lowest = bits; for (int j = 0; j < Width - 1; j++) if ((bits >> (j + 1)) != '0) lowest[j] = 1'b0;"
# shellcheck disable=SC2016  # a function of SystemVerilog
mutant equal_addresses_merged w4_x2_round_robin rpu_crossbar.sv \
  'served = served | first;' "served = served | first;
        for (int j = 0; j < Width; j++) begin
          if (wants[b][j] && head[j] == head[lane]) served[j] = 1'b1;
        end" '$countones(slot_served_o) == $countones(taken)' "1'b1"
mutant fifo_never_turns_round w4_x3_fixed lane_fifo.sv \
  "== Depth - 1) ? '0" "== Depth) ? '0"
mutant word_of_the_first_place w4_x2_round_robin lane_fifo.sv \
  'data_q[head_q]' 'data_q[0]'
mutant word_of_another_lane w4_x3_fixed rpu_crossbar.sv \
  'head_data[winner[b]]' 'head_data[winner[b] ^ 1]'
mutant crossbar_ready_with_a_full_fifo w4_x2_round_robin rpu_crossbar.sv \
  'line_free & (&room)' 'line_free & (|room)'
mutant room_in_the_time_unit_that_makes_it w4_x3_fixed lane_fifo.sv \
  "32'(count_q) != Depth" "32'(count_q) != Depth || pop_i"
mutant crossbar_write_said_to_be_a_read w4_x2_round_robin rpu_crossbar.sv \
  '= head[winner[b]][AddrWidth-1]' '= (b != 0) & head[winner[b]][AddrWidth-1]'
mutant too_few_lines w4_x2_round_robin rpu_crossbar.sv \
  '= 2 * Depth;' '= Depth;'
mutant served_lane_waits_on w4_x3_fixed dispatch_table.sv \
  'rest[of] & ~(served_i &' "rest[of] & ~(served_i & ~Width'(2) &"
mutant crossbar_complete_with_one_left w4_x2_round_robin dispatch_table.sv \
  "(rest[e] == '0) ?" "((rest[e] & (rest[e] - 1'b1)) == '0) ?"
mutant name_of_another_line w4_x3_fixed dispatch_table.sv \
  '= tag_q[of]' "= tag_q[of & ~LineWidth'(1)]"

all_judged "broken copies of the RTL"
