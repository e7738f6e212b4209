// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/draw/scene.h"

namespace superwarp::exports {

/// One request of a dispatch, and when it entered the pipeline.
struct ServedRequest {
  std::uint32_t lane = 0;
  std::uint32_t bank = 0;
  std::uint32_t row = 0;
  std::uint64_t slot = 0;  ///< time unit
};

/// A dispatch from its acceptance to its completion, in time units.
struct Life {
  DispatchId id = 0;
  std::uint64_t accepted = 0;   ///< the first in which anything of it could enter the pipeline
  std::uint64_t first = 0;      ///< in which something of it did
  std::uint64_t last = 0;       ///< in which the last of it did
  std::uint64_t completed = 0;  ///< at the end of this one it is complete
  std::vector<ServedRequest> requests;
  /// Whose request the bank of its last one served before, if that is what it waited for.
  std::optional<DispatchId> waited_for;
};

/// Those of a run that were served, by their names. Throws std::invalid_argument for a scene
/// without the time units and acceptances that a recording has.
std::vector<Life> lives(const draw::Scene& scene);

/// "W3 round 2 read"; super warps are S3.
std::string name_of(const draw::Scene& scene, DispatchId id);

}  // namespace superwarp::exports
