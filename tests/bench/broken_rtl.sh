#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# broken_rtl.sh BENCH_TEST SUPERWARP RTL_DIR SCRATCH_DIR: a test of the tests. Each copy of the RTL is broken in one place. The
# property test must fail on it and shrink the trace to a few accesses, and the replay command that it prints must show
# the disagreement (status 1) and keep a waveform. The unbroken RTL passes the same tests.
set -euo pipefail
bench_test=$(realpath "$1")
superwarp=$(realpath "$2")
rtl=$(realpath "$3")
rm -rf "$4"
mkdir -p "$4"
cd "$4"
export XDG_CACHE_HOME=$PWD/cache  # broken units go where nobody else finds them
most_accesses=6
jobs=2
mutants=0
failures=0

# property_test FOLDER SHAPE: the random accesses of one shape (random_access_test.cpp) on FOLDER/rtl; or one test by
# its whole name.
property_test() {
  local filter="*/RandomAccess.*/$2"
  [[ $2 != *.* ]] || filter=$2
  SUPERWARP_TEST_RTL=$PWD/$1/rtl SUPERWARP_TEST_FAILURES=$PWD/$1 timeout 100 "$bench_test" \
    --gtest_filter="$filter" >"$1/log" 2>&1
}

# caught NAME SHAPE: prints one line; the details stay in the folder NAME.
caught() {
  local name=$1 shape=$2 accesses replay waves status=0
  if property_test "$name" "$shape"; then
    echo "$name: SURVIVED $shape"
    return 1
  fi
  if [[ $shape == *.* ]]; then  # it takes two runs of one process to see: no trace shows it
    echo "$name: $(grep -m1 'the mapping says' "$name/log" || echo 'fails without a word about banks')"
    grep -q 'the mapping says' "$name/log"
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
  local name=$1 shape=$2 file=$1/rtl/$3 text
  shift 3
  mkdir "$name"
  cp -r "$rtl" "$name/rtl"
  text=$(<"$file")
  while (($#)); do
    if [[ $text != *"$1"* ]]; then
      echo "$name: ${file##*/} has no '$1' any more, break it anew"
      failures=$((failures + 1))
      return
    fi
    text=${text//"$1"/"$2"}
    shift 2
  done
  printf '%s\n' "$text" >"$file"
  mutants=$((mutants + 1))
  if ((mutants > jobs)); then wait -n || failures=$((failures + 1)); fi
  caught "$name" "$shape" &
}

mkdir control
cp -r "$rtl" control/rtl
for shape in w4_s1 w4_s3 w4_s3_shallow w8_s1_shallow w4_s1_gt200 w4_s1_random_shift w4_s1_xor_swizzle w4_s1_h3 w4_s1_tabulation w4_d2_k2 w4_d4_k3_turn w8_d5_k3; do
  if ! property_test control "$shape"; then
    tail -20 control/log
    echo "the unbroken RTL fails $shape"
    exit 1
  fi
done

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
mutant tree_serves_without_a_leader w4_s3_shallow slot_select_tree.sv \
  '(leads & same_addr[' '(pending_i & same_addr['
mutant tree_merges_across_banks w8_s1_shallow request_pairs.sv \
  '= same_bank_o[i*Width + k] &&' '='

# What is in front of it on the GT200.
mutant broadcast_word_alone w4_s1_gt200 broadcast_word.sv \
  '(pending_i & same) | first' 'first'
mutant every_equal_word_merged w4_s1_gt200 rpu_batch.sv \
  'SlotRule == slot_rule_pkg::Broadcast' '1'"'b0" 'begin : gen_bad_slot_rule' 'begin : gen_all' \
  'SlotRule_must_be_one_of_slot_rule_pkg u_error ();' 'assign candidates = pending_q;'
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
  "k + key_q[KeyBits'(j)]" "k + key_q[KeyBits'(j)] + BankWidth'(1)"
mutant one_rows_offset w4_s1_random_shift rsu.sv \
  "k + key_q[KeyBits'(j)]" "k + key_q[KeyBits'(j)] + BankWidth'(32'(j) == 3)"
mutant shift_flips w4_s1_random_shift rsu.sv \
  "k + key_q[KeyBits'(j)]" "k ^ key_q[KeyBits'(j)]"
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

# A window has to fill before it matters how full it is.
most_accesses=12

# The streaming RPU: whom the windows hold, who proposes, who leads, who is served.
mutant request_in_no_place w4_d2_k2 lane_windows.sv \
  "count_q[j] <= rst_ni ? kept + CountWidth'(push_i[j]) : '0" "count_q[j] <= rst_ni ? kept + CountWidth'(push_i[j] && count_q[j] == '0) : '0"
mutant youngest_first w4_d2_k2 lane_windows.sv \
  "first = OrderWidth'(1);" "first = OrderWidth'(1) << ((32'(count_q[j]) - 1)*EntryWidth);" \
  'one   = order_q[j][EntryWidth-1:0];' "one   = EntryWidth'(order_q[j] >> ((32'(count_q[j]) - 1)*EntryWidth));"
mutant order_not_kept w8_d5_k3 lane_windows.sv \
  'order = (order & older) | ((order >> EntryWidth) & ~older)' 'order = (order >> EntryWidth)'
mutant served_place_lost w8_d5_k3 lane_windows.sv \
  "| (OrderWidth'(last_entry[j][PlaceWidth-1:0]) << ((Depth - 1)*EntryWidth))" "| (OrderWidth'(order_q[j][PlaceWidth-1:0]) << ((Depth - 1)*EntryWidth))"
mutant one_pass_only w4_d2_k2 lane_windows.sv \
  'for (int k = 0; k < Passes; k++) begin' 'for (int k = 0; k < 1; k++) begin'
mutant taken_banks_proposed_to w4_d2_k2 lane_windows.sv \
  'EachEntry & ~blocked &' 'EachEntry &'
mutant a_lane_served_twice w4_d2_k2 lane_windows.sv \
  'left = left & ~(match & proposes);' 'left = left & ~(match & proposes) | (taken & proposes);'
mutant turn_stands_still w4_d4_k3_turn lane_windows.sv \
  "turn_q <= turn_q + 1'b1;" 'turn_q <= turn_q;'
mutant turn_goes_on_in_idle_cycles w4_d4_k3_turn lane_windows.sv \
  'end else if (waiting_o) begin' 'end else begin'
mutant turn_does_not_lead w8_d5_k3 lane_windows.sv \
  'from_turn = ~(has_turn - 1'"'b1"');' 'from_turn = ~(has_turn - 1'"'b1"') << 1;'
mutant full_windows_not_urgent w8_d5_k3 lane_windows.sv \
  "(FullestFirst != 0) ? few : '0" "'0"
mutant full_windows_urgent_too_late w8_d5_k3 lane_windows.sv \
  "count_q[j] >= CountWidth'(Depth - 1)" "count_q[j] >= CountWidth'(Depth)"
mutant highest_lane_leads w4_d2_k2 lane_windows.sv \
  'ahead = ahead & -ahead;' "for (int j = 0; j < Width - 1; j++) if ((ahead >> (j + 1)) != '0) ahead[j] = 1'b0;"
mutant equal_words_not_merged w4_d2_k2 lane_windows.sv \
  'match[j] & (leads[j] | ~held[j][RestWidth-1])' 'match[j] & leads[j]' 'MergeWrites == 0' "1'b1"
mutant reads_merge_with_writes w4_d2_k2 lane_windows.sv \
  'held[j][RestWidth-1:0];
' "held[j][RestWidth-1:0] || lead[entry[j][EntryWidth-1:PlaceWidth]][RestWidth-2:0] == held[j][RestWidth-2:0];
"
mutant lowest_lanes_word_written w4_d2_k2 lane_windows.sv \
  'word[b] = data_q[32'"'"'(entry[leader][PlaceWidth-1:0])*Width + 32'"'"'(leader)]' \
  'word[b] = data_q[32'"'"'(entry[leader][PlaceWidth-1:0])*Width + 32'"'"'(leader ^ 1)]'
mutant data_of_another_place w8_d5_k3 lane_windows.sv \
  "data_q[32'(free)*Width + j] <=" "data_q[32'(free ^ 1)*Width + j] <="
mutant ready_with_a_full_window w4_d2_k2 rpu_stream.sv \
  'line_free & (&room)' 'line_free & (|room)'
mutant line_never_free w4_d2_k2 rpu_stream.sv \
  'if (slot_served_o[j]) rest' 'if (slot_served_o[j] && j != 1) rest'
mutant complete_with_one_left w4_d2_k2 rpu_stream.sv \
  "done[e] = rest[e] == '0;" "done[e] = (rest[e] & (rest[e] - 1'b1)) == '0;"
mutant tag_of_the_next_line w4_d2_k2 rpu_stream.sv \
  '= tag_q[of]' "= tag_q[of & ~LineWidth'(1)]"
mutant write_said_to_be_a_read w4_d2_k2 rpu_stream.sv \
  'slot_bank_write_o[b] = bank_request' "slot_bank_write_o[b] = (b != 0) & bank_request"
mutant stream_location_late w4_d2_k2 memory_machine.sv \
  ".Hold(1 - Streams)" ".Hold(1)"

for ((i = mutants < jobs ? mutants : jobs; i > 0; --i)); do wait -n || failures=$((failures + 1)); done
echo "$mutants broken copies of the RTL, $failures not caught as they should be"
exit $((failures > 0))
