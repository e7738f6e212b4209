// SPDX-License-Identifier: Apache-2.0
#include "sim/model/stream_model.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/model/machine_check.h"
#include "sim/model/mapping.h"

namespace superwarp::model {
namespace {

const Machine& checked(const Machine& machine) {
  check_machine(machine);
  if (!machine.overlaps())
    throw std::invalid_argument("an RPU that takes batches, expected one in which warps overlap");
  return machine;
}

}  // namespace

StreamModel::StreamModel(const Program& program, const Machine& machine, ModelOptions options)
    : width_(checked(machine).width),
      latency_(machine.latency),
      most_dispatches_(2 * machine.streaming.depth),
      room_at_once_(machine.rpu == Rpu::kPipelined),
      threads_(program, machine),
      warps_(threads_),
      mapping_(make_mapping(machine)),
      windows_(machine.width, machine.streaming.depth),
      selection_(make_selection(machine)),
      tally_(program, machine),
      banks_(machine.width) {
  if (options.with_data) memory_.emplace(program);
}

bool StreamModel::next(Expected& expected) {
  telling_ = true;
  while (queue_.empty() || dispatch_[queue_.front()].left > 0) {
    if (over_) return false;
    step();
  }
  std::swap(expected, dispatch_[queue_.front()].expected);
  free_.push_back(queue_.front());
  queue_.pop_front();
  return true;
}

void StreamModel::run(const std::function<void(double)>& progress) {
  telling_ = false;
  for (const std::uint32_t number : queue_) {
    dispatch_[number].told = false;
    if (dispatch_[number].left == 0) free_.push_back(number);
  }
  queue_.clear();
  std::uint64_t dispatches = tally_.totals().dispatches;
  while (!over_) {
    step();
    if (tally_.totals().dispatches == dispatches) continue;
    dispatches = tally_.totals().dispatches;
    tally_.report(progress, round_);
  }
}

Word StreamModel::word(Address address) const {
  if (!memory_) throw std::logic_error("a model without data has no words");
  return memory_->word(address);
}

/// One time unit, and those after it in which nothing happens.
void StreamModel::step() {
  // As the time unit begins: what is served in it makes room in the next one only, unless it has
  // been known before.
  const bool has_line = waiting_ < most_dispatches_;
  bool has_room = windows_.all_have_room();
  if (!windows_.empty()) serve();
  if (room_at_once_) has_room = windows_.all_have_room();
  const bool ready = has_room && has_line;
  if (ready) {
    if (const auto warp = warps_.take(time_ + 1)) accept(*warp);
  }
  ++time_;
  if (!windows_.empty()) return;
  const std::uint64_t next = warps_.next_ready();
  over_ = next == ReadyWarps::kNever;
  if (!over_) time_ = std::max(time_, next - 1);
}

/// The dispatch of `warp` waits from the next time unit on.
void StreamModel::accept(std::uint32_t warp) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(dispatch_.size()));
    dispatch_.emplace_back();
  }
  const std::uint32_t number = free_.back();
  free_.pop_back();
  UnderWay& under_way = dispatch_[number];
  Expected& expected = under_way.expected;
  const Dispatch& dispatch = expected.dispatch;
  threads_.dispatch(warp, expected.dispatch);
  under_way.left = tally_.accept(dispatch);
  under_way.told = telling_;
  expected.first_slot = time_ + 1;
  round_ = dispatch.round;
  ++waiting_;
  if (telling_) {
    expected.slot.assign(width_, 0);
    if (memory_ && dispatch.op == Op::kRead) expected.word.resize(width_);
    queue_.push_back(number);
  }
  mapping_->banks(dispatch.address.data(), width_, banks_.data());
  for (std::uint32_t lane = 0; lane < width_; ++lane) {
    const Address address = dispatch.address[lane];
    if (address == kInactive) continue;
    if (memory_) memory_->announce(address);
    windows_.add(lane, {banks_[lane], Request::access_of(address, dispatch.op), number});
  }
}

void StreamModel::serve() {
  const std::vector<Selection::Chosen>& served = selection_->select(windows_);
  if (!served.empty()) tally_.enter(1);
  for (const Selection::Chosen& chosen : served) {
    serve(windows_.request(chosen.lane, chosen.older), chosen);
    windows_.remove(chosen.lane, chosen.older);
  }
}

void StreamModel::serve(const Request& request, const Selection::Chosen& chosen) {
  UnderWay& under_way = dispatch_[request.dispatch];
  Expected& expected = under_way.expected;
  if (under_way.told)
    expected.slot[chosen.lane] = static_cast<std::uint32_t>(time_ - expected.first_slot);
  if (memory_) {
    if (!request.writes()) {
      const Word word = (*memory_)[request.address()];
      if (under_way.told) expected.word[chosen.lane] = word;
      threads_.deliver(expected.dispatch.super_warp, chosen.lane, word);
    } else if (chosen.leads) {
      (*memory_)[request.address()] = expected.dispatch.data[chosen.lane];
    }
  }
  if (--under_way.left == 0) finish(request.dispatch);
}

/// The last of a dispatch's requests has been served in this time unit.
void StreamModel::finish(std::uint32_t number) {
  UnderWay& under_way = dispatch_[number];
  Expected& expected = under_way.expected;
  const std::uint32_t warp = expected.dispatch.super_warp;
  expected.congestion = static_cast<std::uint32_t>(time_ - expected.first_slot + 1);
  tally_.serve(expected.congestion, time_);
  --waiting_;
  threads_.complete(warp);
  warps_.completed(warp, time_ + latency_);
  if (!under_way.told) free_.push_back(number);
}

}  // namespace superwarp::model
