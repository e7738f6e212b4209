// SPDX-License-Identifier: Apache-2.0
#include "sim/model/pass_selection.h"

#include <algorithm>

namespace superwarp::model {

const std::vector<Selection::Chosen>& PassSelection::select(const LaneWindows& windows) {
  chosen_.resize(bank_.size());
  served_ = 0;
  std::fill(bank_.begin(), bank_.end(), 0);
  std::fill(free_after_.begin(), free_after_.end(), std::uint8_t{1});
  std::uint32_t lanes = propose<true>(windows, line_up(windows));
  for (std::uint32_t pass = 2; pass <= streaming_.passes && lanes > 0; ++pass) {
    std::copy(free_after_.begin(), free_after_.end(), free_.begin());
    lanes = propose<false>(windows, lanes);
  }
  chosen_.resize(served_);
  turn_ = (turn_ + 1) % static_cast<std::uint32_t>(bank_.size());
  return chosen_;
}

/// All lanes in which anything waits, those with the better standing first: the one with the turn,
/// other urgent ones, then the rest, in cyclic order from the turn. Returns how many.
std::uint32_t PassSelection::line_up(const LaneWindows& windows) {
  const auto width = static_cast<std::uint32_t>(bank_.size());
  const bool fullest = streaming_.priority == Priority::kFullest;
  const std::uint32_t full = fullest ? std::max(streaming_.depth - 1, 1U) : kMostDepth + 1;
  std::uint32_t* urgent = left_.data();
  std::uint32_t* other = others_.data();
  const auto stands_next = [&](std::uint32_t lane, std::uint32_t urgent_from) {
    const std::uint32_t count = windows.count(lane);
    *urgent = lane;
    *other = lane;
    urgent += count >= urgent_from ? 1 : 0;
    other += count > 0 && count < urgent_from ? 1 : 0;
  };
  stands_next(turn_, 1);
  for (std::uint32_t lane = turn_ + 1; lane < width; ++lane) stands_next(lane, full);
  for (std::uint32_t lane = 0; lane < turn_; ++lane) stands_next(lane, full);
  std::copy(others_.data(), other, urgent);
  return static_cast<std::uint32_t>(urgent - left_.data() + (other - others_.data()));
}

/// One pass of the first `lanes` that are left: each proposes, and leads its bank if nobody before
/// it has proposed to it, which takes the bank. Returns how many are left then. In the first pass
/// no bank is taken, and everybody proposes the oldest request. Who has nothing to propose in one
/// pass has nothing in the next: banks stay taken.
template <bool kFirst>
std::uint32_t PassSelection::propose(const LaneWindows& windows, std::uint32_t lanes) {
  // Through local variables, as the compiler cannot know that what is written is none of them.
  Led* const banks = bank_.data();
  const std::uint8_t* const free = free_.data();
  std::uint8_t* const free_after = free_after_.data();
  std::uint32_t* const left = left_.data();
  Chosen* chosen = chosen_.data() + served_;
  std::uint32_t losers = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    const std::uint32_t lane = left[i];
    const std::uint32_t may = kFirst ? 1U : windows.of_banks(lane, free);
    const std::uint32_t proposes = may != 0 ? 1 : 0;
    const auto older = static_cast<std::uint8_t>(__builtin_ctz(may | 1U << (kMostDepth - 1)));
    const Request& request = windows.request(lane, older);
    const Led wants = Led{1} << 32U | request.access;
    const Led led = banks[request.bank];
    const bool leads = led == 0;
    // Arithmetic, as a choice would be made by a jump that the processor cannot foresee.
    const Led now = led | (wants & -Led{leads && proposes});
    banks[request.bank] = now;
    free_after[request.bank] = static_cast<std::uint8_t>(free_after[request.bank] & ~proposes);
    const std::uint32_t wins = proposes & std::uint32_t{now == wants};
    *chosen = {lane, older, leads};
    chosen += wins;
    left[losers] = lane;
    losers += proposes - wins;
  }
  served_ = static_cast<std::uint32_t>(chosen - chosen_.data());
  return losers;
}

}  // namespace superwarp::model
