// SPDX-License-Identifier: Apache-2.0
#include "sim/model/reference_model.h"

#include <stdexcept>

#include "sim/model/machine_check.h"

namespace superwarp::model {
namespace {

/// The machine, if it is one of the papers'.
const Machine& checked(const Machine& machine) {
  check_machine(machine);
  if (machine.rpu != Rpu::kBatch)
    throw std::invalid_argument("a streaming RPU, expected one that takes batches");
  return machine;
}

}  // namespace

ReferenceModel::ReferenceModel(const Program& program, const Machine& machine, ModelOptions options)
    : lanes_(checked(machine).lanes()),
      threads_(program, machine),
      slot_rule_(machine),
      order_(make_turn_order(threads_, machine)),
      tally_(program, machine) {
  if (options.with_data) memory_.emplace(program);
}

bool ReferenceModel::next(Expected& expected) { return step(expected, true); }

void ReferenceModel::run(const std::function<void(double)>& progress) {
  Expected scratch;
  while (step(scratch, false)) tally_.report(progress, scratch.dispatch.round);
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
  tally_.accept(dispatch);

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

  tally_.enter(expected.congestion);
  tally_.serve(expected.congestion, last_slot);
  return true;
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
