// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "language/bank_event.h"
#include "language/program.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::evaluate {

/// How much of a run is recorded: it ends in the time unit in which there is as much of anything.
struct RecordingLimits {
  std::uint64_t time_units = UINT64_MAX;
  std::uint64_t requests = UINT64_MAX;  ///< that were served
};

/// What the banks did in the model's hands.
struct ModelRecording {
  Recording recording;
  std::uint64_t time_units = 0;  ///< that it has
  bool whole = false;            ///< the run was over by then
};

/// Runs `program` on the model of `machine` as the bench does on the RTL, and records the same: the
/// warps of the bench in front of the model, time unit by time unit. Throws std::invalid_argument
/// where they do not fit.
ModelRecording record_model(const Program& program, const Machine& machine,
                            const RecordingLimits& limits = {});

}  // namespace superwarp::evaluate
