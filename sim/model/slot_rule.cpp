// SPDX-License-Identifier: Apache-2.0
#include "sim/model/slot_rule.h"

#include "language/bank_places.h"
#include "language/machine.h"
#include "language/machine_info.h"

namespace superwarp::model {
namespace {

bool serves_groups(const Machine& machine) { return machine_info(machine.kind).unified(); }

}  // namespace

SlotRule::SlotRule(const Machine& machine)
    : lanes_(machine.lanes()),
      banks_(machine.bank_count()),
      mapping_(make_mapping(machine)),
      counter_(lanes_, serves_groups(machine) ? 1 : banks_),
      bank_(lanes_),
      group_(serves_groups(machine) ? lanes_ : 0) {
  if (serves_groups(machine)) mapping_.reset();
  if (machine_info(machine.kind).slot == SlotServes::kBroadcast) broadcast_.emplace(lanes_, banks_);
}

std::uint32_t SlotRule::apply(const Address* address, std::uint32_t* slot) {
  static_assert(kInactive == CongestionCounter::kNone);
  const std::uint32_t* key = address;
  if (mapping_ != nullptr) {
    mapping_->banks(address, lanes_, bank_.data());
    if (broadcast_) return broadcast_->serve(address, bank_.data(), lanes_, slot);
  } else {
    with_places(banks_, [&](auto places) {
      for (std::uint32_t lane = 0; lane < lanes_; ++lane)
        group_[lane] = address[lane] == kInactive ? kInactive : places.row(address[lane]);
    });
    key = group_.data();
  }
  return slot == nullptr ? counter_.count(key, bank_.data(), lanes_)
                         : counter_.count(key, bank_.data(), lanes_, slot);
}

}  // namespace superwarp::model
