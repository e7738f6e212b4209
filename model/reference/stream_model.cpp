// SPDX-License-Identifier: Apache-2.0
#include "model/reference/stream_model.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "model/machine/machine.h"
#include "model/machine/refuse.h"
#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"

namespace superwarp::model {

void LaneWindows::add(const Dispatch& dispatch, const std::uint32_t* bank, std::uint16_t kept) {
  // Local copies: the compiler cannot rule out that the stores below change the members.
  const auto width = static_cast<std::uint32_t>(dispatch.address.size());
  const Address* const address = dispatch.address.data();
  const std::uint32_t kind = MergeKey::of(0, dispatch.op == Op::kWrite).code;
  std::uint8_t* const count = count_.data();
  Request* const request = request_.data();
  for (std::uint32_t lane = 0; lane < width; ++lane) {
    if (address[lane] == kInactive) continue;
    request[Place::of(lane, count[lane]++).number] = {
        {MergeKey::of(address[lane], false).code | kind}, static_cast<std::uint16_t>(bank[lane]), kept};
  }
}
namespace {

const Machine& checked_stream(const Machine& machine) {
  check_machine(machine);
  if (!machine.overlaps()) refuse("a batch RPU, expected one in which warps overlap");
  return machine;
}

}  // namespace

StreamUnit::StreamUnit(const Machine& machine, const Image* contents)
    : width_(checked_stream(machine).width),
      room_at_once_(machine.rpu == Rpu::kPipelined),
      mapping_(make_mapping(machine)),
      windows_(machine.width, lane_places(machine)),
      store_(room_at_once_ ? rpu_value(machine.rpu, machine.streaming, "store") : 0),
      writes_(machine.width),
      selection_(rpu_info(machine.rpu).selection(machine)),
      line_(std::size_t{2} * lane_places(machine)),
      free_line_(line_.size()),
      banks_(machine.width) {
  std::iota(free_line_.begin(), free_line_.end(), std::uint16_t{0});
  if (contents != nullptr) memory_.emplace(*contents);
}

std::uint32_t StreamUnit::take_entry() {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(under_way_.size()));
    under_way_.emplace_back();
  }
  const std::uint32_t number = free_.back();
  free_.pop_back();
  return number;
}

void StreamUnit::accept(std::uint32_t number, std::uint32_t requests, bool slots) {
  Expected& expected = under_way_[number].expected;
  const Dispatch& dispatch = expected.dispatch;
  const std::uint16_t line = free_line_.back();
  free_line_.pop_back();
  if (slots) expected.slot.assign(width_, 0);
  if (reads(dispatch)) expected.word.resize(width_);
  line_[line] = {
      number, requests, time_, slots ? expected.slot.data() : nullptr, expected.word.data(), dispatch.data.data()};
  mapping_->banks(dispatch.address.data(), width_, banks_.data());
  windows_.add(dispatch, banks_.data(), line);
  if (store_ > 0 && dispatch.op == Op::kWrite) {
    for (std::uint32_t lane = 0; lane < width_; ++lane)
      if (dispatch.address[lane] != kInactive) writes_.increase(lane);
  }
  if (memory_) memory_->announce(dispatch.address.data(), width_);
}

StreamModel::StreamModel(const Program& program, const Machine& machine, ModelOptions options)
    : unit_(machine, options.with_data ? &program : nullptr),
      latency_(machine.latency),
      threads_(program, machine),
      warps_(threads_, &machine),
      tally_(program, machine),
      issues_(machine.issue.has_value()),
      served_(std::move(options.served)) {}

bool StreamModel::next(Expected& expected) {
  telling_ = true;
  while (queue_.empty() || !unit_[queue_.front()].served) {
    if (over_) return false;
    step();
  }
  std::swap(expected, unit_[queue_.front()].expected);
  unit_.release(queue_.front());
  queue_.pop_front();
  return true;
}

void StreamModel::run(const std::function<void(double)>& progress) {
  telling_ = false;
  for (const std::uint32_t number : queue_) {
    unit_[number].told = false;
    if (unit_[number].served) unit_.release(number);
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
  if (!unit_.memory()) throw std::logic_error("a model without data has no words");
  return unit_.memory()->word(address);
}

/// One time unit and the idle ones after it.
void StreamModel::step() {
  serve();
  if (unit_.ready()) {
    if (const auto warp = warps_.take(time_ + 1)) accept(*warp);
  }
  ++time_;
  if (!unit_.empty()) return;
  const std::uint64_t next = warps_.next_ready();
  over_ = next == ReadyWarps::kNever;
  if (!over_) time_ = std::max(time_, next - 1);
  if (over_ && issues_) tally_.end(warps_);
}

/// The dispatch of `warp` waits from the next time unit on.
void StreamModel::accept(std::uint32_t warp) {
  const std::uint32_t number = unit_.take_entry();
  StreamUnit::UnderWay& under_way = unit_[number];
  Expected& expected = under_way.expected;
  threads_.dispatch(warp, expected.dispatch);
  const std::uint32_t requests = tally_.accept(expected.dispatch);
  under_way.served = false;
  under_way.told = telling_;
  expected.first_slot = time_ + 1;
  round_ = expected.dispatch.round;
  if (telling_) queue_.push_back(number);
  if (served_) {
    if (slots_.size() <= number) slots_.resize(number + 1);
    slots_[number] = 0;
  }
  under_way.posted = warps_.posts(warp);
  unit_.accept(number, requests, telling_);
  if (!under_way.posted) return;
  threads_.complete(warp);
  warps_.completed(warp, time_ + 1, true);
}

/// The same as serve(), and reports the cost of finished dispatches.
void StreamModel::serve_and_tell() {
  requests_.clear();
  finished_.clear();
  const bool any = unit_.serve([this](const StreamUnit::Service& one) { requests_.push_back(one.number); },
                               [this](std::uint32_t number) { finished_.push_back(number); });
  if (!any) return;
  tally_.enter(1);
  for (const std::uint32_t number : requests_) slots_[number] += 1.0 / static_cast<double>(requests_.size());
  for (const std::uint32_t number : finished_) {
    const Expected& expected = unit_[number].expected;
    served_(expected.dispatch, {slots_[number], static_cast<std::uint32_t>(time_ - expected.first_slot + 1)});
    finish(number);
  }
}

void StreamModel::serve() {
  if (served_) {
    serve_and_tell();
    return;
  }
  const auto nothing = [](const StreamUnit::Service&) {};
  if (unit_.serve(nothing, [this](std::uint32_t number) { finish(number); })) tally_.enter(1);
}

/// The last request of a dispatch was served in this time unit.
void StreamModel::finish(std::uint32_t number) {
  StreamUnit::UnderWay& under_way = unit_[number];
  Expected& expected = under_way.expected;
  const std::uint32_t warp = expected.dispatch.super_warp;
  expected.congestion = static_cast<std::uint32_t>(time_ - expected.first_slot + 1);
  tally_.serve(expected.congestion, time_);
  if (!under_way.posted) {
    if (unit_.reads(expected.dispatch)) threads_.deliver(warp, expected.word.data());
    threads_.complete(warp);
    warps_.completed(warp, time_ + latency_);
  }
  under_way.served = true;
  if (!under_way.told) unit_.release(number);
}

}  // namespace superwarp::model
