// SPDX-License-Identifier: Apache-2.0
#include "sim/model/stream_unit.h"

#include <stdexcept>

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

StreamUnit::StreamUnit(const Machine& machine, const Image* contents)
    : width_(checked(machine).width),
      most_dispatches_(2 * machine.streaming.depth),
      room_at_once_(machine.rpu == Rpu::kPipelined),
      mapping_(make_mapping(machine)),
      windows_(machine.width, machine.streaming.depth),
      selection_(make_selection(machine)),
      banks_(machine.width) {
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

void StreamUnit::accept(std::uint32_t number) {
  const Dispatch& dispatch = under_way_[number].expected.dispatch;
  ++waiting_;
  mapping_->banks(dispatch.address.data(), width_, banks_.data());
  // Through local variables, as the compiler cannot know that nothing here changes them.
  const Address* const address = dispatch.address.data();
  const std::uint32_t* const bank = banks_.data();
  const Op op = dispatch.op;
  const std::uint32_t width = width_;
  Memory* const memory = memory_ ? &*memory_ : nullptr;
  for (std::uint32_t lane = 0; lane < width; ++lane) {
    if (address[lane] == kInactive) continue;
    Word* const word = memory != nullptr ? memory->announce(address[lane]) : nullptr;
    windows_.add(lane, {bank[lane], Request::access_of(address[lane], op), number, word});
  }
}

}  // namespace superwarp::model
