// SPDX-License-Identifier: Apache-2.0
#include "sim/model/crossbar_selection.h"

namespace superwarp::model {

AllChosen CrossbarSelection::select(const LaneWindows& windows) {
  const auto width = static_cast<std::uint32_t>(bank_.size());
  ++time_;
  wanted_.clear();
  for (std::uint32_t lane = 0; lane < width; ++lane) {
    if (windows.count(lane) == 0) continue;
    const std::uint32_t wants = windows.request(Place::of(lane, 0)).bank;
    Bank& bank = bank_[wants];
    const std::uint32_t behind = (lane + width - bank.next) % width;
    if (bank.decided != time_) {
      wanted_.push_back(wants);
    } else if (behind > bank.behind) {
      continue;
    }
    bank.decided = time_;
    bank.winner = lane;
    bank.behind = behind;
  }
  chosen_.clear();
  for (const std::uint32_t number : wanted_) {
    Bank& bank = bank_[number];
    chosen_.emplace_back(Place::of(bank.winner, 0), 1);
    if (round_robin_) bank.next = (bank.winner + 1) % width;
  }
  return {chosen_.data(), chosen_.data() + chosen_.size()};
}

}  // namespace superwarp::model
