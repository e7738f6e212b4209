// SPDX-License-Identifier: Apache-2.0
#include "model/reference/stream_unit.h"

#include <cstddef>
#include <numeric>
#include <stdexcept>

#include "model/machine/lane_places.h"
#include "model/machine/machine.h"
#include "model/machine/rpu_info.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"

namespace superwarp::model {
namespace {

const Machine& checked(const Machine& machine) {
  check_machine(machine);
  if (!machine.overlaps())
    throw std::invalid_argument("a batch RPU, expected one in which warps overlap");
  return machine;
}

}  // namespace

StreamUnit::StreamUnit(const Machine& machine, const Image* contents)
    : width_(checked(machine).width),
      room_at_once_(machine.rpu == Rpu::kPipelined),
      mapping_(make_mapping(machine)),
      windows_(machine.width, lane_places(machine)),
      store_(room_at_once_ ? rpu_value(machine.rpu, machine.streaming, "store") : 0),
      writes_(machine.width),
      selection_(make_selection(machine)),
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
  line_[line] = {number,
                 requests,
                 time_,
                 slots ? expected.slot.data() : nullptr,
                 expected.word.data(),
                 dispatch.data.data()};
  mapping_->banks(dispatch.address.data(), width_, banks_.data());
  windows_.add(dispatch, banks_.data(), line);
  if (store_ > 0 && dispatch.op == Op::kWrite) {
    for (std::uint32_t lane = 0; lane < width_; ++lane)
      if (dispatch.address[lane] != kInactive) writes_.increase(lane);
  }
  if (memory_) memory_->announce(dispatch.address.data(), width_);
}

}  // namespace superwarp::model
