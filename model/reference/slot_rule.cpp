// SPDX-License-Identifier: Apache-2.0
#include "model/reference/slot_rule.h"

#include <algorithm>

#include "model/machine/access.h"
#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/reference/mapping/family.h"

namespace superwarp::model {

std::uint32_t BroadcastRule::serve(const std::uint32_t* address, const std::uint32_t* bank, std::uint32_t lanes,
                                   std::uint32_t* slot) {
  std::uint32_t left = 0;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    if (slot != nullptr) slot[lane] = 0;
    if (address[lane] == kInactive) continue;
    waiting_[bank[lane]].push_back(lane);
    ++left;
  }
  std::uint32_t slots = 0;
  for (; left > 0; ++slots) {
    const auto serve_lane = [&](std::uint32_t lane) {
      if (slot != nullptr) slot[lane] = slots;
      --left;
    };
    const auto comes_first = [](const auto& a, const auto& b) {
      return !a.empty() && (b.empty() || a.front() < b.front());
    };
    auto& leading = *std::min_element(waiting_.begin(), waiting_.end(), comes_first);
    const std::uint32_t word = address[leading.front()];
    for (auto& queue : waiting_) {
      if (queue.empty()) continue;
      if (&queue != &leading) {
        serve_lane(queue.front());
        queue.erase(queue.begin());
        continue;
      }
      const auto served = [&](std::uint32_t lane) {
        if (address[lane] != word) return false;
        serve_lane(lane);
        return true;
      };
      queue.erase(std::remove_if(queue.begin(), queue.end(), served), queue.end());
    }
  }
  return slots;
}

namespace {

bool serves_groups(const Machine& machine) { return machine_info(machine.kind).unified(); }

}  // namespace

SlotRule::SlotRule(const Machine& machine)
    : lanes_(machine.lanes()),
      banks_(machine.bank_count()),
      ports_(machine.ports),
      bank_words_(machine.bank_words),
      mapping_(make_mapping(machine)),
      counter_(lanes_, serves_groups(machine) ? 1 : banks_),
      bank_(lanes_),
      group_(serves_groups(machine) || machine.bank_words > 1 ? lanes_ : 0) {
  if (serves_groups(machine)) mapping_.reset();
  if (machine_info(machine.kind).slot == SlotServes::kBroadcast) broadcast_.emplace(lanes_, banks_);
}

std::uint32_t SlotRule::apply(const Address* address, std::uint32_t* slot) {
  static_assert(kInactive == CongestionCounter::kNone);
  const std::uint32_t* key = address;
  if (mapping_ != nullptr) {
    mapping_->banks(address, lanes_, bank_.data());
    if (broadcast_) return broadcast_->serve(address, bank_.data(), lanes_, slot);
    if (bank_words_ > 1) {  // an access of a bank serves all its words in a row
      for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
        bank_[lane] /= bank_words_;
        const std::uint32_t row = address[lane] / banks_;
        group_[lane] = address[lane] == kInactive ? kInactive : row * (banks_ / bank_words_) + bank_[lane];
      }
      key = group_.data();
    }
  } else {
    with_places(banks_, [&](auto places) {
      for (std::uint32_t lane = 0; lane < lanes_; ++lane)
        group_[lane] = address[lane] == kInactive ? kInactive : places.row(address[lane]);
    });
    key = group_.data();
  }
  const std::uint32_t words =
      slot == nullptr ? counter_.count(key, bank_.data(), lanes_) : counter_.count(key, bank_.data(), lanes_, slot);
  if (ports_ == 1) return words;
  // Word n of a bank, in the order of the lowest lanes, leaves through port n mod P in slot n div
  // P.
  for (std::uint32_t lane = 0; slot != nullptr && lane < lanes_; ++lane) slot[lane] /= ports_;
  return (words + ports_ - 1) / ports_;
}

}  // namespace superwarp::model
