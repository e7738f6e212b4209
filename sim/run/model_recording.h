// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/machine/bank_event.h"
#include "model/machine/program.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::evaluate {

/// Where a recording stops: in the time unit that reaches either limit.
struct RecordingLimits {
  std::uint64_t time_units = UINT64_MAX;
  std::uint64_t requests = UINT64_MAX;  ///< served
};

/// What the banks did in a run of the model.
struct ModelRecording {
  Recording recording;
  std::uint64_t time_units = 0;  ///< recorded
  bool whole = false;            ///< the recording reaches the end of the run
};

/// Runs `program` on the model of `machine` with the bench's warp scheduler, time unit by time
/// unit, and records what the bench records of the RTL. Throws std::invalid_argument if program and
/// machine do not match.
ModelRecording record_model(const Program& program, const Machine& machine, const RecordingLimits& limits = {});

}  // namespace superwarp::evaluate
