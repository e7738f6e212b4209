// SPDX-License-Identifier: Apache-2.0
#include "sim/model/pass_selection.h"

#include <algorithm>

namespace superwarp::model {

const std::vector<PassSelection::Chosen>& PassSelection::select(const LaneWindows& windows,
                                                                std::uint32_t turn) {
  turn_ = turn;
  left_.clear();
  chosen_.clear();
  windows.lanes().for_each_from(turn, [&](std::uint32_t lane) { left_.push_back({lane}); });
  first_pass_ = pass_ + 1;
  for (std::uint32_t k = 0; k < streaming_.passes && !left_.empty(); ++k) {
    ++pass_;
    // Who has nothing to propose in one pass has nothing in the next: banks stay taken.
    const auto end = std::remove_if(left_.begin(), left_.end(), [&](Proposal& proposal) {
      return !propose(windows, proposal);
    });
    left_.erase(end, left_.end());
    serve_leaders();
  }
  return chosen_;
}

bool PassSelection::urgent(const LaneWindows& windows, std::uint32_t lane) const {
  if (lane == turn_) return true;
  return streaming_.priority == Priority::kFullest && windows.count(lane) + 1 >= streaming_.depth;
}

/// Finds what a lane proposes in this pass and lets it lead its bank if it comes first; false if
/// all its requests want taken banks. Lanes have to propose in cyclic order from the turn.
bool PassSelection::propose(const LaneWindows& windows, Proposal& proposal) {
  const std::uint32_t count = windows.count(proposal.lane);
  for (; proposal.older < count; ++proposal.older) {
    const Request& request = windows.request(proposal.lane, proposal.older);
    Bank& bank = bank_[request.bank];
    if (bank.pass >= first_pass_ && bank.pass < pass_) continue;  // taken
    proposal.bank = request.bank;
    proposal.access = request.access;
    const bool is_urgent = urgent(windows, proposal.lane);
    if (bank.pass < first_pass_ || (is_urgent && !bank.urgent))
      bank = {pass_, proposal.lane, request.access, is_urgent};
    return true;
  }
  return false;
}

/// Everybody who proposed what the leader of the bank did is served.
void PassSelection::serve_leaders() {
  const auto end = std::remove_if(left_.begin(), left_.end(), [&](const Proposal& proposal) {
    const Bank& bank = bank_[proposal.bank];
    if (bank.access != proposal.access) return false;
    chosen_.push_back({proposal.lane, proposal.older, bank.lane == proposal.lane});
    return true;
  });
  left_.erase(end, left_.end());
}

}  // namespace superwarp::model
