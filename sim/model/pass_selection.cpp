// SPDX-License-Identifier: Apache-2.0
#include "sim/model/pass_selection.h"

#include <cstddef>

namespace superwarp::model {

const std::vector<Selection::Chosen>& PassSelection::select(const LaneWindows& windows) {
  left_.clear();
  chosen_.clear();
  const bool fullest = streaming_.priority == Priority::kFullest;
  windows.lanes().for_each_from(turn_, [&](std::uint32_t lane) {
    const bool nearly_full = windows.count(lane) + 1 >= streaming_.depth;
    left_.push_back({lane, lane == turn_ || (fullest && nearly_full)});
  });
  first_pass_ = pass_ + 1;
  for (std::uint32_t k = 0; k < streaming_.passes && !left_.empty(); ++k) {
    ++pass_;
    propose(windows);
    serve_leaders();
  }
  turn_ = (turn_ + 1) % static_cast<std::uint32_t>(bank_.size());
  return chosen_;
}

/// Every lane that is left proposes, in cyclic order from the turn, and leads its bank if it comes
/// first. Who has nothing to propose in one pass has nothing in the next: banks stay taken.
void PassSelection::propose(const LaneWindows& windows) {
  std::size_t proposals = 0;
  for (Proposal proposal : left_) {
    const std::uint32_t count = windows.count(proposal.lane);
    for (; proposal.older < count; ++proposal.older) {
      const Request& request = windows.request(proposal.lane, proposal.older);
      Bank& bank = bank_[request.bank];
      if (bank.pass - first_pass_ < pass_ - first_pass_) continue;  // taken
      proposal.bank = request.bank;
      proposal.access = request.access;
      if (bank.pass != pass_ || (proposal.urgent && !bank.urgent))
        bank = {pass_, proposal.lane, request.access, proposal.urgent};
      left_[proposals++] = proposal;
      break;
    }
  }
  left_.resize(proposals);
}

/// Everybody who proposed what the leader of the bank did is served.
void PassSelection::serve_leaders() {
  std::size_t losers = 0;
  for (const Proposal& proposal : left_) {
    const Bank& bank = bank_[proposal.bank];
    if (bank.access == proposal.access) {
      chosen_.push_back({proposal.lane, proposal.older, bank.lane == proposal.lane});
    } else {
      left_[losers++] = proposal;
    }
  }
  left_.resize(losers);
}

}  // namespace superwarp::model
