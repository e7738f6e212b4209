#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# broken_engines.sh BUILD_DIR SCRATCH_DIR: a test of the tests. In each copy of a source of the model, the mappings, the
# congestion, the closed forms or the crosscheck one law is broken; the tests of that part, linked with the copy, must fail.
# Behind scripts/broken_engines.
set -euo pipefail
# shellcheck source=tests/mutants/broken_copies.sh
source "$(dirname "${BASH_SOURCE[0]}")/broken_copies.sh"
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
build=$(realpath "$1")
rm -rf "$2"
mkdir -p "$2"
scratch=$(realpath "$2")
program=  # the tests of $file
file=
user=

# The command that links test program $1 into $3, the object $2 in front of what it replaces.
linked() {
  local command
  command=$(ninja -C "$build" -t commands "$1" | tail -1 | sed 's/^: && //; s/ && :$//')
  command=${command/ -o $1 / -Wl,--allow-multiple-definition \"$2\" -o \"$3\" }
  (cd "$build" && eval "$command")
}

# caught NAME PROGRAM
caught() {
  local name=$1 status=0
  if ! "${CXX:-c++}" -std=c++17 -O1 -DFMT_SHARED -I "$scratch/$name" -I "$root" -c "$scratch/$name.cpp" -o "$scratch/$name.o" \
    2>"$scratch/$name.log"; then
    echo "$name: does not compile: $(grep -m1 error "$scratch/$name.log")"
    return 1
  fi
  if ! linked "$2" "$scratch/$name.o" "$scratch/$name.bin" >"$scratch/$name.log" 2>&1; then
    echo "$name: does not link: $(tail -1 "$scratch/$name.log")"
    return 1
  fi
  # Seconds of the processor, which others may keep busy.
  (cd "$scratch" && ulimit -t 200 && "./$name.bin" --gtest_fail_fast) >"$scratch/$name.log" 2>&1 || status=$?
  rm -f "$scratch/$name.bin" "$scratch/$name.o"
  if ((status == 0)); then
    echo "$name: SURVIVED $2"
    return 1
  fi
  if ((status > 128)) && ! grep -q '^\[  FAILED  \]' "$scratch/$name.log"; then
    echo "$name: ends $2 with status $status"
    return
  fi
  echo "$name: $(sed -n 's/^\[  FAILED  \] \([A-Za-z_/0-9.]*\).*/\1/p' "$scratch/$name.log" | grep -m1 . || echo "status $status")"
}

# law NAME [OLD NEW]...: in a copy of $file every OLD is replaced by NEW; $program has to see it. Of a header $user is what
# is compiled.
law() {
  if [[ $file == *.h ]]; then
    mkdir -p "$scratch/$1/${file%/*}"
    cp "$root/$user" "$scratch/$1.cpp"
    if broken_copy "$1" "$root/$file" "$scratch/$1/$file" "${@:2}"; then judge "$1" "$program"; fi
    return 0
  fi
  if broken_copy "$1" "$root/$file" "$scratch/$1.cpp" "${@:2}"; then judge "$1" "$program"; fi
}

program=model_test
file=sim/model/reference_model.cpp
law the_last_slot_of_a_dispatch_is_its_congestions 'turn.first_slot + expected.congestion - 1' 'turn.first_slot + expected.congestion'
file=language/threads.cpp
law words_go_to_the_lane_that_read_them 'word[lane], of_first' 'word[0], of_first'
file=sim/model/batch_unit.cpp
law the_lowest_lane_of_equal_writes_stays 'lane = lanes_; lane-- > 0;' 'lane = 0; lane < lanes_; ++lane'
law a_write_of_a_later_slot_stays 'expected.slot[lane] == slot' 'expected.slot[lane] != slot'
file=sim/model/slot_rule.cpp
law groups_are_rows 'floor_log2(machine.width) : 0' 'floor_log2(machine.width) - 1 : 0'
file=sim/model/congestion_counter.cpp
law equal_words_are_served_once 'if (seen[place] != entry) {' 'if (true) {'
law every_other_word_of_a_bank_is_a_slot_later 'load[bank[lane]]++' 'load[bank[lane]]'
law a_key_of_an_earlier_dispatch_is_forgotten '  stamp_ += kOne;' '  if (stamp_ == 0) stamp_ += kOne;'
file=sim/model/broadcast_rule.cpp
law the_lowest_thread_leads_the_broadcast 'a.front() < b.front()' 'a.front() > b.front()'
law everybody_gets_the_broadcast_word 'address[lane] != word' 'lane != queue.front()'
file=sim/model/rounds_order.cpp
law a_round_waits_for_the_round_before 'free_ = round_complete_' 'free_ = free_ + 0'
law a_round_is_complete_l_later 'last_slot + latency_;' 'last_slot + latency_ - 1;'
file=sim/model/async_order.cpp
law a_warp_is_back_l_later 'last_slot + latency_' 'last_slot + latency_ + 1'
law one_dispatch_follows_another 'free_ = last_slot + 1' 'free_ = last_slot + 2'
file=sim/model/ready_warps.cpp
law a_barrier_waits_for_all '--block.ahead;' 'block.ahead = 0;'
law a_barrier_opens_when_all_is_complete 'ready_from(block.complete, g)' 'ready_from(1, g)'
law a_barrier_of_the_device_waits_for_all_blocks 'if (--blocks_ahead_ == 0) open_device_barrier();' '--blocks_ahead_; open_device_barrier();'
law who_is_ready_first_comes_first 'later_[i - 1].ready > ready' 'later_[i - 1].ready < ready'
file=sim/model/tally.cpp
law time_ends_when_the_last_is_complete 'last + latency - 1);' 'last + latency);'
law an_idle_lane_is_no_request 'a != kInactive ? 1 : 0' '1'
law a_pram_counts_rounds_with_requests 'of_round == 0 ? 1 : 0' '1'
law addresses_are_those_of_the_program 'if (inside != active)' 'if (false)'
file=sim/model/pass_selection.cpp
law the_turn_moves_on 'width_ ? 0 : turn_ + 1' 'width_ ? 0 : turn_ + 0'
law lanes_nearly_full_are_urgent 'std::max(streaming_.depth - 1, 1U)' 'streaming_.depth'
law a_taken_bank_is_not_proposed_to 'windows.behind_oldest(lane, is_free)' '(windows.behind_oldest(lane, is_free) | 1U)'
law the_urgent_lead '{urgent_.data(), others_.data()}' '{others_.data(), urgent_.data()}'
law equal_proposals_are_served_together 'wins = serves == wants ? 1 : 0' 'wins = leads'
file=sim/model/crossbar_selection.cpp
law the_winner_is_last_next_time '(bank.winner + 1) % width' 'bank.winner'
law the_head_of_a_fifo_wants 'windows.request(Place::of(lane, 0)).bank' 'windows.request(Place::of(lane, windows.count(lane) - 1)).bank'
law fixed_priority_stays 'if (round_robin_)' 'if (true)'
file=sim/model/stream_unit.h
user=sim/model/stream_model.cpp
law room_is_that_at_the_beginning_of_the_time_unit 'if (room_at_once_) has_room' 'has_room'
law room_of_what_has_been_known_is_there_at_once 'if (room_at_once_) has_room' 'if (false) has_room'
law the_leader_writes 'else if (chosen.leads())' 'else'
law a_lane_has_the_slot_that_serves_it 'time - line.first' 'time - line.first + 1'
file=sim/model/stream_unit.cpp
law the_table_has_2d_lines 'std::size_t{2} * machine.streaming.depth' 'std::size_t{2} * machine.streaming.depth + 1'
file=sim/model/stream_model.cpp
law a_warp_of_a_stream_is_back_l_later 'time_ + latency_);' 'time_ + latency_ + 1);'
file=sim/model/hierarchy_model.cpp
law multiprocessors_have_turns 'arbiter_ = m + 1;' 'arbiter_ = 0;'
law the_arbiter_looks_at_all_queues 'i < multiprocessors_; ++i' 'i < 1; ++i'
law a_warp_of_a_hierarchy_is_back_when_its_access_is_complete 'warps_.completed(dispatch.super_warp, time_ + 1)' 'warps_.completed(dispatch.super_warp, time_ + 2)'
law every_memory_is_handed_a_dispatch 'if (!memories_[m]->ready()) continue;' 'if (!memories_[m]->ready()) return;'
file=sim/model/hierarchy_memory.cpp
law a_memory_is_ready_with_the_last_slot 'time_ >= last_slot_' 'time_ > last_slot_'
law a_memory_is_busy_with_every_slot 'time_ < under_way_.front().first' 'time_ < under_way_.front().last'
law what_overlaps_is_served_when_its_slot_enters 'now.time + 1 - latency_' 'now.time - latency_'
file=sim/model/latencies.cpp
law a_percentile_is_reached 'passed * 100 >= all * percent' 'passed * 100 > all * percent'
file=sim/model/memory.cpp
law words_start_as_the_program_says 'image_.initial(first + i)' 'image_.initial(i)'
file=sim/model/machine_check.cpp
law width_is_a_power_of_two '|| !is_power_of_two(width)' ''
law a_stream_takes_single_warps 'if (machine.super_warp > 1) {' 'if (machine.super_warp > 99) {'
file=sim/workload/closed_form.cpp
law lemma_1 'blocks * run->congestion + (l - 1)' 'blocks * run->congestion + l'
law warps_that_wait_for_themselves 'super_warps * c <= l + c - 1' 'super_warps * c <= l'
law the_last_super_warp_of_an_async_round '(super_warps - 1) * c' 'super_warps * c'
law a_round_of_global_memory_has_its_latency '(machine.hierarchy->latency - 1)' '(l - 1)'
law a_formula_of_one_part_a_barrier 'run->parts * uniform_async(run->rounds / run->parts' '1 * uniform_async(run->rounds'
law blocks_with_barriers_have_no_formula 'if (blocks > 1 && run->parts > 1)' 'if (false)'

file=sim/workload/hierarchy.cpp
law the_last_turn_may_be_short 'sections(rest * words, q)' '0'
law a_run_of_words_may_meet_two_rows '(word + words - 1) / o_.w - word / o_.w + 1' 'sections(words, o_.w)'

program=mapping_test
file=sim/model/mapping/fixed.cpp
law pad_by_one_word_a_row 'return k + j;' 'return k + (j >> 1);'
law xor_fold_takes_two_digits 'return k ^ j ^ (j >> n)' 'return k ^ (j >> n)'
law prime_up_to_the_width 'd * d <= n' 'd * d < n'
file=sim/model/mapping/hashes.cpp
law h3_is_linear 'sum ^= machine.key[i]' 'sum |= machine.key[i]'
law tabulation_has_a_second_table 'table[kLowEntries + row / kLowEntries]' 'table[kLowEntries]'
file=sim/model/mapping/polynomial.cpp
law ipoly_divides_by_the_smallest_primitive 'if (power == 1) return exponent == order;' 'if (power == 1) return true;'
file=sim/model/mapping/row_shifts.cpp
law a_shift_is_added '(a + shift[a >> row_bits])' '(a - shift[a >> row_bits])'
law a_row_has_its_own_shift 'flip[a >> row_bits]' 'flip[0]'
law rap_permutes_blocks_of_rows 'uniform_at(key, shifts.size() + left - 1, left)' '0'
law rap_refuses_shifts_that_come_twice 'if (seen[machine.key[row]])' 'if (false)'
file=sim/model/mapping/mapping.cpp
law a_key_covers_every_row 'machine.key.size() < entries' 'false'
law a_shift_is_below_the_width 'value >= machine.width' 'value > machine.width'

program=congestion_test
file=sim/congestion/exact.cpp
law distinct_rows_of_a_bank '(rows - static_cast<double>(d - 1)) / rows' '(rows - static_cast<double>(d)) / rows'
law variance_is_around_the_mean 'static_cast<double>(c) - result.mean' 'static_cast<double>(c)'
law squares_have_a_mixed_term 'sum_of(p.power, p.gain, 2)' 'sum_of(p.power, p.gain, 1)'
law every_bank_counts 'if (exponent == cell.width)' 'if (false)'
file=sim/congestion/histogram.cpp
law the_variance_of_a_sample '(total() - 1));' '(total()));'
law two_histograms_add_up 'counts_[v] += other.counts_[v]' 'counts_[v] = other.counts_[v]'
law a_quantile_is_the_first_to_reach 'seen) >= wanted' 'seen) > wanted'
file=sim/congestion/monte_carlo.cpp
law every_block_is_its_own 'options.seed, block, rounds' 'options.seed, 0, rounds'
law the_last_block_is_as_short_as_asked 'std::min(BlockPlan::kBlockRounds, options.rounds - first)' 'BlockPlan::kBlockRounds'
program=rekeying_test
file=sim/congestion/occupancy.cpp
law loads_up_to_the_most 'd <= most; ++d' 'd < most; ++d'
file=sim/congestion/rekeying.cpp
law rekeyings_have_keys_of_their_own 'extend_key(seed, kPurpose), rekeying)' 'extend_key(seed, kPurpose), 0)'
law the_mean_is_of_dispatches 'totals.mean() / dispatches_per_rekeying()' 'totals.mean()'

program=crosscheck_test
file=sim/crosscheck/fit.cpp
law least_squares_of_relative_errors 'point.slots / point.measured' 'point.slots'
law patterns_that_are_alike_fit_nothing 'determinant <= kAlike * xx * yy' 'determinant < 0'
law r_squared_of_the_mean '1 - residual / total' '1 - residual'
law r_squared_of_five_at_least 'kFewest = 5' 'kFewest = 1'
file=sim/crosscheck/crosscheck.cpp
law half_of_a_kind_is_held_out 'fits = !fits;' ''
law an_error_is_relative '- point.measured) / point.measured' '- point.measured)'
law the_worst_is_by_magnitude 'std::abs(error) > std::abs(errors.worst)' 'error > errors.worst'
file=sim/crosscheck/findings.cpp
law a_slot_costs_the_same_whoever_asks 'most->second.mean() < kSame' 'most->second.mean() > kSame'

all_judged "broken engines"
