// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/mapping.h"
#include "sysc/rtl_cache.h"
#include "sysc/rtl_unit.h"

namespace superwarp::tb {

/// Counts by which tests see that a run covered its cases.
struct LaneCounts {
  std::uint64_t requests = 0;      ///< served
  std::uint64_t merged_reads = 0;  ///< requests that shared an access with another
  std::uint64_t partial_writes = 0;
  std::uint64_t waits_for_window = 0;  ///< cycles of lanes without a place in the window
  std::uint64_t waits_for_credit = 0;  ///< cycles of lanes with a place but no credit
};

/// The law of the lane-level port (docs/spec/streaming.md, "The lane-level port"), cycle by cycle:
/// when a lane is ready, which requests may be served, their words, and the responses. It does not
/// depend on how the unit works.
///
/// It keeps a copy of one memory's words. The first read of a cell that was not written whole
/// defines the cell's unknown bytes.
class LaneLaw {
 public:
  /// `mapping` must outlive this.
  LaneLaw(const sysc::LaneConfig& config, std::uint32_t latency, const Mapping& mapping);

  /// Checks a cycle: the unit's outputs, each lane's request (nullptr: none), and whether it takes
  /// responses. Returns the first broken clause, if any: "clause: explanation".
  std::optional<std::string> check(const sysc::LaneOutputs& outputs,
                                   const std::vector<const sysc::LaneRequest*>& offered,
                                   const std::vector<bool>& takes);

  /// Has `lane` requests that are not answered?
  [[nodiscard]] bool busy(std::uint32_t lane) const { return lanes_[lane].accepted != lanes_[lane].taken; }
  [[nodiscard]] const LaneCounts& counts() const { return counts_; }

 private:
  struct Waiting {
    sysc::LaneRequest request;
    std::uint64_t accepted = 0;  ///< at the end of this cycle
    std::uint32_t bank = 0;
  };
  struct Response {
    std::uint32_t tag = 0;
    std::optional<Word> word;  ///< of a read
  };
  /// A lane's ready in a cycle. It is judged later, when the state of the window is known.
  struct Ready {
    bool ready = false;
    bool credit = false;
    std::uint64_t accepted = 0;  ///< before the cycle
  };
  struct Lane {
    std::deque<Waiting> waiting;     ///< not yet seen served; the oldest in front
    std::deque<Response> responses;  ///< not taken yet
    std::deque<Ready> unjudged;      ///< of the last cycles
    std::uint64_t accepted = 0;      ///< requests
    std::uint64_t served = 0;        ///< requests seen served
    std::uint64_t taken = 0;         ///< responses
    std::uint64_t first_since = 0;   ///< the first cycle in which the oldest was the lane's first
  };
  struct Cell {
    Word word = 0;
    std::uint32_t known = 0;  ///< bytes
  };

  std::optional<std::string> check_ready(Lane& lane, const sysc::LanePort& port);
  std::optional<std::string> check_response(Lane& lane, const sysc::LanePort& port, bool takes);
  std::optional<std::string> check_banks(const sysc::LaneOutputs& outputs);
  std::optional<std::string> check_served(std::uint32_t number, const sysc::LaneOutputs& outputs);
  std::optional<std::string> read(Cell& cell, Word bank, Word lane);
  std::optional<std::string> write(Cell& cell, const sysc::LaneRequest& request, Word bank);

  const Mapping& mapping_;
  std::uint32_t width_, banks_, latency_, depth_, responses_;
  std::uint64_t cycle_ = 0;
  std::vector<Lane> lanes_;
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> serves_;  ///< by bank: lanes served in this cycle
  LaneCounts counts_;
};

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
    const sysc::LaneOutputs&, const std::vector<const sysc::LaneRequest*>&, const std::vector<bool>&)>;

/// Drives a lane machine and checks the law in every cycle.
class LaneDriver {
 public:
  /// Resets the unit and loads the key. `mapping` must outlive this.
  LaneDriver(sysc::LaneUnit& unit, const sysc::LaneConfig& config, std::uint32_t latency, const Mapping& mapping,
             const std::vector<KeyWrite>& key);

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
