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

/// What the lanes do in a run.
struct LaneTraffic {
  /// Says of a lane and a cycle: yes or no.
  using When = std::function<bool(std::uint32_t, std::uint64_t)>;

  std::vector<std::vector<sysc::LaneRequest>> requests;  ///< of each lane, in order
  When offers;  ///< the lane offers its next request; empty: always. It may withdraw it
  When takes;   ///< the lane takes a response; empty: always
};

struct LaneRun {
  std::uint64_t cycles = 0;             ///< to the last response
  std::vector<std::uint64_t> finished;  ///< of each lane: the cycle that takes its last response
  /// What was broken first, by the RTL's assertions, the ports or the law; the run was stopped.
  std::optional<std::string> failure;
};

/// Told of every cycle: the unit's outputs, what each lane requests (nullptr: nothing), and whether
/// it takes responses. What it returns is a failure.
using LaneListener = std::function<std::optional<std::string>(
    const sysc::LaneOutputs&, const std::vector<const sysc::LaneRequest*>&,
    const std::vector<bool>&)>;

/// Drives a lane machine and holds it to the law in every cycle.
class LaneDriver {
 public:
  /// Resets the unit and loads the key. `mapping` must outlive this.
  LaneDriver(sysc::LaneUnit& unit, const sysc::LaneConfig& config, std::uint32_t latency,
             const Mapping& mapping, const std::vector<std::uint32_t>& key);

  /// Until everything is answered; `most_cycles` without that is a failure. The tags of the
  /// traffic's requests are replaced by the run's own, none of them twice.
  LaneRun run(const LaneTraffic& traffic, std::uint64_t most_cycles);

  /// From the next cycle on.
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
  std::vector<std::size_t> next_;  ///< of each lane: the request to offer
  std::vector<sysc::LaneRequest> request_;
  std::vector<const sysc::LaneRequest*> offered_;
  std::vector<bool> takes_;
};

}  // namespace superwarp::tb
