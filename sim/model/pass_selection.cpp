// SPDX-License-Identifier: Apache-2.0
#include "sim/model/pass_selection.h"

#include <algorithm>

namespace superwarp::model {
namespace {

/// More requests than a window holds.
constexpr std::uint32_t kNever = kMostDepth + 1;

}  // namespace

const std::vector<Selection::Chosen>& PassSelection::select(const LaneWindows& windows) {
  chosen_.resize(bank_.size());
  served_ = 0;
  std::fill(bank_.begin(), bank_.end(), 0);
  std::uint32_t lanes = line_up(windows);
  for (std::uint32_t pass = 1; pass <= streaming_.passes && lanes > 0; ++pass)
    lanes = propose(windows, pass, lanes);
  chosen_.resize(served_);
  turn_ = (turn_ + 1) % static_cast<std::uint32_t>(bank_.size());
  return chosen_;
}

/// All lanes in which anything waits, those with the better standing first: urgent ones, then the
/// others, in cyclic order from the turn. Returns how many.
std::uint32_t PassSelection::line_up(const LaneWindows& windows) {
  // Through local variables here and below, as the compiler cannot know that what is written is
  // none of them.
  const std::uint32_t turn = turn_;
  const std::uint32_t nearly_full =
      streaming_.priority == Priority::kFullest ? streaming_.depth - 1 : kNever;
  Left* const left = left_.data();
  Left* const other = others_.data();
  std::uint32_t urgent = 0;
  std::uint32_t others = 0;
  windows.lanes().for_each_from(turn, [&](std::uint32_t lane) {
    const bool first = lane == turn || windows.count(lane) >= nearly_full;
    left[urgent] = other[others] = {lane, 0};
    urgent += first ? 1 : 0;
    others += first ? 0 : 1;
  });
  std::copy_n(other, others, left + urgent);
  return urgent + others;
}

/// One pass of the first `lanes` that are left: each proposes, and leads its bank if nobody before
/// it has proposed to it. Returns how many are left then. Who has nothing to propose in one pass
/// has nothing in the next: banks stay taken.
std::uint32_t PassSelection::propose(const LaneWindows& windows, std::uint32_t pass,
                                     std::uint32_t lanes) {
  Led* const banks = bank_.data();
  Left* const left = left_.data();
  Chosen* chosen = chosen_.data() + served_;
  std::uint32_t losers = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    const std::uint32_t lane = left[i].lane;
    const std::uint32_t count = windows.count(lane);
    for (std::uint32_t older = left[i].older; older < count; ++older) {
      const Request& request = windows.request(lane, older);
      Led& bank = banks[request.bank];
      if ((bank >> 32U) - 1 < pass - 1) continue;  // taken
      const Led wants = Led{pass} << 32U | request.access;
      const bool leads = bank == 0;
      bank |= wants & -Led{leads};
      const std::uint32_t wins = bank == wants ? 1 : 0;
      *chosen = {lane, older, leads};
      chosen += wins;
      left[losers] = {lane, older};
      losers += 1 - wins;
      break;
    }
  }
  served_ = static_cast<std::uint32_t>(chosen - chosen_.data());
  return losers;
}

}  // namespace superwarp::model
