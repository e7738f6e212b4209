// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/draw/scene.h"

namespace superwarp::exports {

/// One request of a dispatch and the time unit in which it entered the pipeline.
struct ServedRequest {
  std::uint32_t lane = 0;
  std::uint32_t bank = 0;
  std::uint32_t row = 0;
  std::uint64_t slot = 0;  ///< time unit
};

/// A dispatch from its acceptance to its completion, in time units.
struct Life {
  DispatchId id = 0;
  std::uint64_t accepted = 0;   ///< the first in which a request could enter the pipeline
  std::uint64_t first = 0;      ///< in which its first request entered
  std::uint64_t last = 0;       ///< in which its last request entered
  std::uint64_t completed = 0;  ///< at whose end it is complete; 0: not in this run
  std::vector<ServedRequest> requests;
  /// The dispatch that the bank of its last request served just before, if it waited for that.
  std::optional<DispatchId> waited_for;
};

/// The lives of all dispatches that were served, in order of dispatch. Throws std::invalid_argument
/// for a scene without the time units and acceptances of a recording.
std::vector<Life> lives(const draw::Scene& scene);

/// "W3 round 2 read"; a super warp is "S3".
std::string name_of(const draw::Scene& scene, DispatchId id);

/// The run as a log of the Konata pipeline viewer (Kanata 0004). A dispatch is an "instruction" of
/// its super warp's "thread" with the stages W (waits in front of the pipeline), S (slots) and P
/// (in the rest of the pipeline). An arrow leads to it from the dispatch that kept its last request
/// from its bank. Throws std::invalid_argument as lives() does.
std::string kanata(const draw::Scene& scene);

/// The run as Chrome trace events for ui.perfetto.dev: a track for each bank with its accesses, a
/// track for each super warp with its dispatches, and counters of served and waiting requests. A
/// time unit is a microsecond. Throws std::invalid_argument as lives() does.
std::string perfetto(const draw::Scene& scene);

/// The longest run, in time units, that a timing diagram shows legibly.
inline constexpr std::uint64_t kLongestWavedrom = 200;

/// The run as a WaveDrom timing diagram: dispatches accepted and completed, and for each bank the
/// warps that it serves. Throws std::invalid_argument for a run longer than kLongestWavedrom, and
/// as lives() does.
std::string wavedrom(const draw::Scene& scene);

}  // namespace superwarp::exports
