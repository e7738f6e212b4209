// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/lane_law.h"

namespace superwarp::tb {

/// The lanes' behaviour in a run.
struct LaneTraffic {
  /// A predicate of a lane and a cycle.
  using When = std::function<bool(std::uint32_t, std::uint64_t)>;

  std::vector<std::vector<sysc::LaneRequest>> requests;  ///< of each lane, in order
  When offers;  ///< the lane offers its next request; it may withdraw it. Empty: always
  When takes;   ///< the lane takes a response. Empty: always
};

struct LaneRun {
  std::uint64_t cycles = 0;             ///< to the last response
  std::vector<std::uint64_t> finished;  ///< by lane: the cycle that takes its last response
  /// The first failed RTL assertion, broken port rule or broken law; it ended the run.
  std::optional<std::string> failure;
};

/// Called every cycle with the unit's outputs, each lane's request (nullptr: none), and whether the
/// lane takes responses. Returns a failure, if any.
using LaneListener = std::function<std::optional<std::string>(
    const sysc::LaneOutputs&, const std::vector<const sysc::LaneRequest*>&,
    const std::vector<bool>&)>;

/// Drives a lane machine and checks the law in every cycle.
class LaneDriver {
 public:
  /// Resets the unit and loads the key. `mapping` must outlive this.
  LaneDriver(sysc::LaneUnit& unit, const sysc::LaneConfig& config, std::uint32_t latency,
             const Mapping& mapping, const std::vector<KeyWrite>& key);

  /// Runs until all requests are answered; more than `most_cycles` is a failure. Replaces the
  /// requests' tags by unique ones.
  LaneRun run(const LaneTraffic& traffic, std::uint64_t most_cycles);

  void listen(LaneListener listener) { listener_ = std::move(listener); }

  [[nodiscard]] const LaneCounts& counts() const { return law_.counts(); }

 private:
  std::optional<std::string> cycle(const LaneTraffic& traffic);

  sysc::LaneUnit& unit_;
  std::uint32_t width_, latency_;
  LaneLaw law_;
  LaneListener listener_;
  std::uint64_t cycle_ = 0;
  std::uint32_t tags_ = 0;
  std::vector<std::size_t> next_;  ///< by lane: the request to offer
  std::vector<sysc::LaneRequest> request_;
  std::vector<const sysc::LaneRequest*> offered_;
  std::vector<bool> takes_;
};

}  // namespace superwarp::tb
