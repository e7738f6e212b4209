// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/machine.h"
#include "sim/model/lane_windows.h"

namespace superwarp::model {

/// Finds who is served in a time unit (docs/spec/streaming.md, "Who is served").
class PassSelection {
 public:
  /// A waiting request that is served.
  struct Chosen {
    std::uint32_t lane = 0;
    std::uint32_t older = 0;  ///< how many of its lane came before it and wait still
    bool leads = false;       ///< of those merged with it the one whose word a write leaves
  };

  PassSelection(std::uint32_t width, const Streaming& streaming)
      : streaming_(streaming), bank_(width) {}

  /// Those of `windows` who are served while `turn` has the turn; valid until the next call.
  const std::vector<Chosen>& select(const LaneWindows& windows, std::uint32_t turn);

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
  std::vector<Bank> bank_;
  std::uint64_t pass_ = 0;        ///< the pass under way, counted through the run
  std::uint64_t first_pass_ = 0;  ///< of this time unit
  std::vector<Proposal> left_;    ///< lanes not served, in cyclic order from the turn
  std::vector<Chosen> chosen_;
};

}  // namespace superwarp::model
