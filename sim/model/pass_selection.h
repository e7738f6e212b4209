// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/machine.h"
#include "sim/model/selection.h"

namespace superwarp::model {

/// Finds who is served in a time unit (docs/spec/streaming.md, "Who is served").
class PassSelection final : public Selection {
 public:
  PassSelection(std::uint32_t width, const Streaming& streaming)
      : streaming_(streaming),
        bank_(width),
        free_(width),
        free_after_(width),
        left_(width),
        others_(width) {}

  const std::vector<Chosen>& select(const LaneWindows& windows) override;

 private:
  /// The access of a bank's leader in the low half under a one; 0: it has none.
  using Led = std::uint64_t;

  std::uint32_t line_up(const LaneWindows& windows);
  template <bool kFirst>
  std::uint32_t propose(const LaneWindows& windows, std::uint32_t lanes);

  Streaming streaming_;
  std::uint32_t turn_ = 0;  ///< the lane that has it
  std::vector<Led> bank_;
  std::vector<std::uint8_t> free_;        ///< banks that no pass before this one took: 1; else 0
  std::vector<std::uint8_t> free_after_;  ///< nor this one
  // Longer than what is in them: what comes of a choice is written in any case and counted or not,
  // as the processor would guess wrong which it is.
  std::vector<std::uint32_t> left_;    ///< lanes not served yet; who goes before whom at any bank
                                       ///< goes before here
  std::vector<std::uint32_t> others_;  ///< of these, while they line up, those not urgent
  std::vector<Chosen> chosen_;
  std::uint32_t served_ = 0;  ///< lanes so far
};

}  // namespace superwarp::model
