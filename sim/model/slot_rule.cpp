// SPDX-License-Identifier: Apache-2.0
#include "sim/model/slot_rule.h"

#include "language/log2.h"
#include "language/machine.h"
#include "language/machine_info.h"

namespace superwarp::model {
namespace {

bool serves_groups(const Machine& machine) { return machine_info(machine.kind).unified(); }

}  // namespace

SlotRule::SlotRule(const Machine& machine)
    : lanes_(machine.lanes()),
      group_bits_(serves_groups(machine) ? floor_log2(machine.width) : 0),
      mapping_(make_mapping(machine)),
      counter_(lanes_, serves_groups(machine) ? 1 : machine.width),
      bank_(lanes_),
      group_(serves_groups(machine) ? lanes_ : 0) {
  if (serves_groups(machine)) mapping_.reset();
  if (machine_info(machine.kind).slot == SlotServes::kBroadcast)
    broadcast_.emplace(lanes_, machine.width);
}

std::uint32_t SlotRule::apply(const Address* address, std::uint32_t* slot) {
  static_assert(kInactive == CongestionCounter::kNone);
  const std::uint32_t* key = address;
  if (mapping_ != nullptr) {
    mapping_->banks(address, lanes_, bank_.data());
    if (broadcast_) return broadcast_->serve(address, bank_.data(), lanes_, slot);
  } else {
    for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
      group_[lane] = address[lane] == kInactive ? kInactive : address[lane] >> group_bits_;
    }
    key = group_.data();
  }
  return slot == nullptr ? counter_.count(key, bank_.data(), lanes_)
                         : counter_.count(key, bank_.data(), lanes_, slot);
}

}  // namespace superwarp::model
