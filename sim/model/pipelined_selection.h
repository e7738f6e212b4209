// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "language/rpu.h"
#include "sim/model/selection.h"

namespace superwarp::model {

/// Selects requests by matches that take several time units (docs/spec/streaming.md, "The pipelined
/// match").
class PipelinedSelection final : public Selection {
 public:
  PipelinedSelection(std::uint32_t width, const Streaming& streaming)
      : width_(width), streaming_(streaming), lane_(width), bank_(width) {}

  AllChosen select(const LaneWindows& windows) override;

 private:
  /// A request that may take part.
  struct Entry {
    std::uint64_t number = 0;  ///< counts the lane's requests
    bool engaged = false;      ///< chosen, or proposed in this time unit
  };
  /// A lane's requests in order of arrival, without one that has just arrived.
  struct Lane {
    std::vector<Entry> entry;
    std::uint64_t next = 0;  ///< the next request's number
    bool urgent = false;
  };
  struct Proposal {
    std::uint32_t lane = 0;
    std::uint32_t older = 0;
    std::uint32_t bank = 0;
    std::uint32_t access = 0;
  };
  /// A lane's request in a match.
  struct Choice {
    std::uint64_t number = 0;
    bool leads = false;
  };
  struct Match {
    std::vector<bool> taken;                    ///< by bank
    std::vector<std::optional<Choice>> choice;  ///< by lane
  };
  /// A bank in the current pass.
  struct Bank {
    std::uint32_t leader = 0;
    std::uint32_t access = 0;
    bool urgent = false;
    bool wanted = false;
  };

  void propose(const LaneWindows& windows, std::size_t match);
  void choose(std::size_t match);
  void serve();
  void take_in(const LaneWindows& windows);

  std::uint32_t width_;
  Streaming streaming_;
  std::uint32_t turn_ = 0;   ///< the lane whose turn it is
  std::deque<Match> match_;  ///< oldest first; the front is served in this time unit
  std::vector<Lane> lane_;
  std::vector<Bank> bank_;
  std::vector<std::vector<Proposal>> proposal_;  ///< of every match, in cyclic order from the turn
  std::vector<Chosen> chosen_;
};

}  // namespace superwarp::model
