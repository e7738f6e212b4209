// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/rpu.h"
#include "sim/model/selection.h"

namespace superwarp::model {

/// Every bank serves one of the heads that want it (docs/spec/crossbar.md, "Who is served by a
/// crossbar").
class CrossbarSelection final : public Selection {
 public:
  CrossbarSelection(std::uint32_t width, Priority priority)
      : round_robin_(priority == Priority::kRoundRobin), bank_(width) {}

  AllChosen select(const LaneWindows& windows) override;

 private:
  struct Bank {
    std::uint32_t next = 0;     ///< lane that it would serve first
    std::uint64_t decided = 0;  ///< the time unit in which anybody last wanted it
    std::uint32_t winner = 0;   ///< of that time unit, so far
    std::uint32_t behind = 0;   ///< how far the winner is behind `next`, in cyclic order
  };

  bool round_robin_;
  std::vector<Bank> bank_;
  std::uint64_t time_ = 0;             ///< time units in which anything waited
  std::vector<std::uint32_t> wanted_;  ///< banks of heads, in this time unit
  std::vector<Chosen> chosen_;
};

}  // namespace superwarp::model
