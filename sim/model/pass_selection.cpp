// SPDX-License-Identifier: Apache-2.0
#include "sim/model/pass_selection.h"

#include <algorithm>

namespace superwarp::model {

const std::vector<Selection::Chosen>& PassSelection::select(const LaneWindows& windows) {
  chosen_.resize(bank_.size());
  served_ = 0;
  first_pass_ = pass_ + 1;
  std::uint32_t lanes = line_up(windows);
  for (std::uint32_t k = 0; k < streaming_.passes && lanes > 0; ++k) {
    ++pass_;
    lanes = propose(windows, lanes);
  }
  chosen_.resize(served_);
  turn_ = (turn_ + 1) % static_cast<std::uint32_t>(bank_.size());
  return chosen_;
}

/// All lanes in which anything waits, those with the better standing first: urgent ones, then the
/// others, in cyclic order from the turn. Returns how many.
std::uint32_t PassSelection::line_up(const LaneWindows& windows) {
  const bool fullest = streaming_.priority == Priority::kFullest;
  std::uint32_t urgent = 0;
  std::uint32_t others = 0;
  windows.lanes().for_each_from(turn_, [&](std::uint32_t lane) {
    const bool nearly_full = windows.count(lane) + 1 >= streaming_.depth;
    const std::uint32_t first = (lane == turn_ || (fullest && nearly_full)) ? 1 : 0;
    left_[urgent] = others_[others] = {lane, 0};
    urgent += first;
    others += 1 - first;
  });
  std::copy_n(others_.begin(), others, left_.begin() + urgent);
  return urgent + others;
}

/// One pass of the first `lanes` that are left: each proposes, and leads its bank if nobody before
/// it has proposed to it. Returns how many are left then. Who has nothing to propose in one pass
/// has nothing in the next: banks stay taken.
std::uint32_t PassSelection::propose(const LaneWindows& windows, std::uint32_t lanes) {
  std::uint32_t losers = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    Left proposes = left_[i];
    const std::uint32_t count = windows.count(proposes.lane);
    for (; proposes.older < count; ++proposes.older) {
      const Request& request = windows.request(proposes.lane, proposes.older);
      Bank& bank = bank_[request.bank];
      if (bank.pass - first_pass_ < pass_ - first_pass_) continue;  // taken
      const bool leads = bank.pass != pass_;
      bank.pass = pass_;
      bank.access = leads ? request.access : bank.access;
      const std::uint32_t wins = bank.access == request.access ? 1 : 0;
      chosen_[served_] = {proposes.lane, proposes.older, leads};
      served_ += wins;
      left_[losers] = proposes;
      losers += 1 - wins;
      break;
    }
  }
  return losers;
}

}  // namespace superwarp::model
