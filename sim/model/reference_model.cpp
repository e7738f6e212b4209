// SPDX-License-Identifier: Apache-2.0
#include "sim/model/reference_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/model/machine_check.h"

namespace superwarp::model {
namespace {

/// The machine, if `program` fits on it.
const Machine& checked(const Machine& machine, const Program& program) {
  check_machine(machine);
  const std::uint64_t rows = rows_covering(program.words(), machine.width);
  if (rows > machine.rows) {
    throw std::invalid_argument(
        fmt::format("the program uses {} rows of {} words, the memory has {}", rows, machine.width,
                    machine.rows));
  }
  if (program.words() > kAddressLimit) {
    throw std::invalid_argument(fmt::format("the program uses {} words, addresses end below {}",
                                            program.words(), kAddressLimit));
  }
  return machine;
}

}  // namespace

ReferenceModel::ReferenceModel(const Program& program, const Machine& machine, ModelOptions options)
    : width_(machine.width),
      lanes_(checked(machine, program).lanes()),
      latency_(machine.latency),
      words_(program.words()),
      threads_(program, machine),
      slot_rule_(machine),
      order_(make_turn_order(threads_, machine)),
      round_requests_(program.rounds()) {
  if (options.with_data) memory_.emplace(program);
}

bool ReferenceModel::next(Expected& expected) { return step(expected, true); }

void ReferenceModel::run(const std::function<void(double)>& progress) {
  constexpr std::uint64_t kBetweenReports = 1U << 16U;
  Expected scratch;
  while (step(scratch, false)) {
    if (progress && totals_.dispatches % kBetweenReports == 0) {
      progress(static_cast<double>(scratch.dispatch.round) /
               static_cast<double>(round_requests_.size()));
    }
  }
}

Word ReferenceModel::word(Address address) const {
  if (!memory_) throw std::logic_error("a model without data has no words");
  return memory_->word(address);
}

bool ReferenceModel::step(Expected& expected, bool slots) {
  Turn turn;
  if (!order_->next(turn)) return false;
  Dispatch& dispatch = expected.dispatch;
  threads_.dispatch(turn.super_warp, dispatch);
  count_requests(dispatch);

  // Where equal words are served in several slots, what a write leaves depends on them.
  slots = slots || !slot_rule_.merges_all_equal();
  if (slots) expected.slot.resize(lanes_);
  expected.first_slot = turn.first_slot;
  expected.congestion =
      slot_rule_.apply(dispatch.address.data(), slots ? expected.slot.data() : nullptr);

  if (memory_) move_words(expected);
  threads_.complete(turn.super_warp);
  const std::uint64_t last_slot = turn.first_slot + expected.congestion - 1;
  order_->served(last_slot);

  totals_.dispatches += 1;
  totals_.congestion += expected.congestion;
  totals_.max_congestion = std::max(totals_.max_congestion, expected.congestion);
  totals_.time_units = last_slot + latency_ - 1;
  return true;
}

/// Checks their addresses, too.
void ReferenceModel::count_requests(const Dispatch& dispatch) {
  std::uint32_t active = 0;
  std::uint32_t inside = 0;
  for (const Address a : dispatch.address) {
    active += a != kInactive ? 1 : 0;
    inside += a < words_ ? 1 : 0;
  }
  if (inside != active) {
    throw std::invalid_argument(
        fmt::format("round {}, super warp {}: an address is not below the {} words of the program",
                    dispatch.round, dispatch.super_warp, words_));
  }
  totals_.requests += active;
  std::uint64_t& of_round = round_requests_[dispatch.round];
  totals_.rounds += of_round == 0 ? 1 : 0;
  totals_.bpram -= rows_covering(of_round, width_);
  of_round += active;
  totals_.bpram += rows_covering(of_round, width_);
}

/// Reads see the memory as it was before. Of the writes to a word the last slot's stays, and of
/// those that one slot merges, the lowest lane's.
void ReferenceModel::move_words(Expected& expected) {
  const Dispatch& dispatch = expected.dispatch;
  Memory& memory = *memory_;
  if (dispatch.op == Op::kWrite) {
    const bool one_slot_a_word = slot_rule_.merges_all_equal();
    for (std::uint32_t slot = 0; slot < (one_slot_a_word ? 1 : expected.congestion); ++slot) {
      for (std::uint32_t lane = lanes_; lane-- > 0;) {
        if (dispatch.address[lane] == kInactive) continue;
        if (one_slot_a_word || expected.slot[lane] == slot)
          memory[dispatch.address[lane]] = dispatch.data[lane];
      }
    }
    return;
  }
  expected.word.resize(lanes_);
  for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
    if (dispatch.address[lane] != kInactive) expected.word[lane] = memory[dispatch.address[lane]];
  }
  for (std::uint32_t lane = 0; lane < lanes_; ++lane) {  // apart, so that the loads above overlap
    if (dispatch.address[lane] == kInactive) continue;
    threads_.deliver(dispatch.super_warp, lane, expected.word[lane]);
  }
}

}  // namespace superwarp::model
