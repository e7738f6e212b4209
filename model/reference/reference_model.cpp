// SPDX-License-Identifier: Apache-2.0
#include "model/reference/reference_model.h"

#include <stdexcept>

#include "model/machine/machine.h"

namespace superwarp::model {

ReferenceModel::ReferenceModel(const Program& program, const Machine& machine, ModelOptions options)
    : unit_(machine, options.with_data ? &program : nullptr),
      threads_(program, machine),
      order_(make_turn_order(threads_, machine)),
      tally_(program, machine),
      issues_(machine.issue.has_value()) {}

bool ReferenceModel::next(Expected& expected) { return step(expected, true); }

void ReferenceModel::run(const std::function<void(double)>& progress) {
  Expected scratch;
  while (step(scratch, false)) tally_.report(progress, scratch.dispatch.round);
}

Word ReferenceModel::word(Address address) const {
  if (!unit_.memory()) throw std::logic_error("a model without data has no words");
  return unit_.memory()->word(address);
}

bool ReferenceModel::step(Expected& expected, bool slots) {
  Turn turn;
  if (!order_->next(turn)) {
    if (issues_) tally_.end(*order_->warps());
    return false;
  }
  threads_.dispatch(turn.super_warp, expected.dispatch);
  tally_.accept(expected.dispatch);
  expected.first_slot = turn.first_slot;
  unit_.serve(expected, slots);

  if (unit_.memory() && expected.dispatch.op == Op::kRead)
    threads_.deliver(turn.super_warp, expected.word.data());
  threads_.complete(turn.super_warp);
  const std::uint64_t last_slot = turn.first_slot + expected.congestion - 1;
  order_->served(turn, last_slot);

  tally_.enter(expected.congestion);
  tally_.serve(expected.congestion, last_slot, turn.first_slot - turn.goes_in);
  return true;
}

}  // namespace superwarp::model
