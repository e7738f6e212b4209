// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/rpu.h"
#include "sim/model/selection.h"

namespace superwarp::model {

/// Finds who is served in a time unit (docs/spec/streaming.md, "Who is served").
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
  /// What the passes of a time unit have made of a bank so far.
  struct Bank {
    std::uint32_t code = 0;  ///< its leader's MergeKey; 0 while it is free
    std::uint32_t free = 1;  ///< 1 until it is taken, then 0
  };

  void line_up(const LaneWindows& windows);
  std::uint32_t pass_first(LaneWindows::Look windows);
  std::uint32_t pass_again(LaneWindows::Look windows, std::uint32_t lanes);

  std::uint32_t width_;
  Streaming streaming_;
  std::uint32_t turn_ = 0;  ///< the lane that has it
  std::vector<Bank> bank_;
  std::vector<std::uint64_t> urgent_;  ///< a bit for each lane that is
  std::vector<std::uint64_t> others_;  ///< for each in which anything waits and that is not
  // Longer than what is in them: what comes of a choice is written in any case and counted or not,
  // as the processor would guess wrong which it is.
  std::vector<Place> left_;      ///< proposals of lanes not served yet; who goes before whom at any
                                 ///< bank stands before
  std::vector<Place> proposal_;  ///< of a pass after the first, likewise
  std::vector<Chosen> chosen_;
  std::uint32_t served_ = 0;  ///< lanes so far
};

}  // namespace superwarp::model
