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
      : streaming_(streaming), bank_(width) {}

  const std::vector<Chosen>& select(const LaneWindows& windows) override;

 private:
  /// A lane that is not served yet, with what it proposes.
  struct Proposal {
    std::uint32_t lane = 0;
    bool urgent = false;
    std::uint32_t older = 0;  ///< all older ones have taken banks
    std::uint32_t bank = 0;
    std::uint32_t access = 0;
  };
  /// Who leads a bank, and since when the bank has a leader.
  struct Bank {
    std::uint64_t pass = 0;  ///< in which it got its leader, counted through the run
    std::uint32_t lane = 0;
    std::uint32_t access = 0;
    bool urgent = false;
  };

  void propose(const LaneWindows& windows);
  void serve_leaders();

  Streaming streaming_;
  std::uint32_t turn_ = 0;  ///< the lane that has it
  std::vector<Bank> bank_;
  std::uint64_t pass_ = 0;        ///< the pass under way, counted through the run
  std::uint64_t first_pass_ = 0;  ///< of this time unit
  std::vector<Proposal> left_;    ///< lanes not served, in cyclic order from the turn
  std::vector<Chosen> chosen_;
};

}  // namespace superwarp::model
