// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/rpu.h"
#include "sim/model/selection.h"

namespace superwarp::model {

/// Selects the requests of a time unit in passes (docs/spec/streaming.md, "Who is served").
class PassSelection final : public Selection {
 public:
  PassSelection(std::uint32_t width, const Streaming& streaming)
      : width_(width),
        streaming_(streaming),
        bank_(width),
        urgent_((width - 1) / LaneCounts::kSet + 1),
        others_(urgent_.size()),
        left_(width + 1),
        proposal_(width + 1),
        chosen_(width + 1) {}

  AllChosen select(const LaneWindows& windows) override;

 private:
  class Pass;
  /// A bank's state within a time unit.
  struct Bank {
    std::uint32_t code = 0;  ///< its leader's MergeKey; 0 while free
    std::uint32_t free = 1;  ///< 1 until taken, then 0
  };

  void line_up(const LaneWindows& windows);
  std::uint32_t pass_first(LaneWindows::Look windows);
  std::uint32_t pass_again(LaneWindows::Look windows, std::uint32_t lanes);

  std::uint32_t width_;
  Streaming streaming_;
  std::uint32_t turn_ = 0;  ///< the lane whose turn it is
  std::vector<Bank> bank_;
  std::vector<std::uint64_t> urgent_;  ///< bit set of urgent lanes
  std::vector<std::uint64_t> others_;  ///< bit set of other lanes with a request
  // One element longer than their contents: an element is always written and then counted or not,
  // which avoids an unpredictable branch.
  std::vector<Place> left_;      ///< proposals of lanes not served yet, in order of priority
  std::vector<Place> proposal_;  ///< of a pass after the first, in order of priority
  std::vector<Chosen> chosen_;
  std::uint32_t served_ = 0;  ///< lanes served so far
};

}  // namespace superwarp::model
